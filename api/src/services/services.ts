import { forwardedForGuard } from '@console/shared-kernel/schemas'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/connection/database'
import type { Db } from '../db/schema'
import type { Transact } from '../db/transact'
import { createMetrics, type Metrics, type StoredFacts } from '../metrics/metrics'
import type { Settings } from '../settings/settings'
import { createLogin, type Login } from './auth/login'
import { createLoginLimits } from './auth/loginLimits'
import { passwordsWaiting, type PasswordChecks } from './auth/passwords'
import { SessionCache } from './auth/sessionCache'
import { createTokens, type Tokens } from './auth/tokens'
import { EventStreams } from './events/eventStreams'
import { createReports, type Reports } from './reports/reports'
import { lacksSpace } from './warnings'
import { createReadiness, type Readiness } from './readiness'
import { WriteLimit } from './writes/writeLimit'
import { createWrites, type Writes } from './writes/writes'
import { lastRolledUp } from './reports/runningTotals'

export interface Services {
  db: Db
  transactList: () => Transact
  timeZone: string
  writes: Writes
  tokens: Tokens
  sessions: SessionCache
  login: Login
  passwordChecks: PasswordChecks
  /** Listed by `/readyz`. */
  warnings: Set<string>
  reports: Reports
  events: EventStreams
  readiness: Readiness
  metrics: Metrics
  /** Of all listeners: they share its line in the log. */
  guardForwardedFor: (request: FastifyRequest) => void
}

/** @param secret signs tokens; called with the first request, when the data directory is open. @param log known later */
export function createServices(
  database: Database,
  settings: Settings,
  secret: () => string,
  log: () => FastifyBaseLogger,
): Services {
  const { dbs } = database
  const tokens = createTokens(secret)
  const sessions = new SessionCache()
  const limits = createLoginLimits(dbs.logins, settings.loginWindow)
  const readiness = createReadiness(dbs.interactive)
  const warnings = new Set<string>()
  const events = new EventStreams(dbs.interactive, log)
  const metrics = createMetrics({
    loadOf: database.loadOf,
    replicaFigures: database.replicaFigures,
    passwordsWaiting,
    isListening: () => sessions.isListening,
    lacksSpace: () => lacksSpace(warnings),
    eventFigures: () => events.figures(),
    storedFacts: createStoredFacts(dbs.interactive),
    isReady: async () => (await readiness.notReadyReason()) === null,
  })
  return {
    db: dbs.interactive,
    transactList: () => database.transactFor('lists'),
    timeZone: settings.timeZone,
    writes: createWrites(dbs.interactive, secret, new WriteLimit(settings.writeLimit), sessions),
    tokens,
    sessions,
    login: createLogin({ db: dbs.logins, tokens, limits, tokenTtl: settings.tokenTtl }),
    // production refuses demo data, and so its password as well
    passwordChecks: { limits, allowDemoPassword: !settings.production },
    warnings,
    reports: createReports(
      {
        db: dbs.interactive,
        transactFor: (signal) => database.transactFor('reports', signal),
        hasOneSession: database.hasOneSession,
      },
      settings.timeZone,
    ),
    events,
    readiness,
    metrics,
    guardForwardedFor: forwardedForGuard<FastifyRequest>(metrics.noteBrokenForward, ({ log, raw }) =>
      log.warn(
        { connection: raw.socket.remoteAddress },
        'X-Forwarded-For has no address where the client’s should be: the connection’s counts instead',
      ),
    ),
  }
}

/** Many scrapers must not load the database. */
const KEPT_MS = 10_000

/** @returns null while the database does not answer */
export function createStoredFacts(db: Db): () => Promise<StoredFacts | null> {
  let kept: { facts: Promise<StoredFacts | null>; until: number } | null = null
  return () => {
    const now = performance.now()
    if (!kept || now >= kept.until) kept = { facts: read(db).catch(() => null), until: now + KEPT_MS }
    return kept.facts
  }
}

async function read(db: Db): Promise<StoredFacts> {
  const { rows } = await sql<StoredFacts>`
    select (select count(*) from sessions where expires_at > now()) as sessions,
      ${lastRolledUp} as "rolledUpUntil"`.execute(db)
  return rows[0]!
}
