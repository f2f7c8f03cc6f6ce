import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startDemoApi } from '../testing/demo'
import { named, openStream } from '../testing/events'
import { call, get, tokenOf } from '../testing/http'
import type { Api } from '../testing/server'

let api: Api
beforeAll(async () => {
  api = await startDemoApi({ SESSION_IDLE: '4s' })
})
afterAll(() => api?.stop())

const statusOf = async (token: string) => (await get(`${api.url}/api/Users/current`, token)).status

test('a session without calls ends after SESSION_IDLE, and one with calls stays open', async () => {
  const [idle, used] = [await tokenOf(api.url, 'client1'), await tokenOf(api.url, 'client1')]
  for (let time = 0; time < 12; time += 1) {
    expect(await statusOf(used)).toBe(200)
    await sleep(500)
  }
  expect([await statusOf(idle), await statusOf(used)]).toEqual([401, 200])
  expect((await get(`${api.url}/api/Auth/validate`, idle)).body).toBe(false)
})

test('background reads of a page do not count as use, so the session ends', async () => {
  const token = await tokenOf(api.url, 'client1')
  const { body } = await get<{ features: object }>(`${api.url}/api/Users/current`, token)
  expect(body.features).toHaveProperty('sessionIdle', { seconds: 4 })
  const statuses: number[] = []
  for (let time = 0; time < 12; time += 1) {
    const headers = { 'x-background-request': '1' }
    statuses.push((await call(api.url, 'GET /api/Users/current', { token, headers })).status)
    await sleep(500)
  }
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 401])
})

test('an open event stream does not count as use: it ends with the session', async () => {
  const stream = await openStream(api.url, await tokenOf(api.url, 'client1'))
  await stream.waitFor(named('start'))
  await stream.ended
})
