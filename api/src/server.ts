import type { FastifyBaseLogger } from 'fastify'
import { API_ACCESS, DOCS_ACCESS, EXTERNAL_ACCESS, type AccessTable, guardRoutes } from './http/accessRules'
import { createApp } from './http/app'
import { healthRoutes } from './http/health'
import type { App } from './foundation/app'
import { describeRoutes, docsRoutes } from './http/openapi'
import { warnOfUnknownProxy } from './services/warnings'
import { answerUnknown } from './http/unknownAddresses'
import { activityRoutes } from './routes/activity'
import { externalReportRoute, internalReportRoute } from './routes/reports'
import { authRoutes } from './routes/auth'
import { bulkRoutes } from './routes/bulk'
import { eventRoute } from './routes/events'
import { overviewRoutes } from './routes/overview'
import { securityRoutes } from './routes/security'
import { userRoutes } from './routes/users'
import { gameRoutes } from './routes/games'
import { noteRoutes } from './routes/notes'
import { machineRoutes } from './routes/machines'
import type { Services } from './services/services'
import type { Settings } from './settings/settings'
import type { Service } from './settings/settingTypes'
import type { Tracing } from './http/tracing'

const LISTENERS: Record<
  Service,
  { title: string; table: AccessTable; routes: ((app: App, services: Services) => void)[] }
> = {
  api: {
    title: 'Console API',
    table: API_ACCESS,
    routes: [
      authRoutes,
      securityRoutes,
      userRoutes,
      machineRoutes,
      gameRoutes,
      bulkRoutes,
      internalReportRoute,
      activityRoutes,
      noteRoutes,
      eventRoute,
      overviewRoutes,
    ],
  },
  external: { title: 'External reports', table: EXTERNAL_ACCESS, routes: [externalReportRoute] },
}

export async function createListener(
  listener: Service,
  settings: Settings,
  services: Services,
  tracing: Tracing | null,
  onLog: (log: FastifyBaseLogger) => void,
): Promise<App> {
  const { title, table, routes } = LISTENERS[listener]
  const app = await createApp(settings, services.readiness, services.guardForwardedFor, services.outage)
  onLog(app.log)
  tracing?.watch(app, listener)
  services.metrics.watch(app, listener)
  warnOfUnknownProxy(app, settings, services.warnings)
  answerUnknown(app)
  const access = settings.apiDocs ? { ...table, ...DOCS_ACCESS } : table
  if (settings.apiDocs) await describeRoutes(app, { title, access })
  guardRoutes(app, access, services)
  if (settings.apiDocs) docsRoutes(app)
  for (const addTo of [healthRoutes, ...routes]) addTo(app, services)
  return app
}
