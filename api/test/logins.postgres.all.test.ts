import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { demoFolder } from '../testing/demo'
import { guessManyNames, login, WRONG } from '../testing/http'
import { startApi, type Api } from '../testing/server'

let one: Api
let other: Api

beforeAll(async () => {
  const env = { DATA_DIR: await demoFolder(), TRUST_PROXY: '127.0.0.1' }
  ;[one, other] = await Promise.all([startApi(env), startApi(env)])
})
afterAll(() => Promise.all([one?.stop(), other?.stop()]))

test('of 900 simultaneous wrong passwords for 900 names, sent to two processes, at most 300 are checked', async () => {
  const { checked, busyDatabase, others } = await guessManyNames([one.url, other.url], 900, '203.0.113.1')
  expect(others).toEqual([429])
  expect(checked).toBeLessThanOrEqual(300)
  expect(checked + busyDatabase).toBeGreaterThanOrEqual(300)
})

test('of 50 simultaneous attempts on one user, sent to two processes, ten are checked', async () => {
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
