import type { Browser, BrowserContext, Page } from '@playwright/test'
import { StaticTraffic, totalBytes, type StaticFile } from '../bytes/staticTraffic'
import { heapOfPage } from '../memory/heaps'
import { byRatio, byValue, type Line } from '../results/line'
import type { Served } from '../setup/servers'
import { openBrowser } from '../setup/session'
import { kB, median, ms } from '../../testing/numbers'
import { tokenOf } from '../../../api/testing/http'
import { cold, timeToShow } from './coldStart'
import { sortBy } from './longList'
import { byTimes, medianTime, timeOf, type Time } from './time'

const MB = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const ROUNDS = 9
const ROUNDS_AT_SCALE = 5
/** Browsers cache the compiled code of a page that was visited twice. */
const VISITS_BEFORE = 2
/** Typed key by key; every prefix matches different users. */
const TYPED = '120'

/**
 * The console, or the react-admin application of `e2e/bench/peer`. `login` is a path; `row`, `search` and
 * `count` are selectors.
 */
interface App {
  origin: string
  login: string
  row: string
  search: string
  /** Shows a number once all rows have arrived. */
  count: string
  workers: number
}

/** The console with pages as they are delivered. */
const CONSOLE = {
  login: '/login',
  row: 'main tbody tr.data',
  search: 'main input',
  count: 'main [role=status]',
  workers: 1,
}
const REACT_ADMIN = {
  login: '/#/login',
  row: 'main tbody .column-userName',
  search: 'main input[name=q]',
  count: 'main .MuiTablePagination-displayedRows',
  workers: 0,
}
const USER_NAME = 'input[autocomplete=username]'

/** Line 14: startup of both applications with 200 users. */
export async function peerOnDemoData(browser: Browser, served: Served): Promise<Line[]> {
  const token = await tokenOf(served.environment.apiUrl, 'master')
  const remotes = Object.values(served.environment.remotes).map(({ baseUrl }) => new URL(baseUrl).origin)
  const measured = async (app: App) => ({
    app,
    files: await firstFiles(browser, app, { remotes, token }),
    returning: (await openBrowser(browser, token)).context,
    logins: [] as Time[],
    rows: [] as Time[],
    warmRows: [] as number[],
  })
  const [ours, theirs] = await both(served, measured)
  for (const { app, returning } of [ours, theirs])
    for (let visit = 0; visit < VISITS_BEFORE; visit += 1) await inNewTab(returning, app)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { app, returning, ...times } of [ours, theirs]) {
      const { origin, login, row } = app
      times.logins.push(await cold(browser, { address: origin + login, shows: USER_NAME }))
      times.rows.push(await cold(browser, { address: `${origin}/`, shows: row, token }))
      times.warmRows.push(await inNewTab(returning, app))
    }
  }
  await Promise.all([ours, theirs].map(({ returning }) => returning.close()))
  const times = (what: string, of: (one: typeof ours) => Time[], max: number) =>
    timesLine({ number: 14, what }, [of(ours), of(theirs)], max)
  return [
    times('login, cold', ({ logins }) => logins, 0.7),
    times('first rows of 200 users, cold', ({ rows }) => rows, 0.75),
    byRatio(
      { number: 14, what: 'bytes on the wire to the first screen' },
      { measured: totalBytes(ours.files), reference: totalBytes(theirs.files), show: kB, max: 1.05 },
    ),
    {
      ...byValue(
        { number: 14, what: 'requests to the first screen' },
        { measured: ours.files.length, show: String, max: 12 },
      ),
      reference: String(theirs.files.length),
    },
    byRatio(
      { number: 14, what: 'first rows of 200 users, warm cache' },
      { measured: median(ours.warmRows), reference: median(theirs.warmRows), show: ms, max: 0.6 },
    ),
  ]
}

/** Line 15: both applications with 100,000 users. */
export async function peerAtScale(browser: Browser, served: Served): Promise<Line[]> {
  const token = await tokenOf(served.environment.apiUrl, 'master')
  const measured = (app: App) => ({
    app,
    rows: [] as Time[],
    keys: [] as Time[],
    sorts: [] as Time[],
    heaps: [] as number[],
  })
  const [ours, theirs] = await both(served, measured)
  for (let round = 0; round < ROUNDS_AT_SCALE; round += 1) {
    for (const { app, rows, keys, sorts, heaps } of [ours, theirs]) {
      const { context, page, devtools, cpu } = await openBrowser(browser, token)
      rows.push(await timeOf(cpu, () => timeToShow(page, `${app.origin}/`, app.row)))
      await page.locator(app.count, { hasText: /\d/ }).waitFor({ timeout: 60_000 })
      heaps.push(await heapOfPage(devtools, app.workers))
      for (let length = 1; length <= TYPED.length; length += 1)
        keys.push(await timeOf(cpu, () => keyToRows(page, app.search, TYPED.slice(0, length))))
      await keyToRows(page, app.search, '')
      sorts.push(await sortBy({ page, cpu }, 'Username'))
      await context.close()
    }
  }
  const times = (what: string, of: (one: typeof ours) => Time[], max: number) =>
    timesLine({ number: 15, what }, [of(ours), of(theirs)], max)
  return [
    times('first rows of 100,000 users', ({ rows }) => rows, 0.45),
    times('key to changed rows of 100,000 users', ({ keys }) => keys, 0.08),
    times('sort of 100,000 users by name', ({ sorts }) => sorts, 0.25),
    byRatio(
      { number: 15, what: 'memory with 100,000 users, page and worker' },
      { measured: median(ours.heaps), reference: median(theirs.heaps), show: MB, max: 1.2 },
    ),
  ]
}

async function both<T>({ delivered, peer }: Served, of: (app: App) => T | Promise<T>): Promise<[T, T]> {
  const ours = await of({ ...CONSOLE, origin: delivered.federated })
  return [ours, await of({ ...REACT_ADMIN, origin: peer })]
}

/**
 * The files that a browser without data requests before the first rows are painted; later files do not delay
 * the rows.
 */
async function firstFiles(
  browser: Browser,
  { origin, row }: App,
  { remotes, token }: { remotes: string[]; token: string },
): Promise<StaticFile[]> {
  const { context, page } = await openBrowser(browser, token)
  const requested = new Set<string>()
  page.on('request', (request) => requested.add(request.url()))
  const traffic = new StaticTraffic(page, [origin, ...remotes])
  await timeToShow(page, `${origin}/`, row)
  const early = new Set(requested)
  const files = await traffic.settled()
  await context.close()
  return files.filter(({ url }) => early.has(url))
}

async function inNewTab(context: BrowserContext, { origin, row }: App): Promise<number> {
  const page = await context.newPage()
  const time = await timeToShow(page, `${origin}/`, row)
  await page.close()
  return time
}

/** The time from a keystroke in the search field until different rows are painted. */
const keyToRows = (page: Page, search: string, text: string): Promise<number> =>
  page.evaluate(
    ({ selector, wanted }) => {
      const input = document.querySelector<HTMLInputElement>(selector)!
      const rows = () => document.querySelector('main tbody')?.textContent
      const before = rows()
      return pageClock.timed(
        () => pageClock.type(input, wanted),
        () => rows() !== before,
      )
    },
    { selector: search, wanted: text },
  )

function timesLine(line: Pick<Line, 'number' | 'what'>, [ours, theirs]: Time[][], max: number): Line {
  const values = { measured: medianTime(ours!), reference: medianTime(theirs!), max }
  return byTimes(line, values)
}
