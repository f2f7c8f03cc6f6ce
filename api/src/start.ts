import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createDatabase, type Database } from './db/connection/database'
import { hasUsers } from './db/hasUsers'
import type { OnListenState } from './db/engine'
import type { OnStorage } from './db/pglite/diskSpace'
import { EMBEDDED_DURABILITY, MEMORY } from './db/pglite/embeddedFacts'
import type { OnReplica } from './db/replica/replicaWatch'
import { mayChangeAudit } from './db/roles'
import { untilReachable } from './db/connection/untilReachable'
import { refuseDemoData, seedDemo } from './demo/seed'
import { listen } from './foundation/listen'
import { createMetricsListener, metricsHost } from './metrics/listener'
import { createApi, createExternal } from './server'
import { dummyHash } from './services/auth/passwords'
import { tokenSecret } from './services/auth/tokenSecret'
import { missingRoom, roomNotices } from './services/connectionRoom'
import { startHousekeeping } from './services/housekeeping'
import { startRollUpJob } from './services/reports/rollUpJob'
import { joinProcesses } from './services/serverProcesses'
import { createServices } from './services/services'
import type { Settings } from './settings/settings'
import { startTracing } from './http/tracing'

export interface RunningServer {
  stop(): Promise<void>
  /** What a stop still waits for, in words for the log. */
  unfinished(): string[]
}

/** In order of start: when the API answers, both do. */
const LISTENERS = [
  { service: 'external', setting: 'EXTERNAL_PORT', port: 'externalPort', create: createExternal },
  { service: 'api', setting: 'PORT', port: 'port', create: createApi },
] as const

const NO_USERS =
  'this database has no users, so no sign-in is possible: make the first Master (create-master), or see whether this is the right database'
const UNSAFE_ROLE =
  'the role of DATABASE_URL may change the audit: serve with a role of its own, see api/README.md'

/**
 * `/healthz` and `/readyz` are answered before the database is open, all other calls once it is.
 * @param onCrash the server can no longer work
 * @throws CommandError
 */
export async function start(settings: Settings, onCrash: (error: Error) => void): Promise<RunningServer> {
  const tracing = await startTracing(settings)
  const database = createDatabase(settings, onCrash, {
    onStorage: (state) => sayStorage(state),
    onQuery: tracing?.onQuery,
    replicaUrl: settings.databaseReplicaUrl,
    onReplica: (unusedBecause) => sayReplica(unusedBecause),
  })
  const secret = onceAsked(() => tokenSecret(settings.tokenSecret, settings.dataDir))
  const services = createServices(database, settings, secret)
  const { readiness } = services
  const listeners = await Promise.all(
    LISTENERS.filter(({ service }) => settings.services.includes(service)).map(async (listener) => ({
      ...listener,
      app: await listener.create(settings, services, tracing),
    })),
  )
  const { metricsPort, metricsToken } = settings
  const metrics = metricsPort === null ? null : createMetricsListener(services.metrics, metricsToken)
  // SERVICES names one at least
  const { log } = listeners[0]!.app
  const sayStorage = storageNotices(services.warnings, log)
  const sayReplica = replicaNotices(services.warnings, log)
  const sayRoom = roomNotices(services.warnings, log)
  // of the class that has a connection at any time: a new one might be refused
  const lookForRoom = async () =>
    sayRoom(await missingRoom(database.dbs.interactive, settings.databaseConnections))
  let leave = async () => {}
  let stopListening = async () => {}
  let waiting: NodeJS.Timeout | undefined
  let stopBackgroundWork = async (): Promise<unknown> => undefined
  const unfinished = new Set<string>()
  const close = async () => {
    const failures: unknown[] = []
    // a step that fails leaves no later one out
    const finish = async (what: string, step: () => Promise<unknown>): Promise<void> => {
      unfinished.add(what)
      await step().catch((error: unknown) => failures.push(error))
      unfinished.delete(what)
    }
    // both at once: a roll-up may outlast the deadline of a stop, and requests that waited for it would be cut off
    await Promise.all([
      ...listeners.map(({ service, app }) =>
        finish(`requests on the ${service} listener`, () => app.close()),
      ),
      finish('housekeeping and the roll-up', stopBackgroundWork),
    ])
    if (metrics) await finish('requests for metrics', () => metrics.close())
    // not before the roll-up has ended: a process of another time zone may start once this one has left
    await finish('leaving the server processes', leave)
    await finish('closing the LISTEN connection', stopListening)
    await finish('closing the database', () => database.close())
    if (tracing) await finish('sending traces', () => tracing.stop())
    if (failures.length > 0) throw failures[0]
  }
  try {
    const ready: string[] = []
    for (const { app, service, setting, port } of listeners) {
      const address = await listen(app, setting, settings.host, settings[port])
      ready.push(`${service === 'api' ? '' : `${service} `}ready ${address}`)
    }
    if (metrics && metricsPort !== null) {
      const host = metricsHost(settings.host, metricsToken)
      ready.unshift(`metrics ready ${await listen(metrics, 'METRICS_PORT', host, metricsPort)}`)
    }
    if (!settings.databaseUrl && settings.dataDir !== MEMORY) log.warn(EMBEDDED_DURABILITY)
    sayProgress('database', 0, 1)
    waiting = saySeconds('database')
    const reaching = (step: () => Promise<void>) =>
      untilReachable(step, (reason) => log.warn({ reason }, 'the database is not there yet'))
    await reaching(() => database.open())
    secret()
    readiness.waitFor('migrations')
    await reaching(async () => {
      await database.migrate((why) => {
        clearInterval(waiting)
        log.warn(why)
      })
      if (!settings.databaseUrl) return
      if (settings.production && (await mayChangeAudit(database.dbs.background))) log.warn(UNSAFE_ROLE)
      leave = await joinProcesses(database, settings.timeZone, log, onCrash)
    })
    stopListening = database.listen(
      'sessions_changed',
      services.sessions,
      listenNotices(services.warnings, log),
    )
    clearInterval(waiting)
    sayProgress('database', 1, 1)
    await reaching(() => prepareData(database, settings))
    if (!(await hasUsers(database.dbs.background))) log.warn(NO_USERS)
    await dummyHash()
    readiness.waitFor('totals')
    for (const line of ready) say(line)
    const stopHousekeeping = startHousekeeping({
      database,
      loginWindow: settings.loginWindow,
      timeZone: settings.timeZone,
      log,
      // a pooler opens fewer
      hourly: settings.databaseUrl && !settings.databaseDirectUrl ? [lookForRoom] : [],
    })
    const rollUpJob = startRollUpJob(
      database.dbs.background,
      settings.timeZone,
      services.metrics.noteRollUp,
      log,
    )
    void rollUpJob.firstRun.then(() => readiness.waitFor(null))
    stopBackgroundWork = () => Promise.all([stopHousekeeping(), rollUpJob.stop()])
    return {
      stop: async () => {
        readiness.stop()
        await sleep(settings.stopDelay * 1000)
        await close()
      },
      unfinished: () => [...unfinished],
    }
  } catch (error) {
    clearInterval(waiting)
    await close().catch((failure: unknown) => log.error(failure, 'the stop after a failed start failed'))
    throw error
  }
}

const DISK_FULL = 'El disco de la base de datos está casi lleno: no se guardan cambios'

const storageNotices =
  (warnings: Set<string>, log: FastifyBaseLogger): OnStorage =>
  ({ full, freeMegabytes }) => {
    if (full) {
      warnings.add(DISK_FULL)
      log.error(
        { freeMegabytes },
        'the disk of DATA_DIR is nearly full: changes are refused until there is room',
      )
    } else {
      warnings.delete(DISK_FULL)
      log.info({ freeMegabytes }, 'the disk of DATA_DIR has room again: changes are taken')
    }
  }

const POOLED =
  'DATABASE_URL pasa por un pooler y falta DATABASE_DIRECT_URL: cada consulta busca su sesión en la base de datos'

const NOT_LISTENING =
  'No llegan los avisos de sesiones terminadas: cada consulta busca su sesión en la base de datos'

/** Says each change once, however often it is tried. */
function listenNotices(warnings: Set<string>, log: FastifyBaseLogger): OnListenState {
  let said: 'listening' | 'pooled' | 'lost' = 'listening'
  let saidAt = new Date()
  return (state) => {
    const kind = typeof state === 'string' ? state : 'lost'
    // through a pooler no session is kept anyway
    if (kind === said || (kind === 'lost' && said === 'pooled')) return
    const since = saidAt
    said = kind
    saidAt = new Date()
    warnings.delete(POOLED)
    warnings.delete(NOT_LISTENING)
    if (state === 'listening') {
      log.info({ since }, 'listening again for sessions that end: they are kept for a second')
    } else if (state === 'pooled') {
      warnings.add(POOLED)
      log.warn(
        'DATABASE_URL leads through a pooler: without DATABASE_DIRECT_URL no session is kept, and each call reads its own',
      )
    } else {
      warnings.add(NOT_LISTENING)
      log.warn(
        { reason: state.lostBecause },
        'not listening for sessions that end: no session is kept, and each call reads its own. ' +
          'See whether the database runs and accepts one more connection at DATABASE_DIRECT_URL (without it: DATABASE_URL)',
      )
    }
  }
}

const REPLICA_UNUSED = 'La réplica no se usa: las listas y los informes salen de la base de datos principal'

const replicaNotices =
  (warnings: Set<string>, log: FastifyBaseLogger): OnReplica =>
  (unusedBecause) => {
    if (unusedBecause === null) {
      warnings.delete(REPLICA_UNUSED)
      log.info('the replica is used for lists and reports')
    } else {
      warnings.add(REPLICA_UNUSED)
      log.warn({ reason: unusedBecause }, 'the replica is not used: the primary answers')
    }
  }

function onceAsked<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

async function prepareData({ dbs, withGlobalLock }: Database, settings: Settings): Promise<void> {
  const db = dbs.background
  if (settings.production) await refuseDemoData(db)
  if (settings.demoData) {
    const keptUntil = await withGlobalLock(() => seedDemo(db, settings.timeZone, new Date(), sayProgress))
    if (keptUntil) say(`demo data kept: movements since ${keptUntil.toISOString()} added`)
  }
}

const SIGN_OF_LIFE_MS = 3_000

/** Making a new database takes seconds, without other output. */
function saySeconds(what: string): NodeJS.Timeout {
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  return setInterval(() => say(`preparing: ${what}, ${seconds()} s`), SIGN_OF_LIFE_MS).unref()
}

/** A parent process waits for these lines. */
const say = (line: string): boolean => process.stdout.write(`console-api ${line}\n`)

const sayProgress = (what: string, done: number, all: number): boolean =>
  say(`preparing: ${what} ${done}/${all}`)
