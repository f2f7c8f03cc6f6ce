import { forwardedForGuard } from '@console/shared-kernel/schemas'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/connection/database'
import type { Db } from '../db/schema'
import type { Transact } from '../db/transact'
import { createMetrics, type Metrics } from '../metrics/metrics'
import type { StoredFacts } from '../metrics/sourceMetrics'
import type { Settings } from '../settings/settings'
import { lastCheck } from './attention/findings'
import type { SecondFactorRule } from '../settings/settingTypes'
import { Enrolment } from './auth/factors/enrolment'
import { FactorKey } from './auth/factors/factorKey'
import type { FactorServices } from './auth/factors/factors'
import { Passkeys } from './auth/factors/passkeys'
import { Proofs } from './auth/factors/proofs'
import { SecondStep } from './auth/factors/secondStep'
import { createLogin, type Login } from './auth/login'
import { createLoginLimits } from './auth/loginLimits'
import { passwordsWaiting, type PasswordChecks } from './auth/passwords'
import { SessionUse } from './auth/ownSessions'
import { SessionCache } from './auth/sessionCache'
import { createTokens, type Tokens } from './auth/tokens'
import { EventStreams } from './events/eventStreams'
import { createOverview, type Overview } from './reports/overview'
import { createReports, type Reports } from './reports/reports'
import { blockEndDelay } from './blockEnds'
import { lacksSpace } from './warnings'
import { storedInvariants } from './invariants'
import type { OutageLog } from './outage'
import { createReadiness, type Readiness } from './readiness'
import { UserRateLimit } from '../foundation/userRateLimit'
import { createWrites, type Writes } from './writes/writes'
import { lastRolledUp } from './reports/runningTotals'

export interface Services {
  db: Db
  transactList: () => Transact
  timeZone: string
  /** A credit change by more than this needs a reason; null: none does. */
  reasonAboveCents: number | null
  writes: Writes
  tokens: Tokens
  sessions: SessionCache
  /** Seconds without a call after which a session ends; null: no limit. */
  idleSeconds: number | null
  sessionUse: SessionUse
  login: Login
  secondStep: SecondStep
  factorRule: SecondFactorRule
  factorKey: FactorKey
  factorServices: FactorServices
  enrolment: Enrolment
  proofs: Proofs
  passwordChecks: PasswordChecks
  /** Limits password strength checks. */
  hintLimit: UserRateLimit
  /** Listed by `/readyz`. */
  warnings: Set<string>
  reports: Reports
  overview: Overview
  events: EventStreams
  readiness: Readiness
  outage: OutageLog
  metrics: Metrics
  /** Shared by all listeners, so that they also share its limit on log lines. */
  guardForwardedFor: (request: FastifyRequest) => void
}

/** How many changes a user may make at once after a pause: two of the largest bulk calls. */
const MAX_CHANGES_AT_ONCE = 1_000
/** More than anyone types. For strength checks, and for weak passwords that are sent. */
const TYPED_PASSWORDS = { perMinute: 60, burst: 30, limit: 'passwords' } as const

/**
 * @param secrets the first one signs tokens; called at the first request, when the data directory is open
 * @param log returns the log, which is created later
 */
export function createServices(
  database: Database,
  settings: Settings,
  secrets: () => readonly string[],
  log: () => FastifyBaseLogger,
  outage: OutageLog,
): Services {
  const { dbs } = database
  const tokens = createTokens(secrets)
  const sessions = new SessionCache()
  const limits = createLoginLimits(dbs.logins, settings.loginWindow)
  const readiness = createReadiness(dbs.interactive, (error) => outage.note(error))
  const warnings = new Set<string>()
  const { sessionIdle: idleSeconds, secondFactor: rule, tokenTtl, sessionsPerUser } = settings
  const events = new EventStreams(dbs.interactive, log, idleSeconds)
  const changes = { perMinute: settings.writeLimit, burst: MAX_CHANGES_AT_ONCE, limit: 'changes' } as const
  const writes = createWrites(dbs.interactive, secrets, new UserRateLimit(changes), sessions)
  const factorKey = new FactorKey(settings.factorKey, log)
  const passkeys = new Passkeys({ rpId: settings.passkeyRpId, origins: settings.corsOrigins }, secrets)
  const factorServices: FactorServices = { limits, key: factorKey, passkeys, rule }
  const start = { tokens, tokenTtl, sessionsPerUser }
  const secondStep = new SecondStep({ ...factorServices, db: dbs.logins, start })
  const rules = { creditCents: settings.proofCredit * 100, blocks: settings.proofBlocks }
  const proofs = new Proofs({ ...factorServices, db: dbs.interactive, writes, rules })
  const metrics = createMetrics({
    checksInvariants: settings.databaseUrl !== null,
    loadOf: database.loadOf,
    replicaFigures: database.replicaFigures,
    passwordsWaiting,
    isListening: () => sessions.isListening,
    lacksSpace: () => lacksSpace(warnings),
    isDatabaseAway: () => outage.isAway,
    eventFigures: () => events.figures(),
    storedFacts: createStoredFacts(dbs.interactive),
    isReady: async () => (await readiness.notReadyReason()) === null,
    isStopping: readiness.isStopping,
  })
  const beginSecondStep: SecondStep['begin'] = async (...who) => {
    const step = await secondStep.begin(...who)
    if (step) metrics.noteSecondStep()
    return step
  }
  const transactList = () => database.transactFor('lists')
  const typed = settings.rateLimit === 0 ? { ...TYPED_PASSWORDS, perMinute: 0 } : TYPED_PASSWORDS
  return {
    db: dbs.interactive,
    transactList,
    timeZone: settings.timeZone,
    reasonAboveCents: settings.creditReasonAbove,
    writes,
    tokens,
    sessions,
    idleSeconds,
    sessionUse: new SessionUse(dbs.interactive, idleSeconds),
    login: createLogin({ db: dbs.logins, limits, start, secondStep: { begin: beginSecondStep } }),
    secondStep,
    factorRule: rule,
    factorKey,
    factorServices,
    enrolment: new Enrolment({ ...factorServices, db: dbs.interactive, proofs }),
    proofs,
    // production rejects demo data, and therefore the demo password too
    passwordChecks: {
      limits,
      refusals: new UserRateLimit(typed),
      allowDemoPassword: !settings.production,
    },
    hintLimit: new UserRateLimit(typed),
    warnings,
    reports: createReports(
      {
        db: dbs.interactive,
        transactFor: (signal) => database.transactFor('reports', signal),
        hasOneSession: database.hasOneSession,
      },
      settings.timeZone,
    ),
    overview: createOverview(transactList, settings.timeZone),
    events,
    readiness,
    outage,
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
function createStoredFacts(db: Db): () => Promise<StoredFacts | null> {
  let cached: { facts: Promise<StoredFacts | null>; until: number } | null = null
  return () => {
    const now = performance.now()
    if (!cached || now >= cached.until) cached = { facts: read(db).catch(() => null), until: now + KEPT_MS }
    return cached.facts
  }
}

async function read(db: Db): Promise<StoredFacts> {
  const { rows } = await sql<Omit<StoredFacts, 'attentionAt'>>`
    select (select count(*) from sessions where expires_at > now()) as sessions,
      ${lastRolledUp} as "rolledUpUntil", ${blockEndDelay} as "blockEndDelay", ${storedInvariants} as invariants,
      (select current_setting('archive_mode') <> 'off'
          and coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
        from pg_stat_archiver) as "archiveFails"`.execute(db)
  return { ...rows[0]!, attentionAt: await lastCheck(db) }
}
