import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/schema'
import type { WriteRequest, Writes } from '../services/writes'
import { actorOf } from './caller'

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** The write that a request is. */
export const writeRequestOf = (request: FastifyRequest): WriteRequest => ({
  actor: actorOf(request),
  key: header(request, 'idempotency-key'),
  content: [request.method, request.routeOptions.url, request.params, request.body ?? null],
})

/**
 * The version that a change was decided against, from If-Match; undefined where none was sent. Its form is
 * the schema's affair: contracts/writeHeaders.schema.
 */
export function expectedVersion(request: FastifyRequest): number | undefined {
  const text = header(request, 'if-match')
  return text === undefined ? undefined : Number(text.replaceAll('"', ''))
}

/** Makes a change and answers with what it returns, or with what was answered to the same write before. */
export async function answerWrite<T>(
  writes: Writes,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  change: (trx: Db) => Promise<T>,
  options: Pick<WriteRequest, 'endsOwnSessions'> = {},
): Promise<T> {
  const answer = await writes.run({ ...writeRequestOf(request), ...options }, status, change)
  reply.code(answer.status)
  // what was stored went through the route's schema when it was answered first, and does again
  return answer.body as T
}

/**
 * The same for a change that needs what a transaction should not wait for, a hashed password, say.
 * @param prepare not called for a write that was answered before
 */
export async function answerPreparedWrite<T>(
  writes: Writes,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  prepare: () => Promise<(trx: Db) => Promise<T>>,
  options: Pick<WriteRequest, 'endsOwnSessions'> = {},
): Promise<T> {
  const earlier = await writes.findAnswer(writeRequestOf(request))
  if (!earlier) return answerWrite(writes, request, reply, status, await prepare(), options)
  reply.code(earlier.status)
  return earlier.body as T
}
