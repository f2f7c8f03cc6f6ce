import { defineConfig } from '@playwright/test'
import { firefoxPath } from '../../scripts/lib/firefox'
import { addresses } from '../support/addresses'

/**
 * The flows in the Firefox that Debian has, which Playwright drives over WebDriver BiDi: the Firefox that it
 * drives as it does Chromium is one of its own.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/firefox',
  globalSetup: '../support/globalSetup.ts',
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: addresses.console,
    viewport: { width: 1280, height: 800 },
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { executablePath: firefoxPath },
  },
})
