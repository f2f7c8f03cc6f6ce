import { test } from './test'

const ALL = '@all'

/** Describes what must hold in either theme. `npm test` looks at the light one of what is used most. */
export function inBothThemes(title: string, tests: () => void, { lightAlways = false } = {}): void {
  for (const mode of ['light', 'dark'] as const) {
    const tag = lightAlways && mode === 'light' ? [] : ALL
    test.describe(`${title}, ${mode}`, { tag }, () => {
      // each looks at several states
      test.describe.configure({ timeout: 120_000 })
      test.beforeEach(async ({ page }) => {
        await page.addInitScript((stored) => localStorage.setItem('themeMode', stored), mode)
      })
      tests()
    })
  }
}
