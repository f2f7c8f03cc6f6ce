import { API_ACCESS, EXTERNAL_ACCESS } from './access'
import { createApp, type App } from './http/app'
import { unauthorized } from './http/errors'
import { guardRoutes, type Guards } from './http/guard'
import { authRoutes } from './routes/auth'
import { countryRoutes } from './routes/countries'
import { healthRoutes } from './routes/health'
import { externalReportRoute, internalReportRoute } from './routes/reports'
import { currentUserRoute } from './routes/users/current'
import { userListRoutes } from './routes/users/lists'
import { findCaller } from './services/auth/session'
import type { Services } from './services/services'
import { findWithin } from './services/users/place'
import type { Settings } from './settings'

const guardsOf = ({ db, tokens }: Services): Guards => ({
  authenticate: async (authorization) => {
    const caller = await findCaller(db, tokens, authorization)
    if (!caller) throw unauthorized()
    return caller
  },
  findTarget: (caller, userId) => findWithin(db, caller, userId),
})

/** The console's API. */
export async function createApi(settings: Settings, services: Services): Promise<App> {
  const app = await createApp(settings)
  guardRoutes(app, API_ACCESS, guardsOf(services))
  healthRoutes(app, services)
  authRoutes(app, services)
  currentUserRoute(app, services)
  userListRoutes(app, services)
  countryRoutes(app, services)
  internalReportRoute(app, services)
  return app
}

/** The external reports service, which listens on a port of its own. */
export async function createExternal(settings: Settings, services: Services): Promise<App> {
  const app = await createApp(settings)
  guardRoutes(app, EXTERNAL_ACCESS, guardsOf(services))
  healthRoutes(app, services)
  externalReportRoute(app, services)
  return app
}
