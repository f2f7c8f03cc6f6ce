import { loggerOptions, type LogOutput } from '@console/shared-kernel/command'
import { LogController, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify'
import { type App, whenCutOff } from '../foundation/app'

/** @param output standard error if not set */
export const logging = (level: string, output?: LogOutput): FastifyServerOptions => ({
  logger: loggerOptions(level, output),
  // replaced below by one line per request, without the address as sent
  logController: new LogController({ disableRequestLogging: true }),
})

/** A request that takes longer is logged, however it ends. */
const SLOW_MS = 2_000

export function addToLog(request: FastifyRequest, reply: FastifyReply, bindings: object): void {
  request.log = reply.log = request.log.child(bindings)
}

/**
 * Logs one line per request, with the route's pattern: an address as sent may contain what must not be in a
 * log. An answer that is cut off has a line too: the client disconnected, or streaming its list failed.
 * @param which all requests, or those that are rejected, fail or are slow; the others are logged at debug
 * level
 */
export function describeEachRequest(app: App, which: 'all' | 'failed'): void {
  const log = (request: FastifyRequest, reply: FastifyReply, isCutOff: boolean): void => {
    const level = which === 'all' || isNotable(reply, isCutOff) ? 'info' : 'debug'
    request.log[level]({ ...describe(request, reply), ...(isCutOff && { cutOff: true }) }, 'request')
  }
  app.addHook('onRequest', async (request, reply) => {
    addToLog(request, reply, { address: request.ip })
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
    whenCutOff(reply, () => log(request, reply, true))
  })
  // not called for an answer that is cut off
  app.addHook('onResponse', async (request, reply) => log(request, reply, false))
}

const isStream = ({ raw }: FastifyReply): boolean =>
  String(raw.getHeader('content-type')).startsWith('text/event-stream')

/**
 * Only the start and the end of an outage are logged: see services/outage. A stream is always long and cut
 * off.
 */
function isNotable(reply: FastifyReply, isCutOff: boolean): boolean {
  if (isStream(reply) || reply.statusCode === 503) return false
  return isCutOff || reply.statusCode >= 400 || reply.elapsedTime > SLOW_MS
}

const describe = ({ method, routeOptions }: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) => ({
  method,
  route: routeOptions.url ?? null,
  status: statusCode,
  ms: Math.round(elapsedTime),
})

/** Logs an error after the first rows. The status has already been sent, so no answer can report it. */
export function logIfCutOff({ raw, log }: FastifyReply, error: Error): void {
  // a client that disconnected has already closed the connection
  if (raw.headersSent && !raw.destroyed) log.warn({ err: error }, 'answer cut off')
}
