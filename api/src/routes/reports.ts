import {
  externalReportQuery,
  externalReportResponse,
  externalReportRow,
  internalReportQuery,
  internalReportResponse,
  internalTotalRow,
} from '@console/shared-kernel/schemas'
import type { App } from '../http/appType'
import { clientGone } from '../http/clientGone'
import { callerOf } from '../http/caller'
import { listAnswer, listForm, sendList } from '../http/list'
import type { Services } from '../services/services'

export function internalReportRoute(app: App, { reports }: Services): void {
  app.get(
    '/api/internal/query',
    {
      schema: {
        querystring: internalReportQuery,
        response: { 200: listAnswer(internalReportResponse, internalTotalRow) },
      },
    },
    async (request, reply) =>
      sendList(
        reply,
        listForm(request, reply),
        await reports.internal(callerOf(request), request.query, clientGone(reply)),
      ),
  )
}

export function externalReportRoute(app: App, { reports }: Services): void {
  app.get(
    '/api/external/query',
    {
      schema: {
        querystring: externalReportQuery,
        response: { 200: listAnswer(externalReportResponse, externalReportRow) },
      },
    },
    async (request, reply) =>
      sendList(
        reply,
        listForm(request, reply),
        await reports.external(callerOf(request), request.query, clientGone(reply)),
      ),
  )
}
