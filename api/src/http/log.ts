import { LogController, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import type { App } from './appType'

interface LoggedError extends Error {
  readonly code?: string
  readonly constraint?: string
}

/** Without other fields: PostgreSQL adds the values of the refused row, which may be secrets. */
const describeError = ({ name, message, code, constraint, stack }: LoggedError) => ({
  type: name,
  message,
  code,
  constraint,
  stack: stack ?? '',
})

export const logging = (level: string): FastifyServerOptions => ({
  // standard output is for the lines that a parent process waits for
  logger: { level, stream: process.stderr, serializers: { err: describeError } },
  // replaced below by one line per request, without the address as sent
  logController: new LogController({ disableRequestLogging: true }),
})

export function addToLog(request: FastifyRequest, reply: FastifyReply, bindings: object): void {
  request.log = reply.log = request.log.child(bindings)
}

/** Logs the route's pattern: an address as sent may contain what must not be in a log. */
export function describeEachRequest(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    addToLog(request, reply, { address: request.ip })
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime)
    request.log.info({ method, route: routeOptions.url ?? null, status: reply.statusCode, ms }, 'request')
  })
}
