import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** Runs the task if the connection closes before the whole answer is sent: its client has gone, or a list failed. */
export function whenCutOff({ raw }: Pick<FastifyReply, 'raw'>, task: () => void): void {
  const unlessFinished = (): void => {
    if (!raw.writableFinished) task()
  }
  if (raw.destroyed) unlessFinished()
  else raw.once('close', unlessFinished)
}

export function clientGone(reply: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController()
  whenCutOff(reply, () => gone.abort())
  return gone.signal
}
