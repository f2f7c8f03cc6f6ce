/** How far the loading of a screen came before it failed. */
export type FailurePhase = 'compatibility' | 'timeout' | 'load' | 'module' | 'render'

/** A screen that cannot be shown. The message is what its panel says; the cause holds the rest. */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure'
  readonly phase: FailurePhase

  constructor(phase: FailurePhase, message: string, cause?: unknown) {
    super(message, { cause })
    this.phase = phase
  }
}

/** What the runtime says of a script that did not arrive; its own words are pages long. */
const SCRIPT_NOT_LOADED = /RUNTIME-008|Loading (?:CSS )?chunk/

/** Whatever a loading was rejected with, in words for the panel. */
export function toRemoteFailure(error: unknown, baseUrl: string): RemoteFailure {
  if (error instanceof RemoteFailure) return error
  const message = error instanceof Error ? error.message : String(error)
  if (!SCRIPT_NOT_LOADED.test(message)) return new RemoteFailure('module', message, error)
  return new RemoteFailure('load', `sus archivos no se pudieron cargar de ${baseUrl}`, error)
}
