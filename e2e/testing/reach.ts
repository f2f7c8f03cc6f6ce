import type { Locator, Page } from '@playwright/test'
import { atRest } from './atRest'
import { expect } from './test'

/** Controls checked in each table or list: the others are alike. */
const MAX_LISTED = 6
const CONTROLS =
  'button, a[href], input, textarea, [role=combobox], [role=option], [role=tab], [role=menuitem]'

/**
 * The controls that cannot be used after scrolling to them: wider than the window, cut off, or with
 * something over them.
 */
function outOfReach(place: Element, { controls, most }: { controls: string; most: number }): string[] {
  const listed = new Map<Element, number>()
  const isOneTooMany = (control: Element) => {
    const list = control.closest('tbody, [role=listbox], [role=group]')
    if (list === null) return false
    listed.set(list, (listed.get(list) ?? 0) + 1)
    return listed.get(list)! > most
  }
  const found: string[] = []
  for (const control of place.querySelectorAll(controls)) {
    // the input of a switch or checkbox is invisible, on top of what the user sees
    const seen = control.closest('.MuiSwitch-root, .MuiCheckbox-root') ?? control
    if (!seen.checkVisibility({ visibilityProperty: true }) || isOneTooMany(control)) continue
    if (
      seen.closest('[aria-hidden=true], [aria-disabled=true], :disabled') ||
      seen.classList.contains('MuiSelect-nativeInput')
    )
      continue
    if (getComputedStyle(seen).clipPath !== 'none') continue
    seen.scrollIntoView({ block: 'center', inline: 'center' })
    const { left, right, top, bottom } = seen.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const hit = document.elementFromPoint(x, y)
    const isHit = seen.contains(hit) || hit?.closest('label')?.contains(seen)
    if (!isHit || left < -1 || right > innerWidth + 1)
      found.push(
        `${control.getAttribute('aria-label') ?? (control.textContent || control.outerHTML).slice(0, 120)}`,
      )
  }
  return found
}

/** Elements that scroll sideways, except tables' frames and rows of tabs, which may. */
const scrollsSideways = (place: Element): string[] =>
  [document.documentElement, place, ...place.querySelectorAll('*')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1)
    .filter(
      (each) =>
        ['auto', 'scroll'].includes(getComputedStyle(each).overflowX) || each === document.documentElement,
    )
    .filter((each) => !each.closest('[role=region], .MuiTabs-root, pre, textarea'))
    .map((each) => each.outerHTML.slice(0, 160))

/** The window does not scroll sideways, and each control can be scrolled to and used. */
export async function expectAllInReach(place: Locator): Promise<void> {
  await expect(place).toBeVisible()
  await atRest(place.page())
  expect(await place.evaluate(scrollsSideways), 'what scrolls sideways').toEqual([])
  const lost = await place.evaluate(outOfReach, { controls: CONTROLS, most: MAX_LISTED })
  expect(lost, 'what is out of reach').toEqual([])
}

export const expectScreenInReach = async (page: Page): Promise<void> =>
  expectAllInReach(page.getByRole('main'))
