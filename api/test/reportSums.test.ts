import { beforeAll, describe, expect, test } from '@jest/globals'
import { externalTotalRow, internalTotalRow } from '@console/shared-kernel/schemas'
import { demoFolder } from '../testing/demo'
import { tokenOf } from '../testing/http'
import { plainReturn, plainSums, RAW, type RawData } from '../testing/plainSums'
import {
  aroundClockChanges,
  randomReports,
  type RandomReport,
  type RandomZone,
} from '../testing/randomReports'
import { report } from '../testing/reports'
import { startApi } from '../testing/server'
import { sql } from '../testing/sql'

const isComplete = Boolean(process.env['CONSOLE_TEST_ALL'])
const cents = (euros: number): number => Math.round(euros * 100)

let folder: string
let raw: RawData

beforeAll(async () => {
  folder = await demoFolder()
  ;[raw] = sql<RawData>(folder, ...aroundClockChanges(), RAW) as [RawData]
})

/** The rows of an answer in the shape of the plain sums, by machine. */
function readRows({ call }: RandomReport, body: unknown) {
  const rows =
    call === 'internal'
      ? internalTotalRow
          .array()
          .parse(body)
          .map((row) => ({ ...row, in: row.totalBet, out: row.totalWin }))
      : externalTotalRow
          .array()
          .parse(body)
          .map((row) => ({ ...row, in: row.pago, out: row.cobro }))
  return new Map(
    rows.map((row) => [
      row.machineId,
      {
        name: row.machineName,
        movements: row.numMovements,
        inCents: cents(row.in),
        outCents: cents(row.out),
        profitCents: cents(row.totalProfit),
        percent: row.returnPercentage,
      },
    ]),
  )
}

function expectedRows({ query }: RandomReport) {
  const names = new Map(raw.machines.map(({ id, name }) => [id, name]))
  return new Map(
    [...plainSums(raw, query)].map(([id, sum]) => [
      id,
      {
        ...sum,
        name: names.get(id),
        profitCents: sum.inCents - sum.outCents,
        percent: plainReturn(sum),
      },
    ]),
  )
}

describe('the sums of random reports equal a plain count of the movements', () => {
  test.each<[RandomZone, number]>([
    ['Europe/Madrid', isComplete ? 35 : 20],
    ['Australia/Lord_Howe', isComplete ? 15 : 10],
  ])(
    '[CALL-25] [CALL-26] [CALL-28] in the time zone %s, including days when clocks change: %i reports',
    async (zone, count) => {
      const api = await startApi({ DATA_DIR: folder, TIME_ZONE: zone })
      const token = await tokenOf(api.url, 'master')
      let found = 0
      for (const one of randomReports(`reports of ${zone}`, count, zone, raw)) {
        const { dateFrom, timeFrom, dateTo, timeTo } = one.query
        const { status, body } = await report(api, token, one.call, {
          ...one.filters,
          dateFrom,
          timeFrom,
          dateTo,
          timeTo,
        })
        expect({ ...one, status, rows: readRows(one, body) }).toEqual({
          ...one,
          status: 200,
          rows: expectedRows(one),
        })
        found += readRows(one, body).size
      }
      // the reports were not all empty
      expect(found).toBeGreaterThan(count * 5)
      await api.stop()
    },
  )
})
