import { join } from 'node:path'
import { CHROMIUM_FLAGS } from '@console/delivery/chromium'
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import type {} from '../../testing/pageClock'

const CLOCK = join(import.meta.dirname, '../../testing/pageClock.js')

/** @param jsFlags command-line flags of V8 */
export const launch = (executablePath: string, jsFlags: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, `--js-flags=${jsFlags.join(' ')}`] })

/** CPU time of the main thread so far, in milliseconds. */
export type CpuClock = () => Promise<number>

/** A page with the injected clock. */
export interface BenchPage {
  context: BrowserContext
  page: Page
  devtools: CDPSession
  cpu: CpuClock
}

/** Opens a page in a browser context without data; with a token, its user is signed in. */
export async function openBrowser(browser: Browser, token?: string): Promise<BenchPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addInitScript({ path: CLOCK })
  if (token !== undefined) {
    await context.addInitScript((value) => localStorage.setItem('token', value), token)
  }
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  return { context, page, devtools, cpu: await cpuClock(devtools) }
}

async function cpuClock(devtools: CDPSession): Promise<CpuClock> {
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN)
  }
}
