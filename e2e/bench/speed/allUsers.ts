import type { Browser } from '@playwright/test'
import type { Served } from '../servers'
import { PASSWORD } from '../../../api/src/demo/accounts'
import { byRatio, type Line } from './line'
import { median, ms } from './numbers'
import { openBrowser, tokenFor } from './session'

const ROUNDS = 5

/**
 * Line 9: from the click on Login until all 100,000 users can be searched, beside the bare download of the
 * same answer and JSON.parse. Both from an empty browser, which has the login screen before it.
 */
export async function allUsers(browser: Browser, served: Served): Promise<Line[]> {
  const token = await tokenFor(served.environment.apiUrl, 'master')
  const mine: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    mine.push(await fromLogin(browser, served))
    bare.push(await download(browser, served, token))
  }
  const what = 'sign-in to all 100,000 users searchable (median)'
  const values = { measured: median(mine), reference: median(bare), show: ms, most: 1.5 }
  return [byRatio({ number: 9, what }, values)]
}

async function fromLogin(browser: Browser, { federated }: Served): Promise<number> {
  const { context, page } = await openBrowser(browser)
  await page.goto(`${federated}/login`)
  await page.getByLabel('Username').fill('master')
  await page.getByLabel('Password').fill(PASSWORD)
  const time = await page.evaluate(() => {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Login',
    )!
    const count = () => document.querySelector('main [role=status]')?.textContent ?? ''
    return pageClock.timed(
      () => button.click(),
      () => /\d/.test(count()) && document.querySelector('tbody tr.data') !== null,
    )
  })
  await context.close()
  return time
}

async function download(
  browser: Browser,
  { federated, environment }: Served,
  token: string,
): Promise<number> {
  const { context, page } = await openBrowser(browser)
  await page.goto(`${federated}/login`)
  await page.getByLabel('Username').waitFor()
  const time = await page.evaluate(
    async ({ url, authorization }) => {
      const start = performance.now()
      const response = await fetch(url, { headers: { Authorization: authorization } })
      const rows = JSON.parse(await response.text()) as unknown[]
      if (rows.length < 100_000) throw new Error(`There are ${rows.length} users.`)
      return performance.now() - start
    },
    { url: `${environment.apiUrl}/api/Users/all-hierarchy`, authorization: `Bearer ${token}` },
  )
  await context.close()
  return time
}
