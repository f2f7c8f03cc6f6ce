import type { Browser, CDPSession, Page } from '@playwright/test'
import { launch } from '../browser'
import type { Served } from '../servers'
import { byValue, type Line } from './line'
import { kB } from './numbers'
import { openBrowser, tokenFor } from './session'

const SETTLED_AFTER = 20
const SWITCHES = 200
/** What opens a dialog of a row. */
const DIALOG_OF: Record<string, RegExp> = { Users: /^View details /, Machines: /^Details / }
const SCREENS = ['Machines', 'External', 'Internal', 'Settings', 'Users']

interface Held {
  JSHeapUsedSize: number
  Nodes: number
  JSEventListeners: number
}

/**
 * Machine code counts as heap too, and a page is given more of it for as long as its functions get hotter:
 * it hid what the page itself keeps.
 */
const WITHOUT_COMPILERS = ['--no-sparkplug', '--no-maglev', '--no-turbofan']

/** Line 8: what a page still holds after 200 switches through all screens and dialogs, beside after 20. */
export async function memory(_browser: Browser, served: Served, executablePath: string): Promise<Line[]> {
  const browser = await launch(executablePath, WITHOUT_COMPILERS)
  try {
    return await whatSwitchesLeave(browser, served)
  } finally {
    await browser.close()
  }
}

async function whatSwitchesLeave(browser: Browser, served: Served): Promise<Line[]> {
  const token = await tokenFor(served.environment.apiUrl, 'client1')
  const { context, page, devtools } = await openBrowser(browser, token)
  await devtools.send('Performance.enable')
  await page.goto(`${served.federated}/`)
  await page.locator('tbody tr.data').first().waitFor()
  await goRound(page, SETTLED_AFTER)
  const early = await held(devtools)
  await goRound(page, SWITCHES - SETTLED_AFTER)
  const late = await held(devtools)
  await context.close()

  const switches = SWITCHES - SETTLED_AFTER
  const slope = (key: keyof Held) => (late[key] - early[key]) / switches
  const what = `what a switch leaves behind, from the ${SETTLED_AFTER}th to the ${SWITCHES}th`
  const few = (value: number) => value.toFixed(2)
  return [
    byValue(
      { number: 8, what: `${what}: heap` },
      { measured: slope('JSHeapUsedSize'), show: kB, most: 5000 },
    ),
    byValue({ number: 8, what: `${what}: nodes` }, { measured: slope('Nodes'), show: few, most: 0.5 }),
    byValue(
      { number: 8, what: `${what}: listeners` },
      { measured: slope('JSEventListeners'), show: few, most: 0.5 },
    ),
  ]
}

/** From screen to screen; on those with rows the details of the first one are opened and closed. */
async function goRound(page: Page, switches: number): Promise<void> {
  const navigation = page.getByRole('navigation')
  for (let at = 0; at < switches; at += 1) {
    const label = SCREENS[at % SCREENS.length]!
    await navigation.getByRole('link', { name: label, exact: true }).click()
    await page.getByRole('main').getByRole('heading', { level: 1 }).filter({ hasText: label }).waitFor()
    const opener = DIALOG_OF[label]
    if (!opener) continue
    await page.getByRole('main').getByRole('button', { name: opener }).first().click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

async function held(devtools: CDPSession): Promise<Held> {
  for (let time = 0; time < 3; time += 1) await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (key: keyof Held) => metrics.find(({ name }) => name === key)?.value ?? NaN
  return {
    JSHeapUsedSize: of('JSHeapUsedSize'),
    Nodes: of('Nodes'),
    JSEventListeners: of('JSEventListeners'),
  }
}
