import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { factorAttempt } from '../src/services/auth/factors/factors'
import { delayAfter } from '../src/services/auth/loginLimits'
import { demoFolder } from '../testing/demo'
import { login } from '../testing/http'
import { startApi, type Api } from '../testing/server'
import { sql } from '../testing/sql'

const HOME = '198.51.100.100'
const WRONG = 'not the password'
/** Has failed 290 times before. */
const GUESSING = '192.0.2.77'
let api: Api
let env: Record<string, string>

beforeAll(async () => {
  const folder = await demoFolder()
  sql(
    folder,
    `insert into login_attempts (kind, key, attempts)
      select 'address', '${GUESSING}', array_agg(now()) from generate_series(1, 290)`,
  )
  env = { DATA_DIR: folder, TRUST_PROXY: '127.0.0.1' }
  api = await startApi(env)
})
afterAll(() => api?.stop())

let hasOtherSettings = false
async function restart(others: Record<string, string> = {}): Promise<void> {
  await api.stop()
  api = await startApi({ ...env, ...others })
  hasOtherSettings = Object.keys(others).length > 0
}
beforeEach(async () => {
  if (hasOtherSettings) await restart()
})

async function fail(name: string, from: string, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let time = 0; time < times; time += 1) statuses.push((await login(api.url, name, WRONG, from)).status)
  return statuses
}

const nine401s = Array<number>(9).fill(401)

test('of 30 attempts ten are checked; then the address and user are locked together for 15 minutes', async () => {
  expect(await fail('admin1', '203.0.113.1', 30)).toEqual([...nine401s, ...Array<number>(21).fill(429)])
  const locked = await login(api.url, 'admin1', undefined, '203.0.113.1')
  expect(locked.status).toBe(429)
  expect(locked.body).toEqual({
    message:
      'Demasiados intentos. Inténtalo de nuevo más tarde. Si es urgente, pide ayuda a un administrador.',
  })
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
  expect(Number(locked.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60)
  // the victim can sign in from home, and others in the office can sign in
  expect((await login(api.url, 'admin1', undefined, '203.0.113.2')).status).toBe(200)
  expect((await login(api.url, 'client1', undefined, '203.0.113.1')).status).toBe(200)
})

test('attempts count for a name in any case, and for unknown names too', async () => {
  await fail('subadmin1', '203.0.113.3', 5)
  expect(await fail('SUBADMIN1', '203.0.113.3', 5)).toEqual([401, 401, 401, 401, 429])
  expect(await fail('nobody', '203.0.113.3', 11)).toEqual([...nine401s, 429, 429])
})

test('attempts at the same moment are counted one by one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => login(api.url, 'distributor1', WRONG, '203.0.113.4')),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(9)
  expect(statuses.filter((status) => status === 429)).toHaveLength(41)
})

test('a successful sign-in resets the count', async () => {
  expect(await fail('client1', '203.0.113.5', 9)).toEqual(nine401s)
  expect((await login(api.url, 'client1', undefined, '203.0.113.5')).status).toBe(200)
  expect(await fail('client1', '203.0.113.5', 9)).toEqual(nine401s)
})

test('attempts elsewhere never lock a user out; they only delay the sign-in', async () => {
  for (let from = 1; from <= 12; from += 1) await fail('player1', `198.51.100.${from}`, 1)
  const start = performance.now()
  expect((await login(api.url, 'player1', undefined, HOME)).status).toBe(200)
  // a delay is never shorter than stated; the table of delays tests that it is not longer
  expect(performance.now() - start).toBeGreaterThanOrEqual(delayAfter(12))
})

test.each([
  [0, 0],
  [9, 0],
  [10, 250],
  [11, 500],
  [12, 1_000],
  [13, 2_000],
  [14, 4_000],
  [15, 5_000],
  [1_000_000, 5_000],
])('after %i failures across addresses the next attempt waits %i ms', (failures, delay) => {
  expect(delayAfter(failures)).toBe(delay)
})

test.each([
  [29, 0],
  [30, 250],
  [31, 500],
  [36, 5_000],
])('after %i wrong codes of a second step across addresses the next one waits %i ms', (failures, delay) => {
  const { undelayed } = factorAttempt(7, '192.0.2.1')
  expect(delayAfter(failures, undelayed)).toBe(delay)
})

test('after 300 failures an address is locked for every name', async () => {
  const statuses: number[] = []
  for (let name = 291; name <= 300; name += 1) statuses.push(...(await fail(`guess ${name}`, GUESSING, 1)))
  expect(statuses).toEqual([...nine401s, 401])
  const locked = await login(api.url, 'subdistributor1', undefined, GUESSING)
  expect(locked.status).toBe(429)
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
  expect((await login(api.url, 'subdistributor1', undefined, '192.0.2.78')).status).toBe(200)
})

test('a success from one address does not reset failures from others', async () => {
  expect(await fail('Олена Шевченко', '203.0.113.20', 9)).toEqual(nine401s)
  expect((await login(api.url, 'Олена Шевченко', undefined, '203.0.113.21')).status).toBe(200)
  expect(await fail('Олена Шевченко', '203.0.113.20', 1)).toEqual([429])
})

test('failures and locks survive a restart; without TRUST_PROXY an address cannot be forged', async () => {
  expect(await fail('somebody', '203.0.113.30', 9)).toEqual(nine401s)
  expect(await fail('Inés García', '203.0.113.31', 10)).toEqual([...nine401s, 429])
  await restart()
  expect((await login(api.url, 'Inés García', undefined, '203.0.113.31')).status).toBe(429)
  expect(await fail('somebody', '203.0.113.30', 1)).toEqual([429])
  await restart({ TRUST_PROXY: '' })
  expect((await login(api.url, 'Inés García', undefined, '203.0.113.31')).status).toBe(200)
  expect(await fail('subdistributor1', '203.0.113.11', 9)).toEqual(nine401s)
  expect(await fail('subdistributor1', '203.0.113.12', 1)).toEqual([429])
})

test('a lock ends after LOGIN_WINDOW', async () => {
  await restart({ LOGIN_WINDOW: '4s' })
  // as many as it takes: on a busy machine the first of ten may no longer count when the tenth comes
  const streams = Array.from({ length: 10 }, () => fail('master', '203.0.113.9', 3))
  expect((await Promise.all(streams)).flat()).toContain(429)
  const attempt = () => login(api.url, 'master', undefined, '203.0.113.9')
  const locked = await attempt()
  expect(Number(locked.headers.get('retry-after'))).toBeLessThanOrEqual(4)
  let { status } = locked
  while (status === 429) {
    await sleep(100)
    ;({ status } = await attempt())
  }
  expect(status).toBe(200)
})

test('a port that a proxy adds to an address is ignored', async () => {
  const statuses: number[] = []
  for (let port = 5001; port <= 5010; port += 1)
    statuses.push(...(await fail('distributor1', `203.0.113.30:${port}`, 1)))
  expect(statuses).toEqual([...nine401s, 429])
})
