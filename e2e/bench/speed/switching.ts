import type { Browser, Page } from '@playwright/test'
import type { Served } from '../setup/servers'
import type { Line } from '../results/line'
import { openBrowser } from '../setup/session'
import { tokenOf } from '../../../api/testing/http'
import { byTime, byTimes, p95Time, timeOf, type Time } from './time'

const ROUNDS = 50
const LISTS = ['Machines', 'Users'] as const

/** Line 3: from the click in the navigation to the painted table of another remote, which is loaded already. */
export async function switching(browser: Browser, served: Served): Promise<Line[]> {
  const token = await tokenOf(served.environment.apiUrl, 'master')
  const consoles = await Promise.all(
    [served.federated, served.spa].map(async (origin) => {
      const { context, page, cpu } = await openBrowser(browser, token)
      await page.goto(`${origin}/`)
      await page.locator('tbody tr.data').first().waitFor()
      for (const label of LISTS) await switchTo(page, label)
      return { context, page, cpu, times: [] as Time[] }
    }),
  )
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { page, cpu, times } of consoles) {
      for (const label of LISTS) times.push(await timeOf(cpu, () => switchTo(page, label)))
    }
  }
  await Promise.all(consoles.map(({ context }) => context.close()))
  const [measured, reference] = consoles.map(({ times }) => p95Time(times)) as [Time, Time]
  const what = 'switch between remotes, warm, click to painted table (p95)'
  return [
    byTimes({ number: 3, what }, { measured, reference, max: 1.1 }),
    byTime({ number: 3, what: `${what}, alone` }, { measured, max: 50 }),
  ]
}

const switchTo = (page: Page, label: string): Promise<number> =>
  page.evaluate((name) => {
    const links = [...document.querySelectorAll<HTMLElement>('nav a')]
    const link = links.find(({ textContent }) => textContent === name)
    if (!link) throw new Error(`There is no ${name} in the navigation.`)
    const isShown = () =>
      document.querySelector('main h1')?.textContent === `Managed ${name}` &&
      document.querySelector('main tbody tr.data') !== null
    return pageClock.timed(() => link.click(), isShown)
  }, label)
