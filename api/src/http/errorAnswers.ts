import type { ErrorResponse } from '@console/shared-kernel/schemas'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { CannotStore, DatabaseBusy, DatabaseUnavailable, isRepeatable, OutcomeUnknown } from '../db/failures'
import { HttpError, overloaded, retryAfter } from '../foundation/httpError'
import type { OutageLog } from '../services/outage'

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
  status: number
  body: ErrorResponse
  headers?: Readonly<Record<string, string>>
}

function ofDatabase(error: Error): HttpError | null {
  if (error instanceof DatabaseBusy || isRepeatable(error)) return overloaded(2)
  if (error instanceof DatabaseUnavailable) {
    const message = 'La base de datos no responde. Inténtalo de nuevo en unos segundos.'
    return new HttpError(503, message, retryAfter(5))
  }
  if (error instanceof CannotStore) {
    const message =
      'El servidor no puede guardar cambios en este momento. No se ha cambiado nada: puedes repetirlo más tarde.'
    return new HttpError(503, message, retryAfter(30))
  }
  if (error instanceof OutcomeUnknown) {
    return new HttpError(504, 'No se sabe si el cambio se ha hecho. Compruébalo antes de repetirlo.')
  }
  return null
}

export function toAnswer(caught: Error, requestId: string): Answer {
  const error = ofDatabase(caught) ?? caught
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
  const status = (error as Partial<FastifyError>).statusCode ?? 500
  if (status >= 400 && status < 500) return { status, body: { message: messageOf(status) } }
  if (status === 503) return { status, body: { message: messageOf(status) } }
  return { status: 500, body: { message: `Error interno del servidor (referencia ${requestId})` } }
}

type SendError = (error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply) => void

/** @param outage logs database failures once, not for each call */
export const errorSender =
  (outage: Pick<OutageLog, 'note'>): SendError =>
  (error, request, reply) => {
    const { status } = toAnswer(error, request.id)
    if (status === 500) request.log.error({ err: error }, 'request failed')
    else if (outage.note(error)) request.log.debug({ reason: error.message }, 'refused by the database')
    else if (status === 504) request.log.error({ reason: error.message }, 'outcome unknown')
    sendError(error, request, reply)
  }

function sendError(error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body, headers } = toAnswer(error, request.id)
  void reply
    .code(status)
    .headers(headers ?? {})
    // left by a list that failed before its first byte
    .removeHeader('content-encoding')
    .removeHeader('etag')
    // a route's serializer only fits its own answers
    .serializer(JSON.stringify)
    .type('application/json; charset=utf-8')
    .send(body)
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'un texto',
  number: 'un número',
  int: 'un número entero',
  boolean: 'true o false',
  array: 'una lista',
  object: 'un objeto',
}

const PARTS: Readonly<Record<string, string>> = { string: 'caracteres', array: 'elementos' }

/** The message that users see about a field. Undefined if the library's own is good enough. */
export const fieldMessage: z.core.$ZodErrorMap = (issue) => {
  if (issue.input === undefined) return 'Falta este dato'
  switch (issue.code) {
    case 'invalid_type': {
      const type = TYPES[issue.expected]
      return type && `Debe ser ${type}`
    }
    case 'too_big': {
      const parts = PARTS[issue.origin]
      return parts ? `Como máximo ${issue.maximum} ${parts}` : undefined
    }
    case 'too_small': {
      const parts = PARTS[issue.origin]
      if (parts && issue.minimum === 1) return 'No puede estar vacío'
      return parts ? `Como mínimo ${issue.minimum} ${parts}` : undefined
    }
    default:
      return undefined
  }
}
