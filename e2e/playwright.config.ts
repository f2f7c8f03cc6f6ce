import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, chromiumHere } from '@console/delivery/chromium'
import { addresses } from './testing/addresses'

process.env.CHROMIUM_PATH = (await chromiumHere()) ?? ''

/** Flows in a real browser share one API and one set of servers; a test that breaks something starts its own. */
export default defineConfig({
  testDir: './tests',
  outputDir: './test-results',
  globalSetup: './testing/globalSetup.ts',
  fullyParallel: true,
  // one more than the two cores of the machine where it was measured: a flow mostly waits for its page
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // `npm test` covers each requirement once; variants tagged @all are for `npm run test:all`
  ...(process.env.CONSOLE_TEST_ALL ? {} : { grepInvert: /@all/ }),
  timeout: 30_000,
  expect: { timeout: 8_000 },
  projects: [
    // has its own servers, so it runs while the shared API creates its data
    { name: 'start', testMatch: 'start.spec.ts' },
    { name: 'api', testDir: './testing', testMatch: 'apiReady.ts' },
    { name: 'flows', testIgnore: 'start.spec.ts', dependencies: ['api'] },
  ],
  use: {
    baseURL: addresses.console,
    viewport: { width: 1280, height: 800 },
    // avoids frames that no test looks at; a spec about motion uses WITH_MOTION
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      args: CHROMIUM_FLAGS,
      executablePath: process.env.CHROMIUM_PATH,
    },
  },
})
