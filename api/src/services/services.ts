import { forwardedForGuard } from '@console/shared-kernel/schemas'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/connection/database'
import type { Db } from '../db/schema'
import type { Transact } from '../db/transact'
import { createMetrics, type Metrics } from '../metrics/metrics'
import type { Settings } from '../settings/settings'
import { createLogin, type Login } from './auth/login'
import { createLoginLimits } from './auth/loginLimits'
import { passwordsWaiting } from './auth/passwords'
import { SessionCache } from './sessions/sessionCache'
import { createTokens, type Tokens } from './auth/tokens'
import { createReports, type Reports } from './reports/reports'
import { lacksSpace } from './diskNotices'
import { createStoredFacts } from './storedFacts'
import { createReadiness, type Readiness } from './readiness'
import type { PasswordChecks } from './users/newPassword'
import { WriteBudget } from './writes/writeBudget'
import { createWrites, type Writes } from './writes/idempotentWrites'

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
  readiness: Readiness
  metrics: Metrics
  /** Of all listeners: they share its line in the log. */
  guardForwardedFor: (request: FastifyRequest) => void
}

/** @param secret signs tokens; called with the first request, when the data directory is open */
export function createServices(database: Database, settings: Settings, secret: () => string): Services {
  const { dbs } = database
  const tokens = createTokens(secret)
  const sessions = new SessionCache()
  const limits = createLoginLimits(dbs.logins, settings.loginWindow)
  const readiness = createReadiness(dbs.interactive)
  const warnings = new Set<string>()
  const metrics = createMetrics({
    loadOf: database.loadOf,
    replicaFigures: database.replicaFigures,
    passwordsWaiting,
    isListening: () => sessions.isListening,
    lacksSpace: () => lacksSpace(warnings),
    storedFacts: createStoredFacts(dbs.interactive),
    isReady: async () => (await readiness.notReadyReason()) === null,
  })
  return {
    db: dbs.interactive,
    transactList: () => database.transactFor('lists'),
    timeZone: settings.timeZone,
    writes: createWrites(dbs.interactive, secret, new WriteBudget(settings.writeLimit), sessions),
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
