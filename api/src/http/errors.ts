import type { ErrorResponse } from '@console/shared-kernel/contracts/error.schema'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

type ErrorDetails = Pick<ErrorResponse, 'errors' | 'current'>

/** An answer other than success. `message` is shown to the user. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly details: ErrorDetails

  constructor(
    status: number,
    message: string,
    { headers = {}, ...details }: ErrorDetails & { headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message)
    this.status = status
    this.headers = headers
    this.details = details
  }
}

export const unauthorized = (): HttpError =>
  new HttpError(401, 'La sesión no es válida o ha caducado', { headers: { 'www-authenticate': 'Bearer' } })

/** One answer for what is not the caller's and for what does not exist: the difference would tell. */
export const notYours = (): HttpError => new HttpError(403, 'No tienes permiso para acceder a este elemento')

/** For those who see everything, to whom it tells nothing. */
export const notFound = (): HttpError => new HttpError(404, 'El elemento no existe')

/** @param seconds until it is worth trying again */
export const tooMany = (seconds: number): HttpError =>
  new HttpError(429, 'Demasiados intentos. Inténtalo de nuevo más tarde.', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  })

/** Something sent for one field cannot be taken. */
export const badField = (path: string, message: string): HttpError =>
  new HttpError(400, message, { errors: [{ path, message }] })

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'La solicitud no es válida',
  404: 'La dirección no existe',
  405: 'La dirección no admite este método',
  413: 'La solicitud es demasiado grande',
  414: 'La dirección es demasiado larga',
  415: 'El contenido de la solicitud debe ser JSON',
  431: 'Las cabeceras de la solicitud son demasiado grandes',
  503: 'El servidor se está deteniendo',
}

export const messageOf = (status: number): string => MESSAGES[status] ?? 'La solicitud no es válida'

interface Answer {
  readonly status: number
  readonly body: ErrorResponse
  readonly headers?: Readonly<Record<string, string>>
}

function toAnswer(error: FastifyError | HttpError, requestId: string): Answer {
  if (error instanceof HttpError) {
    return {
      status: error.status,
      body: { message: error.message, ...error.details },
      headers: error.headers,
    }
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map(({ instancePath, message = '' }) => ({
      path: instancePath.slice(1).replaceAll('/', '.'),
      message,
    }))
    return { status: 400, body: { message: 'Hay datos que no son válidos', errors } }
  }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return { status, body: { message: messageOf(status) } }
  if (status === 503) return { status, body: { message: messageOf(status) } }
  return { status: 500, body: { message: `Error interno del servidor (referencia ${requestId})` } }
}

/** The only place that turns an error into an answer. */
export function sendError(
  error: FastifyError | HttpError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { status, body, headers } = toAnswer(error, request.id)
  if (status === 500) request.log.error({ err: error }, 'request failed')
  void reply
    .code(status)
    .headers(headers ?? {})
    // routes have serializers for their own answers; an error is written as it is
    .serializer(JSON.stringify)
    .type('application/json; charset=utf-8')
    .send(body)
}
