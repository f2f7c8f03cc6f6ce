import type { ErrorResponse } from '@console/shared-kernel/schemas'

type ErrorDetails = Omit<ErrorResponse, 'message'>

/** The names of the limits in `/metrics`. */
export const LIMITS = ['requests', 'in flight', 'changes', 'sign-ins', 'passwords'] as const
export type Limit = (typeof LIMITS)[number]

interface HttpErrorOptions {
  headers?: Readonly<Record<string, string>>
  limit?: Limit
}

/** Users see `message`. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly details: ErrorDetails
  readonly limit: Limit | null

  constructor(
    status: number,
    message: string,
    { headers = {}, limit, ...details }: ErrorDetails & HttpErrorOptions = {},
  ) {
    super(message)
    this.status = status
    this.headers = headers
    this.details = details
    this.limit = limit ?? null
  }
}

export const unauthorized = (): HttpError =>
  new HttpError(401, 'La sesión no es válida o ha caducado', { headers: { 'www-authenticate': 'Bearer' } })

/** One answer for what is not the caller's and for what does not exist: the difference would reveal it. */
export const forbidden = (): HttpError => new HttpError(403, 'No tienes permiso para acceder a este elemento')

/** Only for callers who may see everything. */
export const notFound = (): HttpError => new HttpError(404, 'El elemento no existe')

export const retryAfter = (seconds: number) => ({
  headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
})

const LATER = 'Demasiados intentos. Inténtalo de nuevo más tarde.'
/** An administrator above the user, or `npm run unlock` on the server, can end the lock. */
const LOCKED = `${LATER} Si es urgente, pide ayuda a un administrador.`

/** @param seconds until it is worth trying again */
export const tooMany = (seconds: number, limit: Limit): HttpError =>
  new HttpError(429, limit === 'sign-ins' ? LOCKED : LATER, { ...retryAfter(seconds), limit })

/** Nothing was done. @param seconds until it is worth trying again */
export const overloaded = (seconds: number, limit?: Limit): HttpError =>
  new HttpError(503, 'El servidor está ocupado. Inténtalo de nuevo en unos segundos.', {
    ...retryAfter(seconds),
    ...(limit && { limit }),
  })

export const starting = (): HttpError =>
  new HttpError(503, 'El servidor está arrancando. Inténtalo de nuevo en unos segundos.', retryAfter(1))

export const validationError = (path: string, message: string): HttpError =>
  new HttpError(400, message, { errors: [{ path, message }] })

export class FieldErrors {
  private readonly errors: { path: string; message: string }[] = []

  add(path: string, message: string): void {
    this.errors.push({ path, message })
  }

  /** @throws HttpError 400 */
  throwIfAny(): void {
    if (this.errors.length === 0) return
    throw new HttpError(400, 'Hay datos que no son válidos', { errors: this.errors })
  }
}
