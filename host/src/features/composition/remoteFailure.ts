/** The step in which loading a screen failed; 'host' if files of the console are missing. */
export type FailurePhase = 'compatibility' | 'timeout' | 'load' | 'module' | 'render' | 'host'

/** The message is shown to the user; the cause has the details. */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure'
  readonly phase: FailurePhase
  readonly hung: boolean

  constructor(phase: FailurePhase, message: string, cause?: unknown, hung = false) {
    super(message, { cause })
    this.phase = phase
    this.hung = hung
  }

  /** Machine-readable: the runtime's code if there is one, else the kind of error. */
  get code(): string {
    if (this.hung) return 'TIMEOUT'
    if (!(this.cause instanceof Error)) return this.phase.toUpperCase()
    return /[A-Z]+-\d{3}/.exec(this.cause.message)?.[0] ?? this.cause.name
  }
}

/** The runtime's messages about a missing script, which are replaced because they are pages long. */
const SCRIPT_NOT_LOADED = /RUNTIME-008|Loading (?:CSS )?chunk/

const notLoadedFrom = (server: string) => `sus archivos no se pudieron cargar de ${server}`

export function toRemoteFailure(error: unknown, baseUrl: string): RemoteFailure {
  if (error instanceof RemoteFailure) return error
  const message = error instanceof Error ? error.message : String(error)
  if (!SCRIPT_NOT_LOADED.test(message)) return new RemoteFailure('module', message, error)
  return new RemoteFailure('load', notLoadedFrom(baseUrl), error)
}

/** Loads a part of the console that a screen needs. A failure is attributed to the console. */
export async function hostPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new RemoteFailure('host', notLoadedFrom(location.origin), cause)
  }
}

/** @param isHostPending true while a part of the console is loading @throws RemoteFailure on timeout */
export function within<T>(ms: number, promise: Promise<T>, isHostPending: () => boolean): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      const phase = isHostPending() ? 'host' : 'timeout'
      reject(new RemoteFailure(phase, `sin respuesta en ${ms / 1000} segundos`, undefined, true))
    }
    const timer = setTimeout(giveUp, ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

export const failureSource = ({ phase }: RemoteFailure, remote: string): string =>
  phase === 'host' ? 'Consola' : remote
