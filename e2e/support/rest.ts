import type { Page } from '@playwright/test'

/** Waits until nothing moves, but for what shows by its motion that something goes on. */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // a fade begins in the frame after its element has come
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(ending.map((animation) => animation.finished.catch(() => null)))
  })
