import { API_ACCESS, EXTERNAL_ACCESS, type Target } from './access'
import type { Db } from './db/database'
import { createApp, type App } from './http/app'
import { unauthorized } from './http/errors'
import { guardRoutes, type Guards, type TargetIds } from './http/guard'
import { describeRoutes, docsRoutes } from './http/openapi'
import { authRoutes } from './routes/auth'
import { countryRoutes } from './routes/countries'
import { gameRoutes, gameSettingsRoutes } from './routes/games'
import { healthRoutes } from './routes/health'
import { machineRoutes } from './routes/machines'
import { externalReportRoute, internalReportRoute } from './routes/reports'
import { userChangeRoutes } from './routes/users/changes'
import { currentUserRoute } from './routes/users/current'
import { userListRoutes } from './routes/users/lists'
import { findCaller, type Caller } from './services/auth/session'
import { findOwnerBelow } from './services/machines/place'
import type { Services } from './services/services'
import { findBelow, findWithin, type UserPlace } from './services/users/place'
import type { Settings } from './settings'

const guardsOf = ({ db, tokens }: Services): Guards => ({
  authenticate: async (authorization) => {
    const caller = await findCaller(db, tokens, authorization)
    if (!caller) throw unauthorized()
    return caller
  },
  findTarget: (caller, target, ids) => findTarget(db, caller, target, ids),
})

function findTarget(db: Db, caller: Caller, target: Target, ids: TargetIds): Promise<UserPlace> {
  if (target === 'owned below') return findOwnerBelow(db, caller, ids.machineId ?? '')
  const find = target === 'below' ? findBelow : findWithin
  return find(db, caller, ids.userId ?? NaN)
}

/** The console's API. */
export async function createApi(settings: Settings, services: Services): Promise<App> {
  const app = await createApp(settings)
  await describeRoutes(app, { title: 'Console API', access: API_ACCESS })
  guardRoutes(app, API_ACCESS, guardsOf(services))
  docsRoutes(app)
  healthRoutes(app, services)
  authRoutes(app, services)
  currentUserRoute(app, services)
  userListRoutes(app, services)
  userChangeRoutes(app, services)
  countryRoutes(app, services)
  machineRoutes(app, services)
  gameRoutes(app, services)
  gameSettingsRoutes(app, services)
  internalReportRoute(app, services)
  return app
}

/** The external reports service, which listens on a port of its own. */
export async function createExternal(settings: Settings, services: Services): Promise<App> {
  const app = await createApp(settings)
  await describeRoutes(app, { title: 'External reports', access: EXTERNAL_ACCESS })
  guardRoutes(app, EXTERNAL_ACCESS, guardsOf(services))
  docsRoutes(app)
  healthRoutes(app, services)
  externalReportRoute(app, services)
  return app
}
