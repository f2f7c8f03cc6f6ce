import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import swagger from '@fastify/swagger'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { forwardedForGuard } from '@console/shared-kernel/schemas'
import { CommandError, loggerOptions, UsageError } from '@console/shared-kernel/command'
import { WaitedTooLong } from '@console/shared-kernel/lock'
import { readVersion } from '../settings/version'
import type { Site } from '../site/files'
import { readRecord } from '../site/releaseRecords'
import { publishFolder } from '../site/releases'
import { SandboxUnavailable, type Budgets } from '../verify/checks'
import { audit, type AuditEntry } from './audit'
import { ErrorLog } from './errorLog'
import { NO_SANDBOX, type Command } from './command'
import { Telemetry } from './telemetry'
import { requireQuota, callerOf, Forbidden, requireOwner, type Caller } from './teams'
import { createQueues, inTurn, signalOf, type Queues } from './queues'
import { MAX_PACKED_BYTES, removeUploads, withUpload } from './upload'

export interface ServiceSettings {
  site: Site
  budgets: Budgets
  commands: readonly Command[]
  /** Addresses of proxies whose X-Forwarded-For is trusted. */
  trustProxy?: string[]
  logLevel?: string
  queueMs?: number
  checkQueueMs?: number
}

const REJECTED = z.object({ message: z.string() })

/** Serves the commands over HTTP to teams with a token. */
export async function createService(settings: ServiceSettings) {
  const { site, trustProxy = [], logLevel = 'info', queueMs, checkQueueMs } = settings
  const app = await createApp(trustProxy, logLevel, () => telemetry.noteBrokenForward())
  const queues = createQueues(queueMs, checkQueueMs)
  await removeUploads(site)
  const errors = new ErrorLog((what, error) => app.log.error(error, what))
  app.log.info({ ...readVersion(), node: process.version }, 'console-delivery starts')
  const telemetry = await Telemetry.open(site, errors)
  app.addHook('onClose', () => telemetry.close())
  const runAsCaller = createRunAsCaller(site, errors)
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok', ...readVersion() }))
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  app.after(() => {
    addCommands(app, settings, telemetry, queues, runAsCaller)
    app.register((events) => addBrowserEvents(events, telemetry))
    app.register((uploads) => addUploads(uploads, site, queues, runAsCaller))
  })
  await app.ready()
  return Object.assign(app, { telemetry })
}

async function createApp(trustProxy: string[], logLevel: string, noteBrokenForward: () => void) {
  const app = fastify({
    logger: loggerOptions(logLevel),
    // changes are in the audit log
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    genReqId: () => randomUUID(),
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    requestTimeout: 120_000,
    // a rejected body is not read to the end
    forceCloseConnections: true,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendError)
  const guardForwardedFor = forwardedForGuard<FastifyRequest>(noteBrokenForward, ({ raw }) =>
    app.log.warn(
      { connection: raw.socket.remoteAddress },
      'X-Forwarded-For has no address where the client’s should be: the connection’s counts instead',
    ),
  )
  if (trustProxy.length > 0) app.addHook('onRequest', async (request) => guardForwardedFor(request))
  await app.register(rateLimit, { max: 300, timeWindow: '1 minute' })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Delivery service', version: '1.0.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
  })
  return app
}
type App = Awaited<ReturnType<typeof createApp>>

type RunAsCaller = <T>(
  request: FastifyRequest,
  asked: { command: string; input: unknown; changes: boolean },
  work: (caller: Caller) => Promise<T> | T,
) => Promise<T>

/** Checks the token and records the outcome. */
const createRunAsCaller =
  (site: Site, errors: ErrorLog): RunAsCaller =>
  async (request, { command, input, changes }, work) => {
    const caller = await callerOf(site, tokenOf(request))
    if (!caller) throw new Unauthorized()
    const { team, tokenId } = caller
    const entry = { id: request.id, team, tokenId, address: request.ip, command, input }
    if (changes) await audit(site, { ...entry, outcome: 'begun' })
    // a failure to record must not fail a change that has been made
    const note = (ending: Pick<AuditEntry, 'outcome' | 'result'>) =>
      errors.guard('audit', () => audit(site, { ...entry, ...ending }))
    let result: Awaited<ReturnType<typeof work>>
    try {
      result = await work(caller)
    } catch (error) {
      await note({ outcome: (error as Error).message })
      throw error
    }
    await note({ outcome: 'done', ...(changes && { result }) })
    return result
  }

function addCommands(
  app: App,
  { site, budgets, commands }: ServiceSettings,
  telemetry: Telemetry,
  queues: Queues,
  runAsCaller: RunAsCaller,
): void {
  for (const command of commands) {
    const { name, changes, summary, input, output } = command
    if (changes === undefined) continue
    app.post(
      `/commands/${name}`,
      { schema: { summary, body: input, response: { 200: output, '4xx': REJECTED, '5xx': REJECTED } } },
      (request, reply) => {
        const signal = signalOf(reply)
        const changed = changes(request.body)
        const asked = { command: name, input: request.body, changes: changed !== null }
        return runAsCaller(request, asked, async (caller) => {
          const mayRollBack = caller.rollsBack && command.isRollback?.(request.body) === true
          if (changed !== null && !mayRollBack) await requireOwner(site, caller, changed)
          // a browser started by the person on call would make other teams wait
          if (command.opensBrowser && caller.rollsBack && caller.owns.size === 0)
            throw new Forbidden(`${caller.team} may roll back and read, and nothing else.`)
          const context = { site, who: caller.team, owns: caller.owns, budgets, commands, telemetry, signal }
          const run = async () => command.run(context, request.body)
          if (asked.changes) return inTurn(queues.changes, request, run)
          if (!command.opensBrowser) return run()
          return inTurn(queues.checksOf(caller.team), request, () => inTurn(queues.checks, request, run))
        })
      },
    )
  }
}

async function addBrowserEvents(events: FastifyInstance, telemetry: Telemetry): Promise<void> {
  // browsers send `text/plain`, or the content types of their own reports
  events.removeAllContentTypeParsers()
  events.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  // counted by IPv4 address or IPv6 /64, as sessions are
  const options = { schema: { hide: true }, config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }
  events.post('/events', options, async (request, reply) => {
    await telemetry.acceptEvents(String(request.body), request.ip)
    return reply.status(204).send()
  })
  events.post('/events/reports', options, (request, reply) => {
    telemetry.acceptBrowserReports(String(request.body))
    return reply.status(204).send()
  })
}

async function addUploads(
  uploads: FastifyInstance,
  site: Site,
  queues: Queues,
  runAsCaller: RunAsCaller,
): Promise<void> {
  uploads.removeAllContentTypeParsers()
  uploads.addContentTypeParser('application/gzip', { bodyLimit: MAX_PACKED_BYTES }, (_, payload, done) =>
    done(null, payload),
  )
  uploads.post(
    '/releases',
    {
      bodyLimit: MAX_PACKED_BYTES,
      schema: {
        summary: 'puts a build into the site: its dist as .tar.gz',
        consumes: ['application/gzip'],
        response: { 200: z.object({ release: z.string(), before: z.boolean() }), '4xx': REJECTED },
      },
    },
    (request) =>
      runAsCaller(request, { command: 'publish', input: null, changes: true }, (caller) =>
        inTurn(queues.uploadsOf(caller.team), request, () =>
          withUpload(
            site,
            request.body as Readable,
            (work) => inTurn(queues.uploads, request, work),
            async (folder) => {
              await requireOwner(site, caller, (await readRecord(folder)).name)
              const accept = (upload: string) => requireQuota(site, caller, upload)
              await accept(folder)
              const turn = (work: () => Promise<boolean>) => inTurn(queues.changes, request, work)
              return publishFolder(site, folder, { inTurn: turn, accept })
            },
          ),
        ),
      ),
  )
}

/** Serves metrics to Prometheus, on a private address. */
export function createMetrics({ registry }: Telemetry) {
  const app = fastify()
  app.get('/metrics', async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()))
  return app
}

class Unauthorized extends Error {}
const tokenOf = ({ headers }: FastifyRequest): string =>
  /^Bearer (\S{1,200})$/.exec(headers.authorization ?? '')?.[1] ?? ''

function sendError(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  const status = statusOf(error)
  if (status >= 500 && status !== 503 && !(error instanceof CommandError)) request.log.error(error)
  if (status === 503) reply.header('retry-after', '10')
  const message =
    error instanceof CommandError
      ? error.message
      : status === 401
        ? 'A valid token is required.'
        : status === 503
          ? 'Other changes are under way. Try again.'
          : status >= 500
            ? `The service failed (${String(request.id)}). See status.`
            : error.message
  return reply.status(status).send({ message })
}

function statusOf(error: Error & { statusCode?: number }): number {
  if (error instanceof Unauthorized) return 401
  if (error instanceof Forbidden) return 403
  if (error instanceof UsageError) return 400
  if (error instanceof SandboxUnavailable) return NO_SANDBOX
  if (error instanceof CommandError) return 409
  if (error instanceof WaitedTooLong) return 503
  return error.statusCode ?? 500
}
