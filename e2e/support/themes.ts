import { test, WITH_ALL } from './test'

/** Describes what must hold in either theme. `npm test` looks at the light one of what is used most. */
export function inBothThemes(title: string, tests: () => void, { lightAlways = false } = {}): void {
  for (const mode of ['light', 'dark'] as const) {
    const options = lightAlways && mode === 'light' ? {} : WITH_ALL
    test.describe(`${title}, ${mode}`, options, () => {
      // each looks at several states
      test.describe.configure({ timeout: 120_000 })
      test.beforeEach(async ({ page }) => {
        await page.addInitScript((stored) => localStorage.setItem('themeMode', stored), mode)
      })
      tests()
    })
  }
}
