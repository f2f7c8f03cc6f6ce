import { API_ACCESS, DOCS_ACCESS, EXTERNAL_ACCESS, type AccessTable } from './http/accessRules'
import { createApp } from './http/app'
import type { App } from './foundation/appType'
import { guardRoutes, guardsOf } from './http/guard'
import { describeRoutes, docsRoutes } from './http/openapi'
import { warnOfUnknownProxy } from './http/proxyWarning'
import { answerUnknown } from './http/unknownAddresses'
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
import type { Services } from './services/services'
import type { Settings } from './settings/settings'
import type { Service } from './settings/settingTypes'
import type { Tracing } from './http/tracing'

async function createGuarded(
  listener: Service,
  title: string,
  table: AccessTable,
  settings: Settings,
  services: Services,
  tracing: Tracing | null,
): Promise<App> {
  const app = await createApp(settings, services.readiness, services.guardForwardedFor)
  tracing?.watch(app, listener)
  services.metrics.watch(app, listener)
  warnOfUnknownProxy(app, settings, services.warnings)
  answerUnknown(app)
  const access = settings.apiDocs ? { ...table, ...DOCS_ACCESS } : table
  if (settings.apiDocs) await describeRoutes(app, { title, access })
  guardRoutes(app, access, guardsOf(services))
  if (settings.apiDocs) docsRoutes(app)
  healthRoutes(app, services)
  return app
}

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
