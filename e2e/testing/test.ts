import { expect, test as base, type Browser, type Page } from '@playwright/test'
import { addresses } from './addresses'
import { tokenOf } from './api'
import { misbehaving, type MisbehavingServer } from './misbehaving'
import { startOwnConsole, type OwnConsole } from './ownConsole'
import { FAILED_CALL, FAILED_REQUEST, PageFaults } from './pageFaults'
import { ACCOUNTS, PASSWORD } from '../../api/src/foundation/demoAccounts'

interface Fixtures {
  faults: PageFaults
  /** Opens a console at a path, signed in. The sign-in form is tested by `login.spec.ts`. */
  signIn: (account: string, at?: string, path?: string) => Promise<void>
  /** A console whose API and named remotes are behind servers that can be made to misbehave. */
  ownConsole: (which: { api?: true; remotes?: string[] }) => Promise<OwnConsole & Servers>
  /** A console whose API can be made to misbehave. The page's errors about its calls are expected. */
  faultyApi: { url: string; api: MisbehavingServer }
}

interface Servers {
  api: MisbehavingServer
  remote: (name: string) => MisbehavingServer
}

export { ACCOUNTS, PASSWORD }

/** Only for `npm run test:all`: cases that jest also tests, and the other cases of a table. */
export const WITH_ALL = { tag: '@all' }

/**
 * Enables motion, as for most users, in flows about elements that appear and disappear. Other flows run
 * without motion.
 */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** jest checks every level's permissions; the browser tests check one level that has some of every kind. */
export const ofLevel = (level: number) => (level === 5 ? {} : WITH_ALL)

export const test = base.extend<Fixtures>({
  faults: [
    async ({ page }, provide, info) => {
      const faults = new PageFaults()
      await faults.watch(page)
      await provide(faults)
      // shows what was on the page if the run's files are not available
      if (info.status !== info.expectedStatus && !page.isClosed())
        console.log(await page.locator('body').ariaSnapshot())
      expect(faults.unexpected(), 'what the page complained of').toEqual([])
    },
    { auto: true },
  ],

  signIn: async ({ page }, provide) => {
    await provide(async (account, at = '', path = '/') => {
      const token = await tokenOf(account)
      if (token === null) throw new Error(`${account} cannot sign in.`)
      // other tests may change what the Master sees at any time
      if (account === 'master') await withoutStream(page)
      const origin = new URL(at || addresses.console).origin
      const localStorage = [{ name: 'token', value: token }]
      await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
      await page.goto(at + path)
      await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
    })
  },

  ownConsole: async ({}, provide, { parallelIndex }) => {
    const closing: (() => Promise<void>)[] = []
    const serve = async (target: string) => {
      const server = await misbehaving(target)
      closing.push(server.close)
      return server
    }
    await provide(async ({ api, remotes = [] }) => {
      const ownApi = api && (await serve(addresses.api))
      const ownRemotes = new Map<string, MisbehavingServer>()
      for (const name of remotes) ownRemotes.set(name, await serve(addresses.remote(name)))
      const console = await startOwnConsole(parallelIndex, {
        ...(ownApi && { apiUrl: ownApi.url }),
        remotes: Object.fromEntries([...ownRemotes].map(([name, { url }]) => [name, url])),
      })
      closing.push(console.close)
      return {
        ...console,
        get api() {
          return present(ownApi)
        },
        remote: (name) => present(ownRemotes.get(name)),
      }
    })
    await Promise.all(closing.map((close) => close()))
  },

  faultyApi: async ({ ownConsole, faults }, provide) => {
    faults.expect(FAILED_CALL, FAILED_REQUEST)
    const { url, api } = await ownConsole({ api: true })
    await provide({ url, api })
  },
})

/**
 * Removes Web Locks from pages opened later in this browser context: they refresh lists instead of reading
 * the change stream.
 */
export async function withoutStream(page: Page): Promise<void> {
  await page.context().addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, 'locks'))
}

/** A page in another browser context, in which a colleague is signed in. */
export async function colleague(browser: Browser, userName: string, path: string): Promise<Page> {
  const value = (await tokenOf(userName)) ?? ''
  const origins = [{ origin: addresses.console, localStorage: [{ name: 'token', value }] }]
  const context = await browser.newContext({ storageState: { cookies: [], origins } })
  const page = await context.newPage()
  await page.goto(addresses.console + path)
  return page
}

function present(server: MisbehavingServer | undefined): MisbehavingServer {
  if (!server) throw new Error('The test did not ask for this server.')
  return server
}

export async function submitLogin(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

export { expect }
