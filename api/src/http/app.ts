import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { es } from 'zod/locales'
import type { Readiness } from '../services/readiness'
import type { Settings } from '../settings'
import type { App } from './appType'
import { answerBrokenRequest } from './brokenRequest'
import { starting } from '../httpError'
import { sendError } from './errorAnswers'
import { HEALTH_PATHS } from './healthPaths'
import { limitRequests, serverLimits } from './limits'
import { describeEachRequest, logging } from './log'
import { answerUnknown, rewriteUnreadable } from './methods'

/** What both listeners have in common: limits, headers, origins, errors and logs. No routes. */
export async function createApp(
  settings: Settings,
  readiness: Pick<Readiness, 'isServingSoon' | 'isStopping'>,
): Promise<App> {
  // what zod says about a field is shown to the user
  z.config(es())
  const app: App = fastify({
    ...logging(settings.logLevel),
    ...serverLimits(settings),
    // an id that came with the request could be anybody's, and would not be unique
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    exposeHeadRoutes: false,
    // a request on a connection that is still open when the server stops is answered like any other
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    rewriteUrl: rewriteUnreadable,
    frameworkErrors: sendError,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendError)
  acceptJsonOnly(app)
  describeEachRequest(app)
  closeConnectionsWhenStopping(app, readiness, Math.min(settings.stopDelay * 1000, LAST_REQUESTS_MS))
  await app.register(helmet, {
    // answers are data: a browser may load nothing from one, and no page may frame it
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // other hosts of the operator's domain are the operator's
    strictTransportSecurity: { includeSubDomains: false },
  })
  await app.register(cors, {
    origin: [...settings.corsOrigins],
    credentials: true,
    // OPTIONS is answered for every caller; what is not a preflight is no error either.
    strictPreflight: false,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'If-Match', 'Idempotency-Key'],
    exposedHeaders: ['ETag', 'Link', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })
  // behind the origins, so that a page can read why it was refused
  await limitRequests(app, settings)
  app.addHook('onRequest', async ({ url }) => {
    if (!HEALTH_PATHS.includes(url) && !(await readiness.isServingSoon())) throw starting()
  })
  answerUnknown(app)
  return app
}

/** JSON, or nothing at all: clients send the content type along with calls that have no body. */
function acceptJsonOnly(app: App): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body as string, done)
  })
}

/** How long what was sent on an open connection may be on its way, between the end of the port and that of the connection. */
const LAST_REQUESTS_MS = 1_000

/**
 * A kept-alive connection would otherwise hold the stopping server until its client lets go; and what a proxy
 * sends on it while it is closed has no answer. They end one after the other, with the answer to their next
 * request, once the port is closed: before, each of them would lead to another one that waits at the port.
 * @param lastRequestsMs between the end of the port and that of connections on which nothing is asked
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
    // right after the waiting connections were accepted: the system resets those that wait when the port is closed
    await nextTurn()
    if (!app.server.listening || lastRequestsMs === 0) return
    // the port alone: an HTTP server also closes connections whose first request has not arrived yet
    NetServer.prototype.close.call(app.server)
    await sleep(lastRequestsMs)
  })
}
