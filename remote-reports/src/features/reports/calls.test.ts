/** @jest-environment node */
import { describe } from '@jest/globals'
import { describeCalls, type KnownCall } from '@console/shared-kernel/testing/page'
import { comparisonQuery, reportQuery, trendQuery } from './api'
import { hierarchyMachinesQuery, hierarchyUsersQuery } from './cascade/useCascade'
import { externalData, internalData, queryTypeOf, type ReportDefinition } from './definitions'
import { defaultFilters } from './filters/filters'
import { emptyResult, type ReportResult } from './results/reportResult'

const userRow = (index: number) => ({
  userId: index + 1,
  userName: `User ${index}`,
  level: 6,
  parentUserId: null,
})
const machineRow = (index: number) => ({ idMachine: `m${index}`, machineName: `Machine ${index}`, userId: 1 })
const sumRow = (index: number) => ({
  machineName: `Machine ${index}`,
  numMovements: 3,
  totalIn: 10.5,
  totalOut: 4,
  totalProfit: 6.5,
})
const movementRow = (index: number) => ({ Machine: `Machine ${index}`, Date: '21-11-2026', IN: 2, OUT: 0 })

const DAY = '2024-11-21'
const TOTAL = externalData.queryTypes[0]
const DETAIL = queryTypeOf(externalData, 'Detail')!
const filters = (definition: ReportDefinition) => defaultFilters(definition, { day: DAY, time: '10:00' })
const rowsIn = async (list: Promise<{ rows: readonly unknown[] }>) => (await list).rows
const lengthOf = (value: unknown) => (value as unknown[]).length
const rowsOf = (value: unknown) => {
  const result = value as ReportResult
  return result.kind === 'totals' ? result.machines.length : result.movements.length
}

/**
 * An answer that is not a list counts as an empty list, which is specified only for reports. A truncated list
 * is an error.
 */
const empty =
  (value: unknown): KnownCall['instead'] =>
  ({ kind, name }) =>
    (kind === 'page' || kind === 'unreadable') && !['malformed', 'truncated'].includes(name)
      ? { value }
      : undefined

const INTERNAL = 'GET /api/internal/query'
const EXTERNAL = 'GET /api/external/query'

const calls: readonly KnownCall[] = [
  {
    name: 'hierarchyUsersQuery',
    answers: { 'GET /api/Users/all-hierarchy': [userRow(0), userRow(1)] },
    at: 'GET /api/Users/all-hierarchy',
    ask: (client) => rowsIn(client.fetchQuery(hierarchyUsersQuery)),
    list: { row: userRow, length: lengthOf },
  },
  {
    name: 'hierarchyMachinesQuery',
    answers: { 'GET /api/Machines': [machineRow(0), machineRow(1)] },
    at: 'GET /api/Machines',
    ask: (client) => rowsIn(client.fetchQuery(hierarchyMachinesQuery)),
    list: { row: machineRow, length: lengthOf },
  },
  {
    name: 'reportQuery, internal',
    answers: { [INTERNAL]: [sumRow(0), sumRow(1)] },
    at: INTERNAL,
    ask: (client) =>
      client.fetchQuery(reportQuery(internalData, { filters: filters(internalData), number: 1 })),
    list: { row: sumRow, length: rowsOf, repeats: true },
    instead: empty(emptyResult(internalData.queryTypes[0])),
  },
  {
    name: 'reportQuery, external',
    answers: { [EXTERNAL]: [sumRow(0), sumRow(1)] },
    at: EXTERNAL,
    ask: (client) =>
      client.fetchQuery(reportQuery(externalData, { filters: filters(externalData), number: 1 })),
    list: { row: sumRow, length: rowsOf, repeats: true },
    instead: empty(emptyResult(TOTAL)),
  },
  {
    name: 'reportQuery, external movements',
    answers: { [EXTERNAL]: [movementRow(0), movementRow(1)] },
    at: EXTERNAL,
    ask: (client) =>
      client.fetchQuery(
        reportQuery(externalData, { filters: { ...filters(externalData), queryType: DETAIL }, number: 1 }),
      ),
    list: { row: movementRow, length: rowsOf, repeats: true },
    instead: empty(emptyResult(DETAIL)),
  },
  {
    name: 'comparisonQuery',
    answers: { [EXTERNAL]: [sumRow(0)] },
    at: EXTERNAL,
    ask: (client) =>
      client.fetchQuery(comparisonQuery(externalData, { filters: filters(externalData), number: 1 })),
    list: { row: sumRow, length: rowsOf, repeats: true },
    instead: empty(emptyResult(TOTAL)),
  },
  {
    name: 'trendQuery',
    // a total row from the server, which counts once
    answers: { [INTERNAL]: [{ ...sumRow(0), machineName: 'Total' }] },
    at: INTERNAL,
    ask: (client) =>
      client.fetchQuery(trendQuery(internalData, { filters: filters(internalData), number: 1 })),
    instead: empty([{ day: DAY, profitCents: 0, ongoing: false }]),
  },
]

describe('report calls against a misbehaving server', () => describeCalls(calls))
