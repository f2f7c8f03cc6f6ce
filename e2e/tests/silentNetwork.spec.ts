import type { Page } from '@playwright/test'
import { startBalancer } from '../../api/testing/balancer'
import { addresses } from '../testing/addresses'
import { call, masterToken } from '../testing/api'
import { HANG, misbehaving, STREAMED } from '../testing/misbehaving'
import { startOwnConsole } from '../testing/ownConsole'
import { FAILED_CALL, FAILED_REQUEST } from '../testing/pageFaults'
import { createPerson } from '../testing/people'
import { expect, test, WITH_ALL } from '../testing/test'
import { usersTable } from '../testing/usersScreen'

/* A network that loses connections without a reset: the page notices only by missing heartbeats. */

const EVENTS = /\/api\/events/
const SOON = { timeout: 2_000 }
/** The page waits two heartbeat intervals, and checks every five seconds. */
const NOTICED = { timeout: 50_000 }
/** The first attempts may use dead connections too, and take up to 15 s each. */
const BACK = { timeout: 60_000 }

const live = (page: Page) => page.getByText('Live', { exact: true })
const age = (page: Page) => page.getByText(/^Updated \d\d:\d\d:\d\d$/)
const blocked = (page: Page) => usersTable(page).locator('tr.tinted')

test.describe.configure({ timeout: 240_000 })

test.beforeEach(({ faults }) => faults.expect(FAILED_CALL, FAILED_REQUEST))

/** A manager with one user, and a console that reaches the API through a network that can swallow everything. */
async function start(worker: number) {
  const manager = await createPerson('manager')
  const person = await createPerson('person', manager)
  const api = await misbehaving(addresses.api)
  api.fault(EVENTS, STREAMED)
  const network = await startBalancer([api.url])
  const console = await startOwnConsole(worker, { apiUrl: network.url })
  const block = async (isBlocked: boolean) =>
    call('PUT', `/api/Users/${person.userId}`, await masterToken(), { isBlocked })
  const close = async () => {
    await console.close()
    network.close()
    await api.close()
  }
  return { manager, url: console.url, api, network, block, close }
}

test(
  'after a sleep in which everything is swallowed without a reset, the stream resumes without a gap; until then the list shows how old it is',
  WITH_ALL,
  async ({ page, signIn }, { parallelIndex }) => {
    const { manager, url, network, block, close } = await start(parallelIndex)
    const positions: (string | undefined)[] = []
    page.on('request', (request) => {
      if (EVENTS.test(request.url())) positions.push(request.headers()['last-event-id'])
    })
    try {
      await signIn(manager.userName, url)
      await expect(live(page)).toBeVisible(BACK)
      const wake = network.swallow()
      await block(true)
      await expect(age(page)).toBeVisible(NOTICED)
      await expect(live(page)).toBeHidden()
      // a refresh hangs as well, and must not block anything afterwards
      await expect(page.getByRole('progressbar', { name: 'Refreshing' })).toBeVisible()
      wake()
      await expect(live(page)).toBeVisible(BACK)
      await expect(blocked(page)).toHaveCount(1, SOON)
      expect(positions.at(-1)).toMatch(/^\d+:\d+:/)
      // an open page would report errors when the servers stop
      await page.close()
    } finally {
      await close()
    }
  },
)

test(
  'if a stream is lost without a reset and cannot restart, lists are refreshed and show how old they are',
  WITH_ALL,
  async ({ page, signIn }, { parallelIndex }) => {
    const { manager, url, api, network, block, close } = await start(parallelIndex)
    try {
      await signIn(manager.userName, url)
      await expect(live(page)).toBeVisible(BACK)
      api.fault(EVENTS, HANG)
      network.swallow()()
      await block(true)
      await expect(age(page)).toBeVisible(NOTICED)
      // the first refresh may hang for half a minute, and the next one comes half a minute later
      await expect(blocked(page)).toHaveCount(1, { timeout: 100_000 })
      await expect(age(page)).toBeVisible()
      await block(false)
      api.fault(EVENTS, STREAMED)
      await expect(live(page)).toBeVisible(BACK)
      await expect(blocked(page)).toHaveCount(0, SOON)
      await page.close()
    } finally {
      await close()
    }
  },
)
