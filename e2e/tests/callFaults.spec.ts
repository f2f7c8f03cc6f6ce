import type { Page } from '@playwright/test'
import { CALL_FAULTS, type CallFault } from '@console/shared-kernel/testing/node'
import { CALL_SCREENS, type CallScreen } from '../testing/callScreens'
import { chooseInAccountMenu } from '../testing/consolePage'
import { machineRows } from '../testing/machinesScreen'
import type { Fault, MisbehavingServer } from '../testing/misbehaving'
import { filter } from '../testing/reports'
import { expect, PASSWORD, submitLogin, test, WITH_ALL } from '../testing/test'

const LONG = 100_000
/** A server may ask the page to wait seven seconds before each of two retries. */
const PATIENT = { timeout: 40_000 }

const REALLY_SLOW: Fault = { kind: 'slow', ms: 10_000 }

function faultFor({ another }: CallScreen, fault: CallFault): Fault {
  if (fault.name === 'a slow answer') return REALLY_SLOW
  const long = (good: unknown) => {
    const [item] = good as [object]
    return Array.from({ length: LONG }, (_, index) => another?.(item, index))
  }
  return {
    kind: 'made',
    of: (good) => fault.answer(fault.long && another && Array.isArray(good) ? long(good) : good),
  }
}

/** Makes the call fail. @returns a function that ends the fault */
async function misbehave(page: Page, api: MisbehavingServer, screen: CallScreen, fault: CallFault) {
  if (fault.address !== undefined) {
    const reason = fault.name.startsWith('offline') ? 'internetdisconnected' : 'connectionrefused'
    await page.route(screen.call, (route) => route.abort(reason))
    return () => page.unroute(screen.call)
  }
  api.fault(screen.call, faultFor(screen, fault))
  return () => Promise.resolve(api.fault(screen.call, null))
}

/** Visible while the screen is loading. */
const waiting = (page: Page) => page.locator('[aria-busy=true], [role=progressbar]')

const isSignedOut = (screen: CallScreen, { name, error }: CallFault) =>
  error?.status === 401 || (screen.name === 'the start' && name === 'null')

async function open(page: Page, url: string, screen: CallScreen) {
  await page.goto(url + screen.path)
  await screen.open?.(page)
}

CALL_FAULTS.forEach((fault, index) => {
  const screen = CALL_SCREENS[index % CALL_SCREENS.length]!
  test(
    `${screen.name}, ${fault.name}: the failure is shown, and a retry recovers`,
    WITH_ALL,
    async ({ page, faultyApi: { url, api }, signIn, faults }) => {
      test.setTimeout(90_000)
      // one fault redirects the call to the login page of another site
      faults.expect(/CORS policy/)
      await signIn(screen.account, url)
      const heal = await misbehave(page, api, screen, fault)
      await open(page, url, screen)

      if (isSignedOut(screen, fault)) {
        await expect(page).toHaveURL(`${url}/login`)
        await heal()
        await submitLogin(page, screen.account, PASSWORD)
        await expect(page).toHaveURL(url + screen.path)
        await screen.open?.(page)
      } else if (fault.kind === 'waits') {
        await expect(waiting(page).first()).toBeVisible()
        await heal()
        await open(page, url, screen)
      } else if (fault.name === 'a slow answer') {
        await expect(waiting(page).first()).toBeVisible()
      } else if (fault.kind !== 'good') {
        const emptied = fault.error || fault.kind === 'lost' ? undefined : screen.emptied
        await expect((emptied ?? screen.failure)(page)).toBeVisible(PATIENT)
        await expect(page.getByRole('heading').first()).toBeAttached()
        await heal()
        await (screen.retry?.(page) ?? page.getByRole('button', { name: 'Reintentar' })).click()
      }
      await expect(waiting(page)).toHaveCount(0, PATIENT)
      await screen.shows(page)
      await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    },
  )
})

const SLOW: Fault = { kind: 'slow', ms: 1_500 }
const MACHINES = /api\/Machines$/

test(
  'leaving a screen with a slow list shows no error, and returning reads the list again',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    await signIn('client1', url, '/settings')
    api.fault(MACHINES, SLOW)
    await page.getByRole('link', { name: 'Machines' }).click()
    await expect.poll(() => api.requests.filter((path) => MACHINES.test(path)).length).toBe(1)
    await page.getByRole('link', { name: 'Settings' }).click()
    api.fault(MACHINES, null)
    await page.getByRole('link', { name: 'Machines' }).click()
    await expect(machineRows(page).first()).toBeVisible()
    expect(api.requests.filter((path) => MACHINES.test(path))).toHaveLength(2)
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)

for (const [slow, call] of [
  ['users', /all-hierarchy/],
  ['machines', MACHINES],
] as const) {
  test(
    `the filters of a report are complete even if their ${slow} arrive last`,
    WITH_ALL,
    async ({ page, faultyApi: { url, api }, signIn }) => {
      await signIn('admin1', url, '/settings')
      api.fault(call, SLOW)
      await page.getByRole('link', { name: 'External' }).click()
      for (const name of ['Sub-Administrator', 'Machine']) {
        await expect(filter(page, name)).toBeEnabled()
        await filter(page, name).click()
        await expect(page.getByRole('option').nth(1)).toBeVisible()
        await page.keyboard.press('Escape')
      }
    },
  )
}

test(
  'answers to requests made before a sign-out do not reach a later user',
  WITH_ALL,
  async ({ page, faultyApi: { url, api }, signIn }) => {
    await signIn('admin1', url, '/settings')
    api.fault(MACHINES, SLOW)
    await page.getByRole('link', { name: 'Machines' }).click()
    await expect.poll(() => api.requests.some((path) => MACHINES.test(path))).toBe(true)
    await chooseInAccountMenu(page, 'Logout')
    await submitLogin(page, 'player1', PASSWORD)
    await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
    await page.waitForTimeout(2_000)
    await expect(page.getByRole('heading', { name: 'Managed Users' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)
