import {
  externalReportResponse,
  externalReportRow,
  internalReportResponse,
  internalTotalRow,
} from '@console/shared-kernel/schemas'
import type { App } from '../foundation/appType'
import { clientGone } from '../foundation/clientGone'
import { callerOf } from '../http/caller'
import { listAnswer, negotiateFormat, sendList } from '../http/list'
import type { Services } from '../services/services'
import { externalReportParams, internalReportParams } from './reportParams'

export function internalReportRoute(app: App, { reports }: Services): void {
  app.get(
    '/api/internal/query',
    {
      schema: {
        querystring: internalReportParams,
        response: { 200: listAnswer(internalReportResponse, internalTotalRow) },
      },
    },
    async (request, reply) => {
      const format = negotiateFormat(request, reply)
      const report = await reports.internal(callerOf(request), request.query, clientGone(reply))
      return sendList(reply, format, report)
    },
  )
}

export function externalReportRoute(app: App, { reports }: Services): void {
  app.get(
    '/api/external/query',
    {
      schema: {
        querystring: externalReportParams,
        response: { 200: listAnswer(externalReportResponse, externalReportRow) },
      },
    },
    async (request, reply) => {
      const format = negotiateFormat(request, reply)
      const report = await reports.external(callerOf(request), request.query, clientGone(reply))
      return sendList(reply, format, report)
    },
  )
}
