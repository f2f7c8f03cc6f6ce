import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test'

export async function expectNoViolation(page: Page): Promise<void> {
  // colours are measured at rest, not half-way through a fade
  await page.evaluate(async () => {
    // a fade begins in the frame after its element has come
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const ending = document
      .getAnimations()
      // what shows that something goes on never ends
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(ending.map((animation) => animation.finished.catch(() => null)))
  })
  const { violations } = await new AxeBuilder({ page })
    // menus and tooltips float above the page, outside its landmarks
    .exclude('[role=tooltip]')
    .exclude('.MuiMenu-paper')
    .analyze()
  const seen = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`)
  expect(seen).toEqual([])
}
