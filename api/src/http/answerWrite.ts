import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/schema'
import type { WriteRequest, Writes } from '../services/writes/idempotentWrites'
import { actorOf } from './caller'

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

export const writeRequestOf = (request: FastifyRequest): WriteRequest => ({
  actor: actorOf(request),
  key: header(request, 'idempotency-key'),
  content: [request.method, request.routeOptions.url, request.params, request.body ?? null],
})

/** From If-Match. */
export function expectedVersion(request: FastifyRequest): number | undefined {
  const text = header(request, 'if-match')
  return text === undefined ? undefined : Number(text.replaceAll('"', ''))
}

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
  // the stored answer has passed the route's schema before
  return answer.body as T
}

/** For slow work before the transaction, such as a hash. @param prepare not called for a repeated write */
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
