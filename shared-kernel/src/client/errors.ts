import { AxiosError, type AxiosResponse } from 'axios'
import { asRecord, isRecord, readFilledText } from '../contracts/wireReaders'

export interface FieldError {
  path: string
  message: string
}

/** Every failed call throws this error. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** HTTP status, or null without a usable answer. */
  readonly status: number | null
  /** The server's message, if any. `message` is the same, or '' for a refusal without one. */
  readonly said: string | null
  readonly fieldErrors: FieldError[]
  /** Seconds to wait, as the server asks. */
  readonly retryAfter: number | null
  /** The current state as sent, if the write was based on an older one. */
  readonly current: unknown
  /** Who changed it last, and when (ISO 8601, UTC), if the server says so. */
  readonly changedBy?: string | null
  readonly changedAt?: string | null
  /** The changes since, as sent, if a revert was rejected. */
  readonly since?: unknown
  /** The user was asked for a second factor and gave none: no message is needed. */
  isProofDeclined?: boolean

  constructor(
    message: string,
    details: {
      status?: number | null
      said?: string | null
      fieldErrors?: FieldError[]
      retryAfter?: number | null
      current?: unknown
      changedBy?: string | null
      changedAt?: string | null
      since?: unknown
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: details.cause })
    this.status = details.status ?? null
    this.said = details.said ?? null
    this.fieldErrors = details.fieldErrors ?? []
    this.retryAfter = details.retryAfter ?? null
    this.current = details.current ?? null
    this.changedBy = details.changedBy ?? null
    this.changedAt = details.changedAt ?? null
    this.since = details.since ?? null
  }
}

/** Replaces the messages of axios and browsers, which are for programmers. */
export const NO_CONNECTION = 'Sin conexión con el servidor'

const isFieldError = (value: unknown): value is FieldError =>
  isRecord(value) && 'path' in value && 'message' in value

/** A proxy or a login may answer with an HTML page. */
export const isPage = (body: unknown): boolean => typeof body === 'string' && body.trimStart().startsWith('<')

export function messageOfBody(body: unknown): string | null {
  if (typeof body === 'string') return isPage(body) ? null : body.trim() || null
  const { message } = asRecord(body)
  return typeof message === 'string' && message !== '' ? message : null
}

/** The message to show to the user; `otherwise` if the failure has none. */
export const messageOf = (error: unknown, otherwise: string): string =>
  error instanceof Error && error.message !== '' ? error.message : otherwise

function secondsToWait(header: unknown): number | null {
  if (typeof header !== 'string' || header === '') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

/** The server's answer if it rejected the call. A 2xx answer that was cut off is not a rejection. */
export const rejectionOf = ({ response }: AxiosError): AxiosResponse | undefined =>
  response && (response.status < 200 || response.status > 299) ? response : undefined

/** @param body the body of an answer, or one result of a bulk call */
export function refusalIn(
  body: unknown,
  details: { status: number; retryAfter?: number | null; cause?: unknown },
): CallError {
  const { errors, current, changedBy, changedAt, since } = asRecord(body)
  const serverMessage = messageOfBody(body)
  return new CallError(serverMessage ?? '', {
    ...details,
    said: serverMessage,
    fieldErrors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
    current,
    changedBy: readFilledText(changedBy) ?? null,
    changedAt: readFilledText(changedAt) ?? null,
    since,
  })
}

export function toCallError(error: unknown): CallError {
  if (error instanceof CallError) return error
  if (!(error instanceof AxiosError)) {
    return new CallError(error instanceof Error ? error.message : String(error), { cause: error })
  }
  const response = rejectionOf(error)
  if (!response) return new CallError(NO_CONNECTION, { cause: error })
  return refusalIn(response.data, {
    status: response.status,
    retryAfter: secondsToWait(response.headers['retry-after']),
    cause: error,
  })
}

/** HTTP/1.1 only; shown at the sign-in if there is no message. */
export const statusTextOf = ({ cause }: CallError): string =>
  (cause instanceof AxiosError && cause.response?.statusText) || ''

/** True for a 401: the sign-in opens by itself, so screens show no error. */
export const isUnauthorized = (error: unknown): boolean => error instanceof CallError && error.status === 401

/** When a call rejected with a 429 may be retried, in epoch milliseconds; null for any other failure. */
export const retryAt = (error: unknown): number | null =>
  error instanceof CallError && error.status === 429 && error.retryAfter !== null
    ? Date.now() + error.retryAfter * 1000
    : null

const GATEWAY_WITHOUT_ANSWER = [502, 504]
/** The statuses of a missing record. For most users, the server answers the same for other users' records. */
const GONE: readonly (number | null)[] = [403, 404]

/** No answer was received, so the change may have been made. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof CallError && (error.status === null || GATEWAY_WITHOUT_ANSWER.includes(error.status))

/** The change may have been made, or its target is gone or no longer the user's. */
export const shouldRefetchAfter = (error: unknown): boolean =>
  isOutcomeUnknown(error) || (error instanceof CallError && GONE.includes(error.status))
