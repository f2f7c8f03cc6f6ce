import type { Db } from '../db/database'
import type { Settings } from '../settings'
import { createLogin, type Login } from './auth/login'
import { createLoginLimits, type LoginLimits } from './auth/loginLimits'
import { createTokens, type Tokens } from './auth/tokens'
import { tokenSecret } from './auth/tokenSecret'
import { createReports, type Reports } from './reports/reports'
import { createReadiness, type Readiness } from './readiness'

/** What the routes work with. */
export interface Services {
  readonly db: Db
  readonly tokens: Tokens
  readonly limits: LoginLimits
  readonly login: Login
  readonly reports: Reports
  readonly readiness: Readiness
}

export function createServices(db: Db, settings: Settings): Services {
  const tokens = createTokens(tokenSecret(settings.tokenSecret, settings.dataDir))
  const limits = createLoginLimits(db, settings.loginWindow)
  const login = createLogin({ db, tokens, limits, tokenTtl: settings.tokenTtl })
  const reports = createReports(db, settings.timeZone)
  return { db, tokens, limits, login, reports, readiness: createReadiness(db) }
}
