import type { Page } from '@playwright/test'

/** Waits until all animations have ended, except endless ones such as spinners. */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // a fade begins in the frame after its element was added
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(ending.map((animation) => animation.finished.catch(() => null)))
  })
