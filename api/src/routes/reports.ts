import {
  externalReportResponse,
  externalReportRow,
  internalReportResponse,
  internalTotalRow,
} from '@console/shared-kernel/schemas'
import type { App } from '../foundation/appType'
import { clientGone } from '../foundation/clientGone'
import { callerOf } from '../http/caller'
import { linkNext, listAnswer, negotiateFormat, sendList } from '../http/list'
import type { Services } from '../services/services'
import { externalReportParams, internalReportParams } from './listParams'

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
      const { pieces, next } = await reports.internal(callerOf(request), request.query, clientGone(reply))
      linkNext(request, reply, next)
      return sendList(reply, format, pieces)
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
      const { pieces, next } = await reports.external(callerOf(request), request.query, clientGone(reply))
      linkNext(request, reply, next)
      return sendList(reply, format, pieces)
    },
  )
}
