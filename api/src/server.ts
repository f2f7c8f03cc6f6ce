import type { Caller } from './services/caller'
import { API_ACCESS, DOCS_ACCESS, EXTERNAL_ACCESS, type AccessTable, type Target } from './access'
import type { Db } from './db/database'
import { createApp } from './http/app'
import type { App } from './http/appType'
import { unauthorized } from './http/errors'
import { type TargetIds } from './http/caller'
import { guardRoutes, type Guards } from './http/guard'
import { describeRoutes, docsRoutes } from './http/openapi'
import { warnOfUnknownProxy } from './http/proxyWarning'
import { activityRoute } from './routes/activity'
import { authRoutes } from './routes/auth'
import { bulkRoutes } from './routes/bulk'
import { countryRoutes } from './routes/countries'
import { gameRoutes, gameSettingsRoutes } from './routes/games'
import { healthRoutes } from './routes/health'
import { machineRoutes } from './routes/machines'
import { externalReportRoute, internalReportRoute } from './routes/reports'
import { userChangeRoutes } from './routes/users/changes'
import { currentUserRoute } from './routes/users/current'
import { userListRoutes } from './routes/users/lists'
import { findCaller } from './services/auth/session'
import { findOwnerBelow } from './services/machines/place'
import type { Services } from './services/services'
import { findBelow, findWithin, type TreeNode } from './services/users/treeNode'
import type { Settings } from './settings'
import type { Service } from './settingTypes'
import type { Tracing } from './tracing'

const guardsOf = (services: Services): Guards => ({
  authenticate: async (authorization) => {
    const caller = await findCaller(services, authorization)
    if (!caller) throw unauthorized()
    return caller
  },
  findTarget: (caller, target, ids) => findTarget(services.db, caller, target, ids),
  findAnswer: (request) => services.writes.findAnswer(request),
})

function findTarget(db: Db, caller: Caller, target: Target, ids: TargetIds): Promise<TreeNode> {
  if (target === 'owned below') return findOwnerBelow(db, caller, ids.machineId ?? '')
  const find = target === 'below' ? findBelow : findWithin
  return find(db, caller, ids.userId ?? NaN)
}

/** What both listeners have in common. Routes that are added to it need a row of the table, and each row a route. */
async function createGuarded(
  listener: Service,
  title: string,
  table: AccessTable,
  settings: Settings,
  services: Services,
  tracing: Tracing | null,
): Promise<App> {
  const app = await createApp(settings, services.readiness)
  tracing?.watch(app, listener)
  services.metrics.watch(app, listener)
  warnOfUnknownProxy(app, settings, services.warnings)
  const access = settings.apiDocs ? { ...table, ...DOCS_ACCESS } : table
  if (settings.apiDocs) await describeRoutes(app, { title, access })
  guardRoutes(app, access, guardsOf(services))
  if (settings.apiDocs) docsRoutes(app)
  healthRoutes(app, services)
  return app
}

/** The console's API. */
export async function createApi(
  settings: Settings,
  services: Services,
  tracing: Tracing | null,
): Promise<App> {
  const app = await createGuarded('api', 'Console API', API_ACCESS, settings, services, tracing)
  authRoutes(app, services)
  currentUserRoute(app, services)
  userListRoutes(app, services)
  userChangeRoutes(app, services)
  countryRoutes(app, services)
  machineRoutes(app, services)
  gameRoutes(app, services)
  gameSettingsRoutes(app, services)
  bulkRoutes(app, services)
  internalReportRoute(app, services)
  activityRoute(app, services)
  return app
}

/** The external reports service, which listens on a port of its own. */
export async function createExternal(
  settings: Settings,
  services: Services,
  tracing: Tracing | null,
): Promise<App> {
  const app = await createGuarded(
    'external',
    'External reports',
    EXTERNAL_ACCESS,
    settings,
    services,
    tracing,
  )
  externalReportRoute(app, services)
  return app
}
