import { expect, type Page } from '@playwright/test'
import { median, ms } from '../testing/numbers'
import { heading, link, panel } from '../testing/consolePage'
import type { ReceivedEvent } from '../testing/telemetry'

/* The checks that all fault tests share, and counts of those that this worker has made. */

let faults = 0
let notOpened = 0
let assertions = 0
/** Milliseconds from a click in the navigation until the screen or its failure panel is visible. */
export const openingTimes = {
  panel: [] as number[],
  nextToDead: [] as number[],
  allAlive: [] as number[],
}

export async function countAssertion(assertion: Promise<unknown>): Promise<void> {
  await assertion
  assertions += 1
}

export const countFault = (): void => void (faults += 1)

export function printTally(): void {
  // a single fault needs no summary
  if (faults <= 1) return
  const both = `${notOpened} of them on a remote that is opened and on one that is not`
  console.log(`Faults of remotes: ${faults}, ${both}: ${assertions} assertions held`)
  const { panel: panels, nextToDead, allAlive } = openingTimes
  if (panels.length === 0) return
  console.log(
    `A dead remote shows its panel ${ms(Math.max(...panels))} after the click at most; another screen opens in ` +
      `${ms(median(nextToDead))} next to it, and in ${ms(median(allAlive))} where none is dead (medians of ${allAlive.length})`,
  )
}

/** Expects that a dead remote causes no alert and no event until it is opened, and that the rest works. */
export async function expectSilentUntilOpened(
  page: Page,
  events: ReceivedEvent[],
  remote: string,
): Promise<void> {
  await countAssertion(expect(heading(page, 'Managed Users')).toBeVisible())
  await expectOthersWork(page)
  await countAssertion(expect(page.getByRole('alert')).toHaveCount(0))
  expect(events.filter((event) => event.remote === remote)).toEqual([])
  assertions += 1
  notOpened += 1
}

export async function expectOthersWork(page: Page): Promise<void> {
  await link(page, 'Settings').click()
  await countAssertion(expect(heading(page, 'Settings')).toBeVisible())
  await page.getByRole('button', { name: 'Account menu' }).click()
  await countAssertion(expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible())
  await page.keyboard.press('Escape')
}

export async function expectPanel(page: Page, title: string): Promise<void> {
  await countAssertion(expect(panel(page, title)).toBeVisible())
  await countAssertion(expect(panel(page, title).getByRole('button', { name: 'Reintentar' })).toBeEnabled())
}

/** Events are sent in batches, seconds after they happen. */
const RECEIVED_WITHIN_MS = 20_000

export const expectEvent = (events: ReceivedEvent[], remote: string, phase: string) =>
  countAssertion(
    expect
      .poll(
        () =>
          events.some((event) => event.remote === remote && new RegExp(`^(?:${phase})$`).test(event.phase)),
        { timeout: RECEIVED_WITHIN_MS },
      )
      .toBe(true),
  )

/** @returns milliseconds until the screen, or the panel in its place, is visible */
export async function timeToOpen(page: Page, label: string, title: string): Promise<number> {
  await link(page, label).waitFor()
  return page.evaluate(
    ([name, text]) => {
      const links = [...document.querySelectorAll<HTMLElement>('nav a')]
      const isShown = () =>
        [...document.querySelectorAll('main h1')].some(({ textContent }) => textContent?.includes(text))
      return pageClock.timed(() => links.find(({ textContent }) => textContent === name)?.click(), isShown)
    },
    [label, title] as const,
  )
}
