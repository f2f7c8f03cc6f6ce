import type { Browser } from '@playwright/test'
import type { Served } from '../setup/servers'
import type { Line } from '../results/line'
import { misbehaving, STREAMED } from '../../testing/misbehaving'
import { openBrowser, type BenchPage } from '../setup/session'
import { get, tokenOf } from '../../../api/testing/http'
import { allUsersShown, keyToPaint } from './longList'
import { longestTask } from './longestTask'
import { byTime, byTimes, p95Time, timeOf, type Time } from './time'

const ROUNDS = 5
const CHANGES_PER_SECOND = 200
const TICK_MS = 50
/** Every other change affects one of the first rows, which are on screen. */
const IN_SIGHT = 20
const SETTLE_MS = 1_000
const TYPED = '120'
const TYPED_PER_ROUND = 3

/**
 * Line 13: the list of 100,000 users while 200 of them change per second, compared with the same list at
 * rest. The changes come from a server in front of the API, so that no database writes slow the page down.
 */
export async function liveChanges(browser: Browser, served: Served): Promise<Line[]> {
  const token = await tokenOf(served.environment.apiUrl, 'master')
  const changes = await startChanges(served.environment.apiUrl, token)
  served.publish({ ...served.environment, apiUrl: changes.apiUrl })
  const [atRest, meanwhile]: [Time[], Time[]] = [[], []]
  const longest: Time[] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const opened = await openBrowser(browser, token)
      const { context, page } = opened
      await page.goto(`${served.federated}/`)
      await allUsersShown(page)
      await page.getByText('Live', { exact: true }).waitFor()
      await typeIn(opened, atRest)
      changes.start()
      await page.waitForTimeout(SETTLE_MS)
      longest.push(
        await longestTask(browser, page, async () => {
          await typeIn(opened, meanwhile)
          await page.waitForTimeout(SETTLE_MS)
        }),
      )
      await page.locator('main tbody td', { hasText: changes.stop() }).first().waitFor({ timeout: 2_000 })
      await context.close()
    }
  } finally {
    changes.stop()
    served.publish(served.environment)
    await changes.close()
  }
  const what = `${CHANGES_PER_SECOND} changes a second of 100,000 users`
  const keys = { measured: p95Time(meanwhile), reference: p95Time(atRest) }
  return [
    byTime(
      { number: 13, what: `${what}: longest task of the main thread` },
      { measured: longestOf(longest), max: 100 },
    ),
    byTimes(
      { number: 13, what: `${what}: key to paint in the search (p95), against the list at rest` },
      { ...keys, max: 1.5 },
    ),
  ]
}

const longestOf = (times: readonly Time[]): Time => ({
  wall: Math.max(...times.map(({ wall }) => wall)),
  cpu: Math.max(...times.map(({ cpu }) => cpu)),
})

async function typeIn({ page, cpu }: BenchPage, times: Time[]): Promise<void> {
  for (let time = 0; time < TYPED_PER_ROUND; time += 1) {
    for (let length = 1; length <= TYPED.length; length += 1)
      times.push(await timeOf(cpu, () => keyToPaint(page, TYPED.slice(0, length))))
    await keyToPaint(page, '')
  }
}

interface WireUser {
  userId: number
  level: number
}

/** An API that forwards all calls except the one for the event stream. */
async function startChanges(apiUrl: string, token: string) {
  const { body: users } = await get<WireUser[]>(`${apiUrl}/api/Users/all-hierarchy`, token)
  // the order on the screen
  users.sort((one, other) => one.level - other.level)
  const { body: activity } = await get<{ rows: object[] }>(`${apiUrl}/api/activity`, token)
  let [number, send] = [0, (_: string): void => undefined]
  let timer: NodeJS.Timeout | undefined

  const change = (user: WireUser | undefined, countryName: string): string => {
    number += 1
    return (
      frame('users', { rows: [{ ...user, countryName }], removed: [] }) +
      frame('activity', { ...activity.rows[0], id: 1_000_000_000 + number }, `${number}`)
    )
  }
  const anyChange = (): string => {
    const at = number % 2 === 0 ? (number / 2) % IN_SIGHT : Math.floor(Math.random() * users.length)
    return change(users[at], `Country ${number % 9}`)
  }
  const tick = () => send(Array.from({ length: (CHANGES_PER_SECOND * TICK_MS) / 1000 }, anyChange).join(''))

  const api = await misbehaving(apiUrl)
  api.fault(/Users\/all-hierarchy/, STREAMED)
  api.fault(/api\/events/, {
    kind: 'answer',
    status: 200,
    type: 'text/event-stream',
    stream: (to) => {
      send = to
      send(frame('position', {}, String(number)))
    },
  })
  return {
    apiUrl: api.url,
    start: () => void (timer = setInterval(tick, TICK_MS)),
    /** @returns what a row on screen shows after the last change */
    stop: (): string => {
      clearInterval(timer)
      const last = `Last ${number}`
      send(change(users[1], last))
      return last
    },
    close: () => api.close(),
  }
}

const frame = (name: string, data: object, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
