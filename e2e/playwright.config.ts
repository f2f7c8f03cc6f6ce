import { defineConfig } from '@playwright/test'
import { addresses } from './support/addresses'

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Flows in a real browser. One API and one set of servers for all; a test that breaks something has its own. */
export default defineConfig({
  testDir: './tests',
  outputDir: './test-results',
  globalSetup: './support/globalSetup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // `npm test` shows each statement once; the variants tagged @all are for `npm run test:all`
  ...(process.env.CONSOLE_TEST_ALL ? {} : { grepInvert: /@all/ }),
  timeout: 30_000,
  expect: { timeout: 8_000 },
  use: {
    baseURL: addresses.console,
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      args: CHROMIUM_FLAGS,
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    },
  },
})
