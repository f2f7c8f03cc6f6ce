import type { Browser, Page } from '@playwright/test'
import type { Served } from '../setup/servers'
import { byRatio, type Line } from '../results/line'
import { median, ms, p95 } from '../../testing/numbers'
import { openBrowser, type BenchPage } from '../setup/session'
import { tokenOf } from '../../../api/testing/http'
import { byTime, p95Time, timeOf, type Time } from './time'

const PICKS = 20
const ENTRIES = 3
/** The open list draws at least this many options. */
const IN_SIGHT = 8
const FIELD = 'Client/Player'
/** A filter that is filled when an option is picked. */
const ABOVE = 'Sub-Administrator'
const FRAME_MS = 1000 / 60

/**
 * Line 7: the time from the click on a client among 100,000 users until the filters above it are painted,
 * compared with the minimum that any program needs: one pass over the users, and one frame.
 */
export async function cascade(browser: Browser, served: Served): Promise<Line[]> {
  const token = await tokenOf(served.environment.apiUrl, 'master')
  const opened = await openBrowser(browser, token)
  const { context, page } = opened
  await page.goto(`${served.federated}/external`)
  await page.getByRole('combobox', { name: FIELD, exact: true }).waitFor()
  const isLoaded = () => document.querySelector('main [aria-busy=true]') === null
  await page.waitForFunction(isLoaded, undefined, { timeout: 60_000 })
  const names: string[] = []
  const times: Time[] = []
  for (let pick = 0; pick < PICKS; pick += 1) {
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    times.push(await pickOption(opened, 1 + (pick % IN_SIGHT)))
    names.push(await page.getByRole('combobox', { name: FIELD, exact: true }).inputValue())
  }
  const walks = await walkBelow(page, { names, url: `${served.environment.apiUrl}/api/Users/all-hierarchy` })
  await context.close()
  const what = 'report cascade, pick to paint (p95)'
  const reference = `${ms(p95(walks) + FRAME_MS)} (a walk and a frame)`
  return [
    { ...byTime({ number: 7, what }, { measured: p95Time(times), max: 40 }), reference },
    await entry(browser, served, token),
  ]
}

/**
 * The time from navigation to usable filters, compared with receiving and parsing the same two lists in a bare page.
 */
async function entry(browser: Browser, { federated, environment }: Served, token: string): Promise<Line> {
  const mine: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ENTRIES; round += 1) {
    const console = await openBrowser(browser, token)
    await console.page.goto(`${federated}/external`, { waitUntil: 'commit' })
    mine.push(
      await console.page.evaluate(async () => {
        await pageClock.shown(() => document.querySelector('main [role=combobox]:enabled') !== null)
        document.querySelector<HTMLElement>('main [role=combobox]')!.click()
        // the first option is the empty value
        return pageClock.shown(() => document.querySelectorAll('[role=option]').length > 1)
      }),
    )
    await console.context.close()
    const page = await openBrowser(browser)
    await page.page.goto(`${federated}/login`)
    await page.page.getByLabel('Username').waitFor()
    const urls = ['/api/Users/all-hierarchy', '/api/Machines'].map((path) => environment.apiUrl + path)
    bare.push(
      await page.page.evaluate(
        async ({ addresses, authorization }) => {
          const start = performance.now()
          const read = async (url: string): Promise<unknown> =>
            JSON.parse(await (await fetch(url, { headers: { Authorization: authorization } })).text())
          await Promise.all(addresses.map(read))
          return performance.now() - start
        },
        { addresses: urls, authorization: `Bearer ${token}` },
      ),
    )
    await page.context.close()
  }
  const what = 'report by address until its pickers work'
  const values = { measured: median(mine), reference: median(bare), show: ms, max: 1.25 }
  return byRatio({ number: 11, what: `${what} (median)` }, values)
}

async function pickOption({ page, cpu }: BenchPage, index: number): Promise<Time> {
  await page.getByRole('combobox', { name: FIELD, exact: true }).click()
  const options = page.getByRole('listbox', { name: FIELD, exact: true }).getByRole('option')
  await options.nth(index).waitFor()
  return timeOf(cpu, () =>
    page.evaluate(
      ({ above, at }) => {
        const labelled = [...document.querySelectorAll('label')].find(
          ({ textContent }) => textContent === above,
        )
        const field = labelled?.control as HTMLInputElement | null
        const option = document.querySelectorAll<HTMLElement>('[role=option]')[at]
        if (!field || !option) throw new Error('The filters are not as this expects.')
        const before = field.value
        return pageClock.timed(
          () => option.click(),
          () => field.value !== before,
        )
      },
      { above: ABOVE, at: index },
    ),
  )
}

/** @returns for each name, the milliseconds that a plain loop takes to collect all users below */
const walkBelow = (page: Page, from: { names: string[]; url: string }): Promise<number[]> =>
  page.evaluate(async ({ names, url }) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` }
    const users = (await (await fetch(url, { headers })).json()) as {
      userId: number
      userName: string
      parentUserId: number | null
    }[]
    return names.map((name) => {
      const picked = users.find(({ userName }) => userName === name)
      if (!picked) throw new Error(`There is no user ${name}.`)
      const start = performance.now()
      const below = new Set<number | null>([picked.userId])
      // repeated until nothing is added: a user may precede their parent
      for (let before = 0; before < below.size;) {
        before = below.size
        for (const { userId, parentUserId } of users) if (below.has(parentUserId)) below.add(userId)
      }
      return performance.now() - start
    })
  }, from)
