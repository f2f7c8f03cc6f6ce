import type { Locator, Page } from '@playwright/test'
import { expect } from './test'

/** More than any screen has on the way to anything. */
const MAX_STOPS = 60

const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement)

/** What has the focus, where one does not see that it has; null where one does. */
const unseenFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) return 'nothing'
    // a field shows it by its frame, a switch by the button around its input
    if (activeElement.closest('.Mui-focused')) return null
    const rings = [activeElement, activeElement.closest('.MuiButtonBase-root')].filter(
      (each) => each !== null,
    )
    const seen = rings
      .map((each) => getComputedStyle(each))
      .some(({ outlineStyle }) => outlineStyle !== 'none')
    return seen ? null : activeElement.outerHTML.slice(0, 200)
  })

export async function expectSeenFocus(page: Page): Promise<void> {
  await expect.poll(() => unseenFocus(page), 'what has the focus unseen').toBeNull()
}

/** Behind the last control, and before the first, the browser's own have their turn. */
const isInPage = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement !== document.body)

/** Goes on by Tab to a control; wherever it passes, one sees where the focus is. */
export async function tabTo(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const page = control.page()
  await expect(control).toBeVisible()
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await hasFocus(control)) return
    await page.keyboard.press(key)
    if (await isInPage(page)) await expectSeenFocus(page)
  }
  throw new Error(`${key} does not lead to ${String(control)}.`)
}

/** Goes on by Tab to a control and presses it. */
export async function press(control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(control)
  await control.page().keyboard.press(key)
}

/** The focus is inside, and one sees where. */
export async function expectFocusIn(place: Locator): Promise<void> {
  await expect.poll(() => place.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await expectSeenFocus(place.page())
}
