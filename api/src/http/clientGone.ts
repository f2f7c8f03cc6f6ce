import type { FastifyReply } from 'fastify'

export function clientGone({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController()
  const abortUnfinished = (): void => {
    if (!raw.writableFinished) gone.abort()
  }
  if (raw.destroyed) abortUnfinished()
  else raw.once('close', abortUnfinished)
  return gone.signal
}
