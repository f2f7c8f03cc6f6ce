import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import fastify from 'fastify'
import type { FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { es } from 'zod/locales'
import type { OutageLog } from '../services/outage'
import type { Readiness } from '../services/readiness'
import type { Settings } from '../settings/settings'
import type { App } from '../foundation/app'
import { starting } from '../foundation/httpError'
import { messageOf, errorSender, fieldMessage } from './errorAnswers'
import { HEALTH_PATHS } from './health'
import { limitRequests, serverLimits } from './limits'
import { describeEachRequest, logging } from './log'
import { rewriteUnreadable } from './unknownAddresses'

export async function createApp(
  settings: Settings,
  readiness: Pick<Readiness, 'isServingSoon' | 'isStopping'>,
  guardForwardedFor: (request: FastifyRequest) => void,
  outage: Pick<OutageLog, 'note'>,
): Promise<App> {
  z.config({ ...es(), customError: fieldMessage })
  const sendError = errorSender(outage)
  const app: App = fastify({
    ...logging(settings.logLevel),
    ...serverLimits(settings),
    // ids sent by clients are neither trusted nor unique
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    exposeHeadRoutes: false,
    // requests on open connections are still answered while the server stops
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    rewriteUrl: rewriteUnreadable,
    frameworkErrors: sendError,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendError)
  acceptJsonOnly(app)
  // before all other hooks, because the log contains the client's address
  if (settings.trustProxy.length > 0) app.addHook('onRequest', async (request) => guardForwardedFor(request))
  describeEachRequest(app, settings.logRequests)
  closeConnectionsWhenStopping(app, readiness, Math.min(settings.stopDelay * 1000, LAST_REQUESTS_MS))
  await app.register(helmet, {
    // answers are data: browsers load nothing from them, and no page may frame them
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // other hosts of the domain are up to the operator
    strictTransportSecurity: { includeSubDomains: false },
  })
  await app.register(cors, {
    origin: [...settings.corsOrigins],
    credentials: true,
    // an OPTIONS request that is not a preflight is not an error
    strictPreflight: false,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'If-Match',
      'Idempotency-Key',
      'Last-Event-ID',
      'X-Background-Request',
    ],
    exposedHeaders: ['Date', 'ETag', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })
  // after CORS, so that a page can read why it was refused
  await limitRequests(app, settings)
  app.addHook('onRequest', async ({ url }) => {
    if (!HEALTH_PATHS.includes(url) && !(await readiness.isServingSoon())) throw starting()
  })
  return app
}

/** An empty body is accepted too: clients send the content type with calls that have no body. */
function acceptJsonOnly(app: App): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body as string, done)
  })
}

/** Time for requests in transit on open connections, after the port has closed. */
const LAST_REQUESTS_MS = 1_000

/**
 * Connections are closed with the answer to their next request. Otherwise clients could keep the server open,
 * and a proxy's request on a closing connection would get no answer. This starts only once the port is
 * closed, because until then each closed connection would be replaced by a new one.
 */
function closeConnectionsWhenStopping(
  app: App,
  { isStopping }: Pick<Readiness, 'isStopping'>,
  lastRequestsMs: number,
): void {
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping() && (!app.server.listening || lastRequestsMs === 0)) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    // first accept the waiting connections, which the system resets when the port closes
    await nextTurn()
    if (!app.server.listening || lastRequestsMs === 0) return
    // closes only the port: an HTTP server also closes connections whose first request has not arrived yet
    NetServer.prototype.close.call(app.server)
    await sleep(lastRequestsMs)
  })
}

const STATUS_OF_PARSER_ERROR: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/**
 * Time for the client to read the answer: a socket destroyed with unread data is reset, which discards it.
 */
const BROKEN_REQUEST_GRACE_MS = 1_000

/** Answers bytes that are not a valid request: no route, hook or error handler sees them. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, reason] = STATUS_OF_PARSER_ERROR[error.code ?? ''] ?? [400, 'Bad Request']
  const body = JSON.stringify({ message: messageOf(status) })
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  // `end` closes only the server's side
  setTimeout(() => socket.destroy(), BROKEN_REQUEST_GRACE_MS).unref()
}
