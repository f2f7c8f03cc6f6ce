import type { Browser, Page } from '@playwright/test'
import type { Served } from '../setup/servers'
import { byRatio, byValue, type Line } from '../results/line'
import { median, ms } from '../../testing/numbers'
import { openBrowser, type BenchPage } from '../setup/session'
import { tokenOf } from '../../../api/testing/http'
import { byTime, byTimes, p95Time, timeOf, type Time } from './time'

/** With fewer rounds the p95 would be the slowest sample. */
const ROUNDS = 20
/** Only some rounds scroll, because each gives hundreds of frames. */
const ROUNDS_WITH_SCROLL = 8
/** Typed key by key; every prefix matches a different number of users. */
const TYPED = '120'
const FRAMES = 240
const PIXELS_PER_FRAME = 400
const FRAME_MS = 1000 / 60

interface List {
  open: (view?: string) => Promise<BenchPage>
  sorts: Sorts
  firstKeys: Time[]
  laterKeys: Time[]
  frameCpu: number[]
  frames: number[]
  blank: number
}

/** The first and the second sort in each order. */
interface Sorts {
  names: Time[]
  namesAgain: Time[]
  levels: Time[]
  levelsAgain: Time[]
}

/**
 * Lines 4 to 6: the list of 100,000 users, compared with a bare windowed list of the same rows. Line 12: the
 * same list next to a user's panel, compared with the list alone.
 */
export async function longList(browser: Browser, served: Served): Promise<Line[]> {
  const token = await tokenOf(served.environment.apiUrl, 'master')
  const console = listAt(browser, served.federated, token)
  const bare = listAt(browser, served.bare, token)
  const panelOpen = withPanel(listAt(browser, served.federated, token))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const list of [console, bare, panelOpen]) {
      // a fresh page, so that the first key measured is the page's first
      const opened = await list.open()
      await typeIn(opened, list)
      if (round < ROUNDS_WITH_SCROLL) await scrollIn(opened, list)
      await opened.context.close()
    }
    for (const list of [console, panelOpen]) await sortOnce(list)
  }
  return [
    ...searchLines(console, bare),
    ...sortLines(console.sorts),
    ...scrollLines(console, bare),
    ...panelLines(panelOpen, console),
  ]
}

function listAt(browser: Browser, origin: string, token: string): List {
  const open = async (view = '') => {
    const opened = await openBrowser(browser, token)
    await opened.page.goto(`${origin}/${view}`)
    await allUsersShown(opened.page)
    return opened
  }
  const sorts: Sorts = { names: [], namesAgain: [], levels: [], levelsAgain: [] }
  return { open, sorts, firstKeys: [], laterKeys: [], frameCpu: [], frames: [], blank: 0 }
}

/** Opens the list with the panel of the first row's user. */
function withPanel(list: List): List {
  const open = async (view?: string) => {
    const opened = await list.open(view)
    await opened.page
      .locator('main tbody tr.data')
      .first()
      .click({ position: { x: 20, y: 10 } })
    await opened.page.getByRole('button', { name: 'Close panel' }).waitFor()
    return opened
  }
  return { ...list, open }
}

/** Both lists show the count once all rows have arrived, which is later than the first rows. */
export const allUsersShown = (page: Page): Promise<void> =>
  page.locator('main [role=status]', { hasText: /\d/ }).waitFor({ timeout: 60_000 })

async function typeIn({ page, cpu }: BenchPage, list: List): Promise<void> {
  for (let length = 1; length <= TYPED.length; length += 1) {
    const time = await timeOf(cpu, () => keyToPaint(page, TYPED.slice(0, length)))
    if (length === 1) list.firstKeys.push(time)
    else list.laterKeys.push(time)
  }
  await keyToPaint(page, '')
}

async function scrollIn({ page, cpu }: BenchPage, list: List): Promise<void> {
  const before = await cpu()
  const { times, blank } = await page.evaluate(
    ([frames, step]) => {
      const frame = document.querySelector<HTMLElement>('main [role=region], #frame')!
      return pageClock.scroll(frame, { frames, step, rowSelector: 'tr.data' })
    },
    [FRAMES, PIXELS_PER_FRAME] as const,
  )
  list.frameCpu.push(((await cpu()) - before) / FRAMES)
  list.frames.push(...times.slice(1).map((time, index) => time - times[index]!))
  list.blank += blank
}

/** In both lists, the count changes when the rows match the text. */
export const keyToPaint = (page: Page, text: string): Promise<number> =>
  page.evaluate((wanted) => {
    const input = document.querySelector<HTMLInputElement>('main input')!
    const count = () => document.querySelector('main [role=status]')?.textContent
    const before = count()
    return pageClock.timed(
      () => pageClock.type(input, wanted),
      () => count() !== before,
    )
  }, text)

async function sortOnce({ open, sorts }: List): Promise<void> {
  const byLevel = await open()
  sorts.names.push(await sortBy(byLevel, 'Username'))
  sorts.levelsAgain.push(await sortBy(byLevel, 'Level'))
  sorts.namesAgain.push(await sortBy(byLevel, 'Username'))
  await byLevel.context.close()
  // the initial order needs no sort
  const byName = await open('?sort=userName')
  sorts.levels.push(await sortBy(byName, 'Level'))
  await byName.context.close()
}

export const sortBy = ({ page, cpu }: Pick<BenchPage, 'page' | 'cpu'>, name: string): Promise<Time> =>
  timeOf(cpu, () =>
    page.evaluate((head) => {
      const heads = [...document.querySelectorAll<HTMLElement>('main thead th')]
      const th = heads.find(({ textContent }) => textContent?.startsWith(head))
      const button = th?.querySelector<HTMLElement>('.MuiTableSortLabel-root')
      if (!th || !button) throw new Error(`There is no head ${head}.`)
      const rows = () => document.querySelector('main tbody')?.textContent
      const before = rows()
      return pageClock.timed(
        () => button.click(),
        () => rows() !== before,
      )
    }, name),
  )

function searchLines(console: List, bare: List): Line[] {
  const what = 'search of users'
  const first = { measured: p95Time(console.firstKeys), reference: p95Time(bare.firstKeys) }
  const later = { measured: p95Time(console.laterKeys), reference: p95Time(bare.laterKeys) }
  return [
    byTimes({ number: 4, what: `${what}, first key to paint (p95)` }, { ...first, max: 1.3 }),
    byTime({ number: 4, what: `${what}, first key to paint (p95), alone` }, { ...first, max: 50 }),
    byTimes({ number: 4, what: `${what}, later keys to paint (p95)` }, { ...later, max: 1.5 }),
    byTime({ number: 4, what: `${what}, later keys to paint (p95), alone` }, { ...later, max: 50 }),
  ]
}

function sortLines(sorts: Sorts): Line[] {
  const what = 'sort of users'
  const line = (order: string, times: Time[], max: number) =>
    byTime({ number: 5, what: `${what} ${order} (p95)` }, { measured: p95Time(times), max })
  return [
    line('by name, first', sorts.names, 100),
    line('by name, again', sorts.namesAgain, 40),
    line('by level, first', sorts.levels, 100),
    line('by level, again', sorts.levelsAgain, 40),
  ]
}

function scrollLines(console: List, bare: List): Line[] {
  const what = 'scroll of users'
  const late = (list: List) =>
    (100 * list.frames.filter((time) => time > 1.5 * FRAME_MS).length) / list.frames.length
  const percent = (value: number) => `${value.toFixed(1)} %`
  const cpu = { measured: median(console.frameCpu), reference: median(bare.frameCpu), show: ms }
  return [
    byRatio({ number: 6, what: `${what}, CPU per frame (median)` }, { ...cpu, max: 1.5 }),
    {
      ...byValue(
        { number: 6, what: `${what}, late frames` },
        { measured: late(console), show: percent, max: 1 },
      ),
      reference: percent(late(bare)),
    },
    {
      ...byValue(
        { number: 6, what: `${what}, blank rows` },
        { measured: console.blank, show: String, max: 0 },
      ),
      reference: String(bare.blank),
    },
  ]
}

function panelLines(panelOpen: List, panelClosed: List): Line[] {
  const line = (what: string, timesOf: (list: List) => readonly Time[]) => {
    const [measured, reference] = [panelOpen, panelClosed].map((list) => p95Time(timesOf(list)))
    return byTimes(
      { number: 12, what: `${what} of users with a panel open (p95), compared with none` },
      { measured: measured!, reference: reference!, max: 1.15 },
    )
  }
  const [measured, reference] = [panelOpen, panelClosed].map(({ frameCpu }) => median(frameCpu))
  return [
    line('key to paint in the search', ({ laterKeys }) => laterKeys),
    line('sort by name', ({ sorts }) => sorts.namesAgain),
    byRatio(
      {
        number: 12,
        what: 'scroll of users with a panel open, CPU per frame (median), compared with none',
      },
      { measured: measured!, reference: reference!, show: ms, max: 1.15 },
    ),
  ]
}
