import { defineConfig } from '@playwright/test'
import { paths } from '../../scripts/lib/paths'
import { addresses } from '../testing/addresses'

/**
 * Runs the flows in Debian's Firefox over WebDriver BiDi. Without BiDi, Playwright can drive only its own
 * build of Firefox.
 */
export default defineConfig({
  outputDir: '../test-results/firefox',
  globalSetup: '../testing/globalSetup.ts',
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  projects: [
    { name: 'api', testDir: '../testing', testMatch: 'apiReady.ts' },
    { name: 'flows', testDir: '.', dependencies: ['api'] },
  ],
  use: {
    baseURL: addresses.console,
    viewport: { width: 1280, height: 800 },
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { executablePath: paths.firefox },
  },
})
