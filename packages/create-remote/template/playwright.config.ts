import { defineConfig } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH
const baseURL = `http://localhost:${process.env.PORT ?? 4000}`

/** Runs in the emulator's console; the emulator is started unless it is already running. */
export default defineConfig({
  testDir: './tests',
  forbidOnly: Boolean(process.env.CI),
  use: { baseURL, ...(executablePath && { launchOptions: { executablePath } }) },
  webServer: {
    command: 'npm run dev',
    url: `${baseURL}/environment.json`,
    reuseExistingServer: true,
    // the first start fills a database
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
