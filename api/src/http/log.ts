import { LogController, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import { type App, whenCutOff } from '../foundation/app'

interface LoggedError extends Error {
  code?: string
  constraint?: string
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

/**
 * One line a request, with the route's pattern: an address as sent may contain what must not be in a log.
 * An answer that is cut off has a line too: its client has gone, or its list failed after it had begun.
 */
export function describeEachRequest(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    addToLog(request, reply, { address: request.ip })
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
    whenCutOff(reply, () => request.log.info({ ...describe(request, reply), cutOff: true }, 'request'))
  })
  // not for an answer that is cut off
  app.addHook('onResponse', async (request, reply) => request.log.info(describe(request, reply), 'request'))
}

const describe = ({ method, routeOptions }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) => ({
  method,
  route: routeOptions.url ?? null,
  status: statusCode,
  ms: Math.round(elapsedTime),
})

/** For an error after the first rows: the status is sent already, so that no answer can say it. */
export function logIfCutOff({ raw, log }: FastifyReply, error: Error): void {
  // a client that has gone closed the connection before
  if (raw.headersSent && !raw.destroyed) log.warn({ err: error }, 'answer cut off')
}
