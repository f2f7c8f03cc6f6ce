import type { Page } from '@playwright/test'
import { startCountedApi, type CountedApi } from '../support/countedApi'
import { startOwnConsole, type OwnConsole } from '../support/ownConsole'
import { shownCount, shownEuros, shownPercent } from '../support/reports'
import { tableRows } from '../support/table'
import { expect, PASSWORD, submitLogin, test } from '../support/test'
import { plainReturn, plainSums, type PlainSum } from '../../api/test/support/plainSums'
import { randomReports, type RandomReport } from '../../api/test/support/randomReports'

const ALL = 50
/** As many as `npm test` looks at. */
const SOME = 6

/** What bets and wins, or cash in and out, and what is left of it are called in a row and in the total. */
const HEADS = {
  external: { machine: ['IN', 'OUT', 'Profit'], total: ['Total IN', 'Total OUT', 'Total profit'] },
  internal: { machine: ['Bet', 'Win', 'Profit'], total: ['Total bet', 'Total win', 'Total profit'] },
} as const

// one server for all tests of the file
test.describe.configure({ mode: 'default' })

let counted: CountedApi
let ownConsole: OwnConsole

test.beforeAll(async ({}, { parallelIndex }) => {
  test.setTimeout(90_000)
  counted = await startCountedApi()
  ownConsole = await startOwnConsole(parallelIndex, counted)
})
test.afterAll(async () => {
  await ownConsole?.close()
  await counted?.close()
})

/** The address of a report, as somebody would have bookmarked it. */
function addressOf({ call, filters, query }: RandomReport): string {
  const { subAdminId, distributorId, subDistributorId, clientId, machineId } = filters
  const { dateFrom, timeFrom, dateTo, timeTo } = query
  const chosen = {
    subAdmin: subAdminId,
    distributor: distributorId,
    subDistributor: subDistributorId,
    client: clientId,
  }
  const params = Object.entries({ ...chosen, machine: machineId, dateFrom, timeFrom, dateTo, timeTo, run: 1 })
  const held = params.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return `${ownConsole.url}/${call}?${new URLSearchParams(held)}`
}

function shownSum({ call }: RandomReport, row: 'machine' | 'total', sum: PlainSum): Record<string, string> {
  const [taken, given, profit] = HEADS[call][row]
  return {
    'Num. movements': shownCount(sum.movements),
    [taken]: shownEuros(sum.inCents),
    [given]: shownEuros(sum.outCents),
    [profit]: shownEuros(sum.inCents - sum.outCents),
    '% return': shownPercent(plainReturn(sum)),
  }
}

const sumOf = (sums: PlainSum[]): PlainSum => ({
  movements: sums.reduce((all, { movements }) => all + movements, 0),
  inCents: sums.reduce((all, { inCents }) => all + inCents, 0),
  outCents: sums.reduce((all, { outCents }) => all + outCents, 0),
})

async function comparesWithPlainCount(page: Page, reports: RandomReport[]): Promise<void> {
  // high enough for all machines
  await page.setViewportSize({ width: 1280, height: 2400 })
  const names = new Map(counted.raw.machines.map(({ id, name }) => [id, name]))
  for (const one of reports) {
    const sums = plainSums(counted.raw, one.query)
    const machines = [...sums].map(([id, sum]) => ({
      'Name machine': names.get(id)!,
      ...shownSum(one, 'machine', sum),
    }))
    const byName = (a: Record<string, string>, b: Record<string, string>) =>
      a['Name machine']! < b['Name machine']! ? -1 : 1

    await page.goto(addressOf(one))
    const table = (name: string) => page.getByRole('table', { name, exact: true })
    await expect(table('Total')).toBeVisible()
    const shown = {
      total: await tableRows(table('Total')),
      machines: (await tableRows(table('Total per machine'))).sort(byName),
    }
    expect({ ...one, ...shown }).toEqual({
      ...one,
      total: [
        { 'Num. machines': shownCount(sums.size), ...shownSum(one, 'total', sumOf([...sums.values()])) },
      ],
      machines: machines.sort(byName),
    })
  }
}

/** Its API knows no token of another. */
async function signInToOwn(page: Page) {
  await page.goto(`${ownConsole.url}/login`)
  await submitLogin(page, 'master', PASSWORD)
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
}

const randomOnes = (): RandomReport[] =>
  randomReports('what a screen shows', ALL, 'Europe/Madrid', counted.raw)

test('[PRODUCT-14] [EXTERNAL-13] [EXTERNAL-14] [EXTERNAL-16] [INTERNAL-5] [INTERNAL-6] [CALL-25] [CALL-26] [CALL-27] [CALL-28] [CALL-29] [ENTITY-24] [STATE-33] [CONST-18] the screens show what a plain count of the movements gives, also where clocks change', async ({
  page,
}) => {
  await signInToOwn(page)
  await comparesWithPlainCount(page, randomOnes().slice(0, SOME))
})

test('the screens show what a plain count gives: forty-four more', { tag: '@all' }, async ({ page }) => {
  test.setTimeout(180_000)
  await signInToOwn(page)
  await comparesWithPlainCount(page, randomOnes().slice(SOME))
})
