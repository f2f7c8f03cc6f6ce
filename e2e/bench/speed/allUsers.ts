import type { Browser } from '@playwright/test'
import type { Served } from '../setup/servers'
import { PASSWORD } from '../../../api/src/foundation/demoAccounts'
import { byRatio, byValue, type Line } from '../results/line'
import { median, ms } from '../../testing/numbers'
import { openBrowser } from '../setup/session'
import { tokenOf } from '../../../api/testing/http'
import { byTimes, medianTime, timeOf, type Time } from './time'

const ROUNDS = 5
/** On this slow network the list takes seconds; from loopback it would arrive before anything is drawn. */
const NETWORK = { offline: false, latency: 40, downloadThroughput: (20 * 1e6) / 8, uploadThroughput: 1e6 }
const HIERARCHY = '/api/Users/all-hierarchy'

/**
 * Line 9: the time from the click on Login until all 100,000 users can be searched, compared with downloading
 * the same response and parsing it with JSON.parse. Both begin at the login screen in a browser without data.
 */
export async function allUsers(browser: Browser, served: Served): Promise<Line[]> {
  const token = await tokenOf(served.environment.apiUrl, 'master')
  const mine: Time[] = []
  const longestTasks: number[] = []
  const bare: Time[] = []
  const early: { rows: number; lastByte: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const { time, longestTask } = await fromLogin(browser, served)
    mine.push(time)
    longestTasks.push(longestTask)
    bare.push(await download(browser, served, token))
    early.push(await rowsAndLastByte(browser, served, token))
  }
  const what = 'sign-in to all users searchable (median)'
  return [
    byTimes({ number: 9, what }, { measured: medianTime(mine), reference: medianTime(bare), max: 1.5 }),
    byValue(
      { number: 9, what: `${what}: main-thread CPU` },
      { measured: medianTime(mine).cpu, show: ms, max: 1000 },
    ),
    byValue(
      {
        number: 9,
        what: 'sign-in to all users received: longest task (median)',
      },
      { measured: median(longestTasks), show: ms, max: 100 },
    ),
    byRatio(
      { number: 9, what: 'first rows of users against their last byte, at 20 Mbit/s' },
      {
        measured: median(early.map(({ rows }) => rows)),
        reference: median(early.map(({ lastByte }) => lastByte)),
        show: ms,
        max: 1,
      },
    ),
  ]
}

async function rowsAndLastByte(browser: Browser, { federated }: Served, token: string) {
  const { context, page, devtools } = await openBrowser(browser, token)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await page.goto(`${federated}/`, { waitUntil: 'commit' })
  const rows = await page.evaluate(() =>
    pageClock.shown(() => document.querySelector('main tbody tr.data') !== null),
  )
  const lastByte = await page.evaluate(async (path) => {
    for (;;) {
      const [entry] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(path))
      if (entry) return (entry as PerformanceResourceTiming).responseEnd
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }, HIERARCHY)
  await context.close()
  return { rows, lastByte }
}

async function fromLogin(
  browser: Browser,
  { federated }: Served,
): Promise<{ time: Time; longestTask: number }> {
  const { context, page, cpu } = await openBrowser(browser)
  await page.goto(`${federated}/login`)
  await page.getByLabel('Username').fill('master')
  await page.getByLabel('Password').fill(PASSWORD)
  const time = await timeOf(cpu, () =>
    page.evaluate(() => {
      const button = [...document.querySelectorAll('button')].find(
        ({ textContent }) => textContent === 'Login',
      )!
      const count = () => document.querySelector('main [role=status]')?.textContent ?? ''
      globalThis.clickedAt = performance.now()
      return pageClock.timed(
        () => button.click(),
        () => /\d/.test(count()) && document.querySelector('tbody tr.data') !== null,
      )
    }),
  )
  const longestTask = await page.evaluate(async () => {
    // long tasks are reported shortly after they have ended
    await new Promise((resolve) => setTimeout(resolve, 200))
    return pageClock.longestTask(globalThis.clickedAt)
  })
  await context.close()
  return { time, longestTask }
}

async function download(browser: Browser, { federated, environment }: Served, token: string): Promise<Time> {
  const { context, page, cpu } = await openBrowser(browser)
  await page.goto(`${federated}/login`)
  await page.getByLabel('Username').waitFor()
  const request = { url: environment.apiUrl + HIERARCHY, authorization: `Bearer ${token}` }
  const time = await timeOf(cpu, () =>
    page.evaluate(async ({ url, authorization }) => {
      const start = performance.now()
      const response = await fetch(url, { headers: { Authorization: authorization } })
      const rows = JSON.parse(await response.text()) as unknown[]
      if (rows.length < 100_000) throw new Error(`There are ${rows.length} users.`)
      return performance.now() - start
    }, request),
  )
  await context.close()
  return time
}
