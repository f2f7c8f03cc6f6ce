/** How far the loading of a screen came before it failed. */
export type FailurePhase = 'compatibility' | 'timeout' | 'load' | 'module' | 'render'

export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure'
  readonly phase: FailurePhase

  constructor(phase: FailurePhase, message: string, cause?: unknown) {
    super(message, { cause })
    this.phase = phase
  }
}
