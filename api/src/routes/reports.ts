import {
  externalReportQuery,
  externalReportResponse,
  internalReportQuery,
  internalReportResponse,
} from '@console/shared-kernel/contracts/report.schema'
import type { App } from '../http/app'
import { callerOf } from '../http/guard'
import { sendJsonList } from '../http/jsonList'
import type { Services } from '../services/services'

/** On the console's API. */
export function internalReportRoute(app: App, { reports }: Services): void {
  app.get(
    '/api/internal/query',
    { schema: { querystring: internalReportQuery, response: { 200: internalReportResponse } } },
    async (request, reply) => sendJsonList(reply, await reports.internal(callerOf(request), request.query)),
  )
}

/** On the external reports service. */
export function externalReportRoute(app: App, { reports }: Services): void {
  app.get(
    '/api/external/query',
    { schema: { querystring: externalReportQuery, response: { 200: externalReportResponse } } },
    async (request, reply) => sendJsonList(reply, await reports.external(callerOf(request), request.query)),
  )
}
