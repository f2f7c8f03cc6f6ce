import type { Browser, CDPSession, Page } from '@playwright/test'
import type { Served } from '../setup/servers'
import { byValue, type Line } from '../results/line'
import { kB } from '../../testing/numbers'
import { ROUND } from './round'
import { launch, openBrowser } from '../setup/session'
import { tokenOf } from '../../../api/testing/http'

/**
 * After more than one round the code of each dialog is loaded. The number of switches in between is a
 * multiple of the round's length, so that both samples show the same screen.
 */
const SETTLED_AFTER = 20
const SWITCHES = 200

interface Held {
  JSHeapUsedSize: number
  Nodes: number
  JSEventListeners: number
}

/** Machine code counts as heap, and grows as functions are optimized, which would hide what the page keeps. */
const WITHOUT_COMPILERS = ['--no-sparkplug', '--no-maglev', '--no-turbofan']

/** Line 8: the heap after 200 switches through all screens and dialogs, compared with the heap after 20. */
export async function memory(_browser: Browser, served: Served, executablePath: string): Promise<Line[]> {
  const browser = await launch(executablePath, WITHOUT_COMPILERS)
  try {
    return await whatSwitchesLeave(browser, served)
  } finally {
    await browser.close()
  }
}

async function whatSwitchesLeave(browser: Browser, served: Served): Promise<Line[]> {
  const token = await tokenOf(served.environment.apiUrl, 'master')
  const { context, page, devtools } = await openBrowser(browser, token)
  await page.goto(`${served.federated}/`)
  await page.locator('tbody tr.data').first().waitFor()
  await goRound(page, 0, SETTLED_AFTER)
  const early = await held(devtools)
  await goRound(page, SETTLED_AFTER, SWITCHES)
  const late = await held(devtools)
  await context.close()

  const switches = SWITCHES - SETTLED_AFTER
  const slope = (key: keyof Held) => (late[key] - early[key]) / switches
  const what = `retained per switch, ${SETTLED_AFTER}th to ${SWITCHES}th`
  const few = (value: number) => value.toFixed(2)
  return [
    byValue({ number: 8, what: `${what}: heap` }, { measured: slope('JSHeapUsedSize'), show: kB, max: 5000 }),
    byValue({ number: 8, what: `${what}: nodes` }, { measured: slope('Nodes'), show: few, max: 0.5 }),
    byValue(
      { number: 8, what: `${what}: listeners` },
      { measured: slope('JSEventListeners'), show: few, max: 0.5 },
    ),
  ]
}

/** Opens and closes the dialog of each stop. */
async function goRound(page: Page, from: number, to: number): Promise<void> {
  const navigation = page.getByRole('navigation')
  const dialog = page.getByRole('dialog')
  for (let at = from; at < to; at += 1) {
    const { screen, open } = ROUND[at % ROUND.length]!
    await navigation.getByRole('link', { name: screen, exact: true }).click()
    await page.getByRole('main').getByRole('heading', { level: 1 }).filter({ hasText: screen }).waitFor()
    if (!open) continue
    await open(page)
    await dialog.waitFor()
    // waits for the dialog's data as well
    await dialog.getByRole('progressbar').first().waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
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
