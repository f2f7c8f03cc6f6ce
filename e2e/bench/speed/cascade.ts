import type { Browser, Page } from '@playwright/test'
import type { Served } from '../servers'
import { byValue, type Line } from './line'
import { ms, p95 } from './numbers'
import { openBrowser, tokenFor } from './session'

const PICKS = 20
/** As many options as the open list draws at least. */
const IN_SIGHT = 8
const FIELD = 'Client/Player'
/** Those that a pick fills. */
const ABOVE = 'Sub-Administrator'

/** Line 7: from the click on a client among 100,000 users to the painted filters of everybody above it. */
export async function cascade(browser: Browser, served: Served): Promise<Line[]> {
  const token = await tokenFor(served.environment.apiUrl, 'master')
  const { context, page } = await openBrowser(browser, token)
  await page.goto(`${served.federated}/external`)
  await page.getByRole('combobox', { name: FIELD, exact: true }).waitFor()
  await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null)
  const times: number[] = []
  for (let pick = 0; pick < PICKS; pick += 1) {
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    times.push(await pickOption(page, 1 + (pick % IN_SIGHT)))
  }
  await context.close()
  const what = 'a pick in the report cascade of 100,000 users and 50,000 machines, to paint (p95)'
  return [byValue({ number: 7, what }, { measured: p95(times), show: ms, most: 50 })]
}

async function pickOption(page: Page, index: number): Promise<number> {
  await page.getByRole('combobox', { name: FIELD, exact: true }).click()
  const options = page.getByRole('listbox', { name: FIELD, exact: true }).getByRole('option')
  await options.nth(index).waitFor()
  return page.evaluate(
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
  )
}
