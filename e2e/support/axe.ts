import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { atRest } from './rest'
import { expect } from './test'

/** @param waiting the page holds nothing but what says that it waits: its heading is yet to come */
export async function expectNoViolation(page: Page, { waiting = false } = {}): Promise<void> {
  // colours are measured at rest, not half-way through a fade
  await atRest(page)
  const { violations } = await new AxeBuilder({ page })
    // menus and tooltips float above the page, outside its landmarks
    .exclude('[role=tooltip]')
    .exclude('.MuiMenu-paper')
    .disableRules(waiting ? ['page-has-heading-one'] : [])
    .analyze()
  const seen = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`)
  expect(seen).toEqual([])
}
