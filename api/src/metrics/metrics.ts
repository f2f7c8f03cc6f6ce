import { createHash, timingSafeEqual } from 'node:crypto'
import fastify from 'fastify'
import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { WorkLoad } from '../db/engine'
import type { ReplicaFigures } from '../db/replica/replica'
import { DatabaseBusy } from '../db/failures'
import { WORK_CLASSES, type WorkClass } from '../db/workClass'
import { type App, BUILD, whenCutOff } from '../foundation/app'
import { HttpError, LIMITS } from '../foundation/httpError'
import type { Service } from '../settings/settingTypes'
import {
  gaugesOf,
  registerAttention,
  registerEvents,
  registerInvariants,
  registerReplica,
  type EventFigures,
  type StoredFacts,
} from './sourceMetrics'
import type { Listening } from '../foundation/listen'

/** Seconds, from a cached answer to a one-year report. Interactive calls are cut off at 10 s. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Used instead of a status: the client disconnected, or a list failed after it had begun. */
export const CUT_OFF = 'cut off'

/** A starting process answers them with 503. */
const PROBES = ['/healthz', '/readyz']

const EVENTS = '/api/events'

/** Successful calls by `console-probe` are not counted, as alerts look for traffic from people. Its failures are. */
const PROBE_AGENT = 'console-probe'

type Described = Pick<FastifyRequest, 'method' | 'routeOptions' | 'headers'>

interface Sources {
  loadOf: (work: WorkClass) => WorkLoad
  /** Null without a replica. */
  replicaFigures: (() => ReplicaFigures) | null
  passwordsWaiting: () => number
  isListening: () => boolean
  lacksSpace: () => boolean
  isDatabaseAway: () => boolean
  eventFigures: () => EventFigures
  storedFacts: () => Promise<StoredFacts | null>
  isReady: () => Promise<boolean>
  isStopping: () => boolean
  /** Whether there is an hourly check of the data. */
  checksInvariants: boolean
}

/** docs/operations/README.md lists the names, which dashboards and alerts depend on. */
export interface Metrics {
  watch(app: App, listener: Service): void
  /** Call when all days that were due are rolled up. */
  noteRollUp(): void
  /** Call when a sign-in with the correct password is asked for a second step. */
  noteSecondStep(): void
  /** Call when X-Forwarded-For has no address where the client's should be. */
  noteBrokenForward(): void
  /** The metrics in the text format of Prometheus. */
  text(): Promise<string>
  contentType: string
}

export function createMetrics(sources: Sources): Metrics {
  const { loadOf, replicaFigures, passwordsWaiting, isListening, lacksSpace, isDatabaseAway } = sources
  const { eventFigures, storedFacts, isReady, isStopping, checksInvariants } = sources
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'console_api_build_info',
    help: '1, with the version and the build of this process',
    labelNames: ['version', 'build'] as const,
    registers,
  }).set(BUILD, 1)
  const durations = new Histogram({
    name: 'console_api_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['listener', 'method', 'route', 'status'] as const,
    buckets: DURATION_BUCKETS,
    registers,
  })
  // a rate misses the step from no value to the first one
  durations.zero({ listener: 'api', method: 'POST', route: '/api/Auth/login', status: 200 })
  const secondSteps = new Counter({
    name: 'console_api_second_steps_total',
    help: 'Sign-ins with the correct password that were asked for a second step',
    registers,
  })
  const answers = new Counter({
    name: 'console_api_answers_total',
    help: 'Answers to requests other than probes, by status',
    labelNames: ['status'] as const,
    registers,
  })
  for (const status of [200, 500, 503, 504]) answers.inc({ status }, 0)
  const inFlight = new Gauge({
    name: 'console_api_requests_in_flight',
    help: 'Requests that are being answered',
    labelNames: ['listener'] as const,
    registers,
  })
  const rejections = new Counter({
    name: 'console_api_refusals_total',
    help: 'Requests and connections that a limit has refused',
    labelNames: ['limit'] as const,
    registers,
  })
  // from 0, like the answers above
  for (const limit of [...LIMITS, 'connections', 'database']) rejections.inc({ limit }, 0)
  const invalidForwardedFor = new Counter({
    name: 'console_api_forwarded_for_broken_total',
    help: "Requests counted under a proxy's address because its X-Forwarded-For names no client",
    registers,
  })
  new Gauge({
    name: 'console_api_database_connections',
    help: 'Connections to the database, of each class of work',
    labelNames: ['work', 'state'] as const,
    registers,
    collect() {
      for (const work of WORK_CLASSES) {
        const { busy, idle } = loadOf(work)
        this.set({ work, state: 'busy' }, busy)
        this.set({ work, state: 'idle' }, idle)
      }
    },
  })
  new Gauge({
    name: 'console_api_database_waiting',
    help: 'Tasks that wait for a connection to the database',
    labelNames: ['work'] as const,
    registers,
    collect() {
      for (const work of WORK_CLASSES) this.set({ work }, loadOf(work).waiting)
    },
  })
  const gauge = gaugesOf(registers)
  gauge(
    'console_api_password_checks_waiting',
    'Passwords that wait to be compared or hashed',
    passwordsWaiting,
  )
  gauge('console_api_ready', '1 while requests should be sent to this process, as /readyz says', isReady)
  gauge(
    'console_api_listening',
    '1 while this process hears at once of changes, and of sessions that end on others, else 0',
    isListening,
  )
  gauge(
    'console_api_disk_full',
    '1 while /readyz warns that the disk of the database is full, else 0',
    lacksSpace,
  )
  gauge(
    'console_api_database_away',
    '1 from a call that the database does not answer until it has answered for seconds, else 0',
    isDatabaseAway,
  )
  // a registry collects from all its metrics in parallel
  gauge(
    'console_api_sessions',
    'Sessions that have not ended, on all processes; absent while the database does not answer',
    async () => (await storedFacts())?.sessions,
  )
  gauge(
    'console_api_block_end_delay_seconds',
    'How long ago the oldest block should have ended that is still there, 0 without one; absent while the database does not answer',
    async () => (await storedFacts())?.blockEndDelay,
  )
  gauge(
    'console_api_closed_until_timestamp_seconds',
    'The end of the last day whose totals are kept; absent while there is none',
    async () => {
      const until = (await storedFacts())?.rolledUpUntil
      return until && until.getTime() / 1000
    },
  )
  // starts with the process, so that one that never succeeds is noticed too
  let lastRollUp = Date.now() / 1000
  gauge(
    'console_api_roll_up_timestamp_seconds',
    'When this process last found all days that were due rolled up; until then, when it started',
    () => lastRollUp,
  )

  registerInvariants(registers, storedFacts, checksInvariants)
  registerAttention(registers, storedFacts)
  registerEvents(registers, eventFigures)
  if (replicaFigures) registerReplica(registers, replicaFigures)

  return {
    watch: (app, listener) => {
      const observe = (
        { method, routeOptions, headers }: Described,
        status: number | string,
        ms: number,
      ): void => {
        if (headers['user-agent'] === PROBE_AGENT && Number(status) < 400) return
        // the pattern: each address as sent would become a time series
        const route = routeOptions.url ?? 'unknown'
        durations.observe({ listener, method, route, status }, ms / 1000)
        // a stream that a stopping process turns away continues with another process
        const isMoved = route === EVENTS && status === 503 && isStopping()
        if (!PROBES.includes(route) && !isMoved) answers.inc({ status })
      }
      app.addHook('onRequest', async (request, reply) => {
        inFlight.inc({ listener })
        reply.raw.once('close', () => inFlight.dec({ listener }))
        whenCutOff(reply, () => observe(request, CUT_OFF, reply.elapsedTime))
      })
      // not called for an answer that is cut off
      app.addHook('onResponse', async (request, { statusCode, elapsedTime }) =>
        observe(request, statusCode, elapsedTime),
      )
      app.addHook('onError', async (_request, _reply, error) => {
        const limit = limitOf(error)
        if (limit) rejections.inc({ limit })
      })
      app.server.on('drop', () => rejections.inc({ limit: 'connections' }))
    },
    noteSecondStep: () => secondSteps.inc(),
    noteBrokenForward: () => invalidForwardedFor.inc(),
    noteRollUp: () => (lastRollUp = Date.now() / 1000),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

function limitOf(error: Error): string | null {
  if (error instanceof HttpError) return error.limit
  return error instanceof DatabaseBusy ? 'database' : null
}

const LOOPBACK = '127.0.0.1'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Listens on a port of its own, which the console's proxy does not forward.
 * @param token required if set; without one the port is open to this machine only
 */
export function createMetricsListener(metrics: Metrics, token: string | null): Listening {
  const app = fastify()
  const expected = token === null ? null : digest(`Bearer ${token}`)
  app.get('/metrics', async (request, reply) => {
    const given = digest(request.headers.authorization ?? '')
    if (expected && !timingSafeEqual(given, expected)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send()
    }
    return reply.type(metrics.contentType).send(await metrics.text())
  })
  return app
}

/** @param host where the other listeners listen */
export const metricsHost = (host: string, token: string | null): string => (token === null ? LOOPBACK : host)
