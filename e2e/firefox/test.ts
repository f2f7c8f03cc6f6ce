import type { Browser } from '@playwright/test'
import { test as base } from '../testing/test'

/** Playwright sends this command to every page. Debian's Firefox (153) neither supports nor needs it. */
const UNKNOWN = 'emulation.setMediaFeaturesOverride'

type Send = (method: string, params?: object) => Promise<unknown>

/** Drops that command through Playwright's internals, because there is no option for it. */
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
