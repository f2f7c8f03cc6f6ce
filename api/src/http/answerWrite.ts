import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/schema'
import type { WriteRequest, Writes } from '../services/writes/writes'
import type { Caller } from '../services/tree'
import { callerOf, headerOf, writeRequestOf } from './accessRules'

function expectedVersion(request: FastifyRequest): number | undefined {
  const text = headerOf(request, 'if-match')
  return text === undefined ? undefined : Number(text.replaceAll('"', ''))
}

/** @param expected the version in If-Match */
export type Change<T> = (trx: Db, caller: Caller, expected: number | undefined) => Promise<T>

interface Answered extends Pick<WriteRequest, 'endsOwnSessions'> {
  writes: Writes
  request: FastifyRequest
  reply: FastifyReply
  /** Of a success. */
  status: number
}

export async function answerWrite<T>(
  { writes, request, reply, status, ...options }: Answered,
  change: Change<T>,
): Promise<T> {
  const answer = await writes.run({ ...writeRequestOf(request), ...options }, status, (trx) =>
    change(trx, callerOf(request), expectedVersion(request)),
  )
  reply.code(answer.status)
  // the stored answer has already passed the route's schema
  return answer.body as T
}

/**
 * Answers a write that needs slow work before its transaction, such as a hash. @param prepare not called for a repeated
 * write
 */
export async function answerPreparedWrite<T>(
  answered: Answered,
  prepare: () => Promise<Change<T>>,
): Promise<T> {
  const { writes, request, reply } = answered
  const earlier = await writes.findAnswer(writeRequestOf(request))
  if (earlier) {
    reply.code(earlier.status)
    return earlier.body as T
  }
  writes.checkLimit(callerOf(request))
  return answerWrite(answered, await prepare())
}
