import type { FastifyReply } from 'fastify'

/** Aborted when the client goes away before it has its answer, or has gone already. */
export function clientGone({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController()
  const abortUnfinished = (): void => {
    if (!raw.writableFinished) gone.abort()
  }
  if (raw.destroyed) abortUnfinished()
  else raw.once('close', abortUnfinished)
  return gone.signal
}
