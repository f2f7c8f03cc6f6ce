import { test, WITH_ALL } from './test'

/** Tests that must pass in both themes. `npm test` runs only the most used screens, in the light theme. */
export function inBothThemes(title: string, tests: () => void, { lightAlways = false } = {}): void {
  for (const mode of ['light', 'dark'] as const) {
    const options = lightAlways && mode === 'light' ? {} : WITH_ALL
    test.describe(`${title}, ${mode}`, options, () => {
      // each test checks several states
      test.describe.configure({ timeout: 120_000 })
      test.beforeEach(async ({ page }) => {
        await page.addInitScript((stored) => localStorage.setItem('themeMode', stored), mode)
      })
      tests()
    })
  }
}
