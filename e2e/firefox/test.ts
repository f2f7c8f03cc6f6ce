import type { Browser } from '@playwright/test'
import { test as base } from '../support/test'

/** Playwright sends it to every page; the Firefox that Debian has (153) does not know it, and needs it for nothing. */
const UNKNOWN = 'emulation.setMediaFeaturesOverride'

type Send = (method: string, params?: object) => Promise<unknown>

/** Keeps the one command from a browser driven over WebDriver BiDi; by the insides of Playwright, which has no way. */
function withhold(browser: Browser): void {
  const connection = Reflect.get(browser, '_connection') as {
    toImpl: (part: object) => { _browserSession: object }
  }
  const session = Object.getPrototypeOf(connection.toImpl(browser)._browserSession) as { send: Send }
  const { send } = session
  session.send = function (method, params) {
    return method === UNKNOWN ? Promise.resolve({}) : send.call(this, method, params)
  }
}

export const test = base.extend<object, { browser: Browser }>({
  browser: [
    async ({ browser }, provide) => {
      withhold(browser)
      await provide(browser)
    },
    { scope: 'worker' },
  ],
})
