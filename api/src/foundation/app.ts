import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

declare const CONSOLE_VERSION: string | undefined
declare const CONSOLE_BUILD: string | undefined

/**
 * Filled in by build.mjs: the version in package.json, and eight hex digits of the hash of the bundled code.
 * Unbundled sources have neither.
 */
export const BUILD = {
  version: typeof CONSOLE_VERSION === 'undefined' ? 'sources' : CONSOLE_VERSION,
  build: typeof CONSOLE_BUILD === 'undefined' ? 'sources' : CONSOLE_BUILD,
} as const

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

/**
 * Runs the task if the connection closes before the answer is complete: the client disconnected, or list
 * streaming failed.
 */
export function whenCutOff({ raw }: Pick<FastifyReply, 'raw'>, task: () => void): void {
  const unlessFinished = (): void => {
    if (!raw.writableFinished) task()
  }
  if (raw.destroyed) unlessFinished()
  else raw.once('close', unlessFinished)
}

export function signalOnDisconnect(reply: Pick<FastifyReply, 'raw'>): AbortSignal {
  const disconnected = new AbortController()
  whenCutOff(reply, () => disconnected.abort())
  return disconnected.signal
}
