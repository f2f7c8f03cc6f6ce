import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { demoFolder } from './support/demo'
import { login } from './support/http'
import { startApi, type Api } from './support/server'
import { guessManyNames, WRONG } from './support/signIns'

let one: Api
let other: Api

beforeAll(async () => {
  const env = { DATA_DIR: await demoFolder(), TRUST_PROXY: '127.0.0.1' }
  ;[one, other] = await Promise.all([startApi(env), startApi(env)])
})
afterAll(() => Promise.all([one?.stop(), other?.stop()]))

test('900 wrong passwords at once, for as many names, to two processes: 300 are looked at at most', async () => {
  const counts = await guessManyNames([one.url, other.url], 900, '203.0.113.1')
  const { 401: looked = 0, 429: refused = 0 } = counts
  // a busy machine refuses some of the 300 as well: their hash would have come too late
  expect([looked > 0, looked <= 300, looked + refused]).toEqual([true, true, 900])
})

test('50 at once on one user, to two processes: ten are looked at', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      login((index % 2 ? one : other).url, 'client1', WRONG, '203.0.113.2'),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  // the tenth failure is the first 429
  expect(statuses.filter((status) => status === 401)).toHaveLength(9)
  expect(statuses.filter((status) => status === 429)).toHaveLength(41)
  for (const api of [one, other]) {
    expect((await login(api.url, 'client1', undefined, '203.0.113.2')).status).toBe(429)
    expect((await login(api.url, 'client1', undefined, '203.0.113.3')).status).toBe(200)
  }
})
