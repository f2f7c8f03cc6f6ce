import { test, WITH_ALL } from './test'

/** Tests that must pass in both themes. `npm test` runs those of the most used screens, in the light one. */
export function inBothThemes(title: string, tests: () => void, { lightAlways = false } = {}): void {
  for (const mode of ['light', 'dark'] as const) {
    const options = lightAlways && mode === 'light' ? {} : WITH_ALL
    test.describe(`${title}, ${mode}`, options, () => {
      // each checks several states
      test.describe.configure({ timeout: 120_000 })
      test.beforeEach(async ({ page }) => {
        await page.addInitScript((stored) => localStorage.setItem('themeMode', stored), mode)
      })
      tests()
    })
  }
}
