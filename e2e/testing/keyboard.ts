import type { Locator, Page } from '@playwright/test'
import { expect } from './test'

/** More Tab stops than there are between any two controls on a screen. */
const MAX_STOPS = 60

const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement)

/** The focused element if its focus is not visible, otherwise null. */
const unseenFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) return 'nothing'
    // a field shows focus with its border, a switch with the button around its input
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
  await expect.poll(() => unseenFocus(page), 'the focused element, if its focus is not visible').toBeNull()
}

/** After the last control and before the first, focus moves to the browser's own controls. */
const isInPage = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement !== document.body)

/** Tabs to a control, and expects a visible focus at each stop. */
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

/** Tabs to a control and presses it. */
export async function press(control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(control)
  await control.page().keyboard.press(key)
}

/** Expects the focus to be inside `place` and visible. */
export async function expectFocusIn(place: Locator): Promise<void> {
  await expect.poll(() => place.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await expectSeenFocus(place.page())
}
