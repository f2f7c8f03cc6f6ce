import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type RawServerDefault,
} from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { es } from 'zod/locales'
import type { Settings } from '../settings'
import { answerBrokenRequest } from './brokenRequest'
import { messageOf, sendError } from './errors'

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** Ample for the largest request, a machine's configuration with its list of games. */
const BODY_LIMIT = 256 * 1024

/** What both listeners have in common: limits, headers, origins, errors and logs. No routes. */
export async function createApp(settings: Settings): Promise<App> {
  // What zod says about a field is shown to the user.
  z.config(es())
  const app: App = fastify({
    // Standard output is for the lines that a parent process waits for.
    logger: { level: settings.logLevel, stream: process.stderr },
    // One line a request, written below, instead of two with addresses in them.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    trustProxy: settings.trustProxy.length > 0 ? [...settings.trustProxy] : false,
    exposeHeadRoutes: false,
    requestTimeout: 30_000,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: sendError,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: messageOf(404) }))
  acceptJsonOnly(app)
  await app.register(helmet, {
    // Answers are data: whatever a browser makes of one, it may load nothing and be framed by nobody.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
  })
  await app.register(cors, {
    origin: [...settings.corsOrigins],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'If-Match', 'Idempotency-Key'],
    exposedHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })
  describeEachRequest(app)
  closeConnectionsWhenStopping(app)
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

/** The pattern and never the address as sent: an address may carry what is nobody's business. */
function describeEachRequest(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime)
    request.log.info({ method, route: routeOptions.url ?? null, status: reply.statusCode, ms }, 'request')
  })
}

/** A kept-alive connection would otherwise hold the stopping server until its client lets go. */
function closeConnectionsWhenStopping(app: App): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close')
  })
}
