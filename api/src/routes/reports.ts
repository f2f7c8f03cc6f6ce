import {
  externalReportResponse,
  externalReportRow,
  internalReportResponse,
  internalTotalRow,
  externalReportQuery,
  internalReportQuery,
} from '@console/shared-kernel/schemas'
import { type App, signalOnDisconnect } from '../foundation/app'
import { callerOf } from '../http/accessRules'
import { listAnswer, negotiateFormat, sendList } from '../http/list'
import type { Services } from '../services/services'

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
      const report = await reports.internal(callerOf(request), request.query, signalOnDisconnect(reply))
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
      const report = await reports.external(callerOf(request), request.query, signalOnDisconnect(reply))
      return sendList(reply, format, report)
    },
  )
}

const { shape } = externalReportQuery
const ownedBelow = (level: number): string =>
  `The machines of this user, normally of level ${level}, and of everyone below. Several such filters all apply`
/** Described here, for the API's page only: browsers need no descriptions. */
const reportPeriod = {
  dateFrom: shape.dateFrom.describe('The first day, YYYY-MM-DD in the time zone of the server'),
  dateTo: shape.dateTo.describe('The last day'),
  timeFrom: shape.timeFrom.describe('The first minute of the first day, HH:MM'),
  timeTo: shape.timeTo.describe('The last minute of the last day, inclusive'),
  subAdminId: shape.subAdminId.describe(ownedBelow(3)),
  distributorId: shape.distributorId.describe(ownedBelow(4)),
  subDistributorId: shape.subDistributorId.describe(ownedBelow(5)),
  clientId: shape.clientId.describe(ownedBelow(6)),
  machineId: shape.machineId.describe('One machine'),
  globalSearch: shape.globalSearch.describe('Has no effect'),
}

const internalReportParams = internalReportQuery.safeExtend(reportPeriod)

const externalReportParams = externalReportQuery.safeExtend({
  ...reportPeriod,
  queryType: shape.queryType.describe('Total: a row for each machine. The others: one for each movement'),
  tipoMovs: shape.tipoMovs.describe(
    'Comma-separated movement types, for Total and Detail: 1 bets, 2 cash in, 3 cash out, 4 jackpots, 5 tickets, 6 point of sale',
  ),
})
