import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { atRest } from './atRest'
import { expect } from './test'

/** Menus and tooltips float above the page, outside its landmarks. */
const FLOATING = ['[role=tooltip]', '.MuiMenu-paper']

/** @param waiting the page shows only that it is loading, and has no heading yet */
export async function expectNoViolation(page: Page, { waiting = false } = {}): Promise<void> {
  // colours are measured at rest, not half-way through a fade
  await atRest(page)
  const inPage = axe(page, waiting ? 'page-has-heading-one' : undefined)
  for (const part of FLOATING) inPage.exclude(part)
  expect(await seenBy(inPage)).toEqual([])
  for (const part of FLOATING) {
    // axe throws for a selector without a match
    if ((await page.locator(part).count()) === 0) continue
    expect(await seenBy(axe(page, 'region').include(part)), part).toEqual([])
  }
}

/** Checks the page once it shows the element. */
export async function expectAccessible(element: Locator): Promise<void> {
  await expect(element).toBeVisible()
  await expectNoViolation(element.page())
}

/** Accessible names must contain the visible label, for users of speech input. Off in axe by default. */
const axe = (page: Page, without?: string) =>
  new AxeBuilder({ page }).options({
    rules: {
      'label-content-name-mismatch': { enabled: true },
      ...(without !== undefined && { [without]: { enabled: false } }),
    },
  })

async function seenBy(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`)
}
