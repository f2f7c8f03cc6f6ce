import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createDatabase, type Database, retryUntilReachable } from './db/connection/database'
import { hasUsers } from './db/appState'
import { EMBEDDED_DURABILITY, MEMORY } from './db/pglite/embeddedFacts'
import { mayChangeAudit } from './db/roles'
import { rejectDemoData, seedDemo } from './demo/seed'
import { listen } from './foundation/listen'
import { StopSteps } from './foundation/stopSteps'
import { BUILD } from './foundation/app'
import { createMetricsListener, metricsHost } from './metrics/metrics'
import {
  listenWarnings,
  replicaWarnings,
  missingConnections,
  connectionWarnings,
  spaceWarnings,
} from './services/warnings'
import { createListener } from './server'
import { checkFactorKey } from './services/auth/factors/factorKey'
import { dummyHash } from './services/auth/passwords'
import { tokenSecret } from './services/auth/tokens'
import { startHousekeeping, startRollUpJob } from './services/housekeeping'
import { checkHourly } from './services/invariants'
import { OutageLog } from './services/outage'
import { joinProcesses, noteStart } from './services/serverProcesses'
import { createServices } from './services/services'
import type { Settings } from './settings/settings'
import { startTracing } from './http/tracing'

export interface RunningServer {
  stop(): Promise<void>
  /** What a stop still waits for, in words for the log. */
  unfinished(): string[]
}

/** The listeners in order of start: when the API answers, both do. */
const LISTENERS = [
  { service: 'external', setting: 'EXTERNAL_PORT', port: 'externalPort' },
  { service: 'api', setting: 'PORT', port: 'port' },
] as const

/** Not the reverse of startup: listeners open before the database, so that probes are answered meanwhile. */
const STOP_ORDER = [
  // both at once: a roll-up may outlast the deadline of a stop, and requests that waited for it would be cut off
  'requests and background work',
  'metrics',
  // not before the roll-up has ended: a process of another time zone may start once this one has left
  'server processes',
  'LISTEN connection',
  'database',
  'traces',
] as const

const NO_USERS =
  'this database has no users, so no sign-in is possible: make the first Master (create-master), or see whether this is the right database'
const UNSAFE_ROLE =
  'the role of DATABASE_URL may change the audit: serve with a role of its own, see api/README.md'

type OnCrash = (error: Error) => void

/**
 * `/healthz` and `/readyz` are answered before the database is open, all other calls once it is.
 * @param onCrash called when the server can no longer work
 * @throws CommandError
 */
export async function start(settings: Settings, onCrash: OnCrash): Promise<RunningServer> {
  const stopping = new StopSteps(STOP_ORDER)
  const server = await create(settings, onCrash, stopping)
  const { readiness } = server.services
  try {
    const ready = await openPorts(server)
    await openDatabase(server, onCrash)
    await dummyHash()
    readiness.waitFor('totals')
    for (const line of ready) printLine(line)
    startBackgroundWork(server)
  } catch (error) {
    await stopping
      .run()
      .catch((failure: unknown) => server.log.error(failure, 'the stop after a failed start failed'))
    throw error
  }
  return {
    stop: async () => {
      readiness.stop()
      // their clients continue with another process
      server.services.events.endAll()
      await sleep(settings.stopDelay * 1000)
      await stopping.run()
    },
    unfinished: () => stopping.unfinished(),
  }
}

type Server = Awaited<ReturnType<typeof create>>

/** Creates everything that needs neither a port nor a database. */
async function create(
  settings: Settings,
  onCrash: OnCrash,
  stopping: StopSteps<(typeof STOP_ORDER)[number]>,
) {
  const outage = new OutageLog(() => log)
  const tracing = await startTracing(settings)
  if (tracing) stopping.add('traces', 'sending traces', () => tracing.stop())
  const database = createDatabase(settings, onCrash, {
    onNoSpace: (reason) => logNoSpace(reason),
    onQuery: tracing?.onQuery,
    onAnswer: () => outage.answered(),
    replicaUrl: settings.databaseReplicaUrl,
    onReplica: (unusedBecause) => logReplica(unusedBecause),
  })
  stopping.add('database', 'closing the database', () => database.close())
  const secrets = memoize(() => [
    tokenSecret(settings.tokenSecret, settings.dataDir),
    ...(settings.tokenSecretAccepted === null ? [] : [settings.tokenSecretAccepted]),
  ])
  const services = createServices(database, settings, secrets, () => log, outage)
  const logVersion = memoize((first: FastifyBaseLogger) =>
    first.info({ ...BUILD, node: process.version }, 'console-api starts'),
  )
  const listeners = await Promise.all(
    LISTENERS.filter(({ service }) => settings.services.includes(service)).map(async (listener) => ({
      ...listener,
      app: await createListener(listener.service, settings, services, tracing, logVersion),
    })),
  )
  for (const { service, app } of listeners) {
    stopping.add('requests and background work', `requests on the ${service} listener`, () => app.close())
  }
  const { metricsPort, metricsToken } = settings
  const metrics = metricsPort === null ? null : createMetricsListener(services.metrics, metricsToken)
  if (metrics) stopping.add('metrics', 'requests for metrics', () => metrics.close())
  // SERVICES names at least one
  const { log } = listeners[0]!.app
  const logNoSpace = spaceWarnings(services.warnings, log)
  const logReplica = replicaWarnings(services.warnings, log)
  return { settings, stopping, database, secrets, services, listeners, metrics, log }
}

/** @returns what to log once the database is open too */
async function openPorts({ settings, listeners, metrics }: Server): Promise<string[]> {
  const ready: string[] = []
  for (const { app, service, setting, port } of listeners) {
    const address = await listen(app, { name: setting, host: settings.host, port: settings[port] })
    ready.push(`${service === 'api' ? '' : `${service} `}ready ${address}`)
  }
  const { metricsPort, metricsToken } = settings
  if (metrics && metricsPort !== null) {
    const host = metricsHost(settings.host, metricsToken)
    const address = await listen(metrics, { name: 'METRICS_PORT', host, port: metricsPort })
    ready.unshift(`metrics ready ${address}`)
  }
  return ready
}

/** Waits for the database server, migrations and demo data. */
async function openDatabase(server: Server, onCrash: OnCrash): Promise<void> {
  const { settings, stopping, database, secrets, services, log } = server
  const reaching = (step: () => Promise<void>) =>
    retryUntilReachable(step, (error) => services.outage.note(error))
  if (!settings.databaseUrl && settings.dataDir !== MEMORY) log.warn(EMBEDDED_DURABILITY)
  logProgress('database', 0, 1)
  const waiting = logSeconds()
  try {
    await reaching(() => database.open())
    secrets()
    services.readiness.waitFor('migrations')
    await reaching(async () => {
      await database.migrate((why) => {
        clearInterval(waiting)
        log.warn(why)
      })
      if (!settings.databaseUrl) return
      if (settings.production && (await mayChangeAudit(database.dbs.background))) log.warn(UNSAFE_ROLE)
      const leave = await joinProcesses(database, settings.timeZone, services.outage, log, onCrash)
      stopping.add('server processes', 'leaving the server processes', leave)
    })
  } finally {
    clearInterval(waiting)
  }
  await reaching(() => checkFactorKey(database.dbs.background, services.factorKey, services.factorRule))
  const logListening = listenWarnings(services.warnings, log)
  const { sessions, events } = services
  const listeners = { sessions_changed: [sessions, events.onSessions], changes: [events.onChanges] }
  const stopListening = database.listen(listeners, logListening)
  stopping.add('LISTEN connection', 'closing the LISTEN connection', stopListening)
  logProgress('database', 1, 1)
  await reaching(() => prepareData(database, settings))
  await noteStart(database.dbs.background).catch((error: unknown) =>
    log.warn({ err: error }, 'this start is not noted for recent-changes'),
  )
  if (!(await hasUsers(database.dbs.background))) log.warn(NO_USERS)
}

function startBackgroundWork({ settings, stopping, database, services, log }: Server): void {
  const { databaseUrl, databaseDirectUrl, databaseConnections, loginWindow, timeZone } = settings
  const logConnections = connectionWarnings(services.warnings, log)
  // uses the class that always has a connection: a new one might be refused
  const checkConnections = async () =>
    logConnections(await missingConnections(database.dbs.interactive, databaseConnections))
  const readInvariants = async () => {
    for (const { wrong, check, text } of (await checkHourly(database.dbs.background)) ?? [])
      if (wrong > 0) log.error({ check, wrong }, `the data contradicts itself: ${text}`)
  }
  const stopHousekeeping = startHousekeeping({
    database,
    loginWindow,
    timeZone,
    outage: services.outage,
    log,
    // a pooler opens fewer connections
    hourly: [
      ...(databaseUrl && !databaseDirectUrl ? [checkConnections] : []),
      // the embedded engine could answer no calls meanwhile: a command checks its data
      ...(databaseUrl ? [readInvariants] : []),
    ],
  })
  const onRolledUp = async (): Promise<void> => {
    services.metrics.noteRollUp()
    if (!settings.services.includes('api')) return
    try {
      await services.overview.prepare()
    } catch (error) {
      if (!services.outage.note(error)) log.error({ err: error }, 'the overview could not be prepared')
    }
  }
  const rollUpJob = startRollUpJob(database.dbs.background, timeZone, onRolledUp, services.outage, log)
  void rollUpJob.firstRun.then(() => services.readiness.waitFor(null))
  stopping.add('requests and background work', 'housekeeping and the roll-up', () =>
    Promise.all([stopHousekeeping(), rollUpJob.stop()]),
  )
}

function memoize<T, Given extends unknown[] = []>(make: (...given: Given) => T): (...given: Given) => T {
  let made: { value: T } | null = null
  return (...args) => (made ??= { value: make(...args) }).value
}

async function prepareData({ dbs, withGlobalLock }: Database, settings: Settings): Promise<void> {
  const db = dbs.background
  if (settings.production) await rejectDemoData(db)
  if (settings.demoData) {
    const keptUntil = await withGlobalLock(() => seedDemo(db, settings.timeZone, new Date(), logProgress))
    if (keptUntil) printLine(`demo data kept: movements since ${keptUntil.toISOString()} added`)
  }
}

const PROGRESS_INTERVAL_MS = 3_000

/** Making a new database takes seconds, without other output. */
function logSeconds(): NodeJS.Timeout {
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  return setInterval(() => printLine(`preparing: database, ${seconds()} s`), PROGRESS_INTERVAL_MS).unref()
}

/** A parent process waits for these lines. */
const printLine = (line: string): boolean => process.stdout.write(`console-api ${line}\n`)

const logProgress = (what: string, done: number, all: number): boolean =>
  printLine(`preparing: ${what} ${done}/${all}`)
