import type { Page } from '@playwright/test'
import { startOwnConsole, type OwnConsole } from '../testing/ownConsole'
import { filter } from '../testing/reports'
import { tableRows } from '../testing/table'
import { expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'
import { plainReturn, plainSums, type PlainSum, RAW, type RawData } from '../../api/testing/plainSums'
import { randomReports, type RandomReport, aroundClockChanges } from '../../api/testing/randomReports'
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { localAddress } from '@console/shared-kernel/ports'
import { ownApiPorts } from '../testing/addresses'
import { runFolder } from '../testing/folders'
import { SHORT_LIVED } from '../../api/testing/shortLived'
import { root } from '../../scripts/lib/paths'
import { IN_MEMORY, startApi } from '../../scripts/lib/servers'

const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR', useGrouping: 'always' })

/** Cents as a report shows them. */
const shownEuros = (cents: number): string =>
  cents < 0 ? `▼ ${euros.format(-cents / 100)}` : euros.format(cents / 100)

const count = new Intl.NumberFormat('es-ES', { useGrouping: 'always' })
/** A number of machines or movements as a report shows it. */
const shownCount = (number: number): string => count.format(number)

const decimals = new Intl.NumberFormat('es-ES', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: 'always',
})
/** Percent as a report shows it. */
const shownPercent = (percent: number): string => `${decimals.format(percent)}\u00a0%`

const SCALE = ['--users', '100', '--machines', '30', '--movements', '3000', '--days', '30']

/** A test's own API, and all its rows, read from the database before the server starts. */
interface CountedApi {
  raw: RawData
  apiUrl: string
  externalReportsUrl: string
  close: () => Promise<void>
}

/** Starts an API with few users and machines, and movements also around the days on which clocks change. */
async function startCountedApi(): Promise<CountedApi> {
  const api = join(root, 'api')
  const folder = join(runFolder, 'counted')
  rmSync(folder, { recursive: true, force: true })
  const node = (script: string, ...args: string[]): string =>
    execFileSync(process.execPath, [SHORT_LIVED, join(api, script), ...args], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: folder },
    })
  const read = (...statements: string[]) => JSON.parse(node('testing/runSql.mjs', folder, ...statements))

  node('dist/seed.js', ...SCALE)
  const [raw] = read(...aroundClockChanges(), RAW) as [RawData]
  const settings = {
    ...IN_MEMORY,
    DATA_DIR: folder,
    DEMO_DATA: 'false',
  }
  const running = startApi(ownApiPorts, settings, [SHORT_LIVED])
  await running.ready
  return {
    raw,
    apiUrl: localAddress(ownApiPorts.api),
    externalReportsUrl: localAddress(ownApiPorts.external),
    close: () => running.stop(),
  }
}

const ALL = 50
/** As many as `npm test` runs. */
const SOME = 6

/** Column headers of a machine and of the total: bets and wins or cash in and out, and the profit. */
const HEADS = {
  external: { machine: ['IN', 'OUT', 'Profit'], total: ['Total IN', 'Total OUT', 'Total profit'] },
  internal: { machine: ['Bet', 'Win', 'Profit'], total: ['Total bet', 'Total win', 'Total profit'] },
} as const

// one server for all tests in the file
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

/** The address of a report, as a user could have bookmarked it. */
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
  // tall enough for all machines
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
    const total = {
      'Num. machines': shownCount(sums.size),
      ...shownSum(one, 'total', sumOf([...sums.values()])),
    }
    expect({ ...one, ...shown }).toEqual({ ...one, total: [total], machines: machines.sort(byName) })
    // the columns must be in this order too
    expect(Object.keys(shown.total[0]!)).toEqual(Object.keys(total))
    expect(Object.keys(shown.machines[0] ?? {})).toEqual(Object.keys(machines[0] ?? {}))
  }
}

/** The test's own API does not accept tokens from the shared API. */
async function signInToOwn(page: Page) {
  await page.goto(`${ownConsole.url}/login`)
  await submitLogin(page, 'master', PASSWORD)
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
}

const randomOnes = (): RandomReport[] =>
  randomReports('what a screen shows', ALL, 'Europe/Madrid', counted.raw)

test('[PRODUCT-14] [INTERNAL-5] [INTERNAL-6] the screens show the same sums as a plain count of the movements, including days when clocks change', async ({
  page,
}) => {
  test.setTimeout(90_000)
  await signInToOwn(page)
  const reports = randomOnes().slice(0, SOME)
  expect(new Set(reports.map(({ call }) => call))).toEqual(new Set(['internal', 'external']))
  await comparesWithPlainCount(page, reports)
})

test('the screens show the sums of a plain count in forty-four more cases', WITH_ALL, async ({ page }) => {
  test.setTimeout(180_000)
  await signInToOwn(page)
  await comparesWithPlainCount(page, randomOnes().slice(SOME))
})

/** Reports on 23- and 25-hour days, and on their missing and repeated hours. */
const LOOKS = [
  '/internal?dateFrom=2026-03-29&dateTo=2026-03-29&timeTo=23%3A59&run=1',
  '/external?dateFrom=2026-10-25&dateTo=2026-10-25&timeTo=23%3A59&run=1',
  '/internal?dateFrom=2026-03-29&dateTo=2026-03-29&timeFrom=01%3A30&timeTo=03%3A29&run=1',
  '/external?dateFrom=2026-10-25&dateTo=2026-10-25&timeFrom=02%3A00&timeTo=02%3A59&run=1',
]
const TIMES = ['From hour', 'From minute', 'To hour', 'To minute']
const dayField = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** The texts of those reports, the default day, and the account's details. */
async function readTables(page: Page): Promise<unknown[]> {
  const seen: unknown[] = []
  for (const address of LOOKS) {
    await page.goto(ownConsole.url + address)
    await expect(page.getByRole('table', { name: 'Total', exact: true })).toBeVisible()
    for (const name of ['From Date', 'To Date']) seen.push(await dayField(page, name).inputValue())
    for (const name of TIMES) seen.push(await filter(page, name).innerText())
    for (const table of await page.getByRole('table').all()) seen.push(await tableRows(table))
  }
  await page.goto(`${ownConsole.url}/internal`)
  seen.push(await dayField(page, 'From Date').inputValue())
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /^View details/ })
    .click()
  const details = page.getByRole('dialog', { name: /^User Details/ })
  await expect(details.getByText(/^Created on/)).toBeVisible()
  seen.push(await details.innerText())
  return seen
}

for (const timezoneId of [
  'America/Sao_Paulo',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test(
      '[CALL-28] [CONST-19] rows and totals are the same as in Madrid',
      WITH_ALL,
      async ({ page, browser }) => {
        // ten page loads: five in each time zone
        test.setTimeout(60_000)
        await signInToOwn(page)
        const storageState = await page.context().storageState()
        const madrid = await browser.newPage({ timezoneId: 'Europe/Madrid', storageState })
        const here = await readTables(page)
        expect(here).toEqual(await readTables(madrid))
        expect(here.flat().length).toBeGreaterThan(30)
        await madrid.close()
      },
    )
  })
}
