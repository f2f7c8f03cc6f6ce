import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { countedAddress } from '../src/services/auth/address'
import { demoFolder } from './support/demo'
import { login } from './support/http'
import { startApi, type Api } from './support/server'

const HOME = '198.51.100.100'
const WRONG = 'not the password'
let api: Api
let env: Record<string, string>

beforeAll(async () => {
  env = { DATA_DIR: await demoFolder(), TRUST_PROXY: '127.0.0.1' }
  api = await startApi(env)
})
afterAll(() => api?.stop())

async function fail(name: string, from: string, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let time = 0; time < times; time += 1) statuses.push((await login(api.url, name, WRONG, from)).status)
  return statuses
}

const nine401s = Array<number>(9).fill(401)

test('from the 10th failure on a user and address are locked for 15 minutes, and nobody else is', async () => {
  expect(await fail('admin1', '203.0.113.1', 11)).toEqual([...nine401s, 429, 429])
  const locked = await login(api.url, 'admin1', undefined, '203.0.113.1')
  expect(locked.status).toBe(429)
  expect(locked.body).toEqual({ message: 'Demasiados intentos. Inténtalo de nuevo más tarde.' })
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
  expect(Number(locked.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60)
  // The victim signs in from home, and the others in the office sign in.
  expect((await login(api.url, 'admin1', undefined, '203.0.113.2')).status).toBe(200)
  expect((await login(api.url, 'client1', undefined, '203.0.113.1')).status).toBe(200)
})

test('the name counts in whatever case it is written, and an unknown one like a known one', async () => {
  await fail('subadmin1', '203.0.113.3', 5)
  expect(await fail('SUBADMIN1', '203.0.113.3', 5)).toEqual([401, 401, 401, 401, 429])
  expect(await fail('nobody', '203.0.113.3', 11)).toEqual([...nine401s, 429, 429])
})

test('fired all at once they count one by one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => login(api.url, 'distributor1', WRONG, '203.0.113.4')),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(9)
  expect(statuses.filter((status) => status === 429)).toHaveLength(41)
})

test('signing in starts the count from nothing', async () => {
  expect(await fail('client1', '203.0.113.5', 9)).toEqual(nine401s)
  expect((await login(api.url, 'client1', undefined, '203.0.113.5')).status).toBe(200)
  expect(await fail('client1', '203.0.113.5', 9)).toEqual(nine401s)
})

test('across addresses there is only a delay, which grows', async () => {
  const timeOf = async (from: string): Promise<number> => {
    const start = performance.now()
    expect((await login(api.url, 'player1', undefined, from)).status).toBe(200)
    return performance.now() - start
  }
  // The quickest of some: a busy machine is slow now and then, a delay is slow always.
  const before = Math.min(...[await timeOf(HOME), await timeOf(HOME), await timeOf(HOME)])
  for (const last of [1, 2, 3, 4, 5]) await fail('player1', `198.51.100.${last}`, 2)
  const after = await timeOf('198.51.100.101')
  await fail('player1', '198.51.100.6', 1)
  const later = await timeOf('198.51.100.102')
  expect(before).toBeLessThan(240)
  expect(after).toBeGreaterThanOrEqual(250)
  expect(later).toBeGreaterThanOrEqual(500)
  expect(later).toBeLessThan(5_000)
})

test('after 300 failures an address is locked for every name', async () => {
  const from = '192.0.2.77'
  await Promise.all(
    Array.from({ length: 10 }, async (_, stream) => {
      for (let name = 0; name < 30; name += 1) await login(api.url, `guess ${stream} ${name}`, WRONG, from)
    }),
  )
  const locked = await login(api.url, 'subdistributor1', undefined, from)
  expect(locked.status).toBe(429)
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
  expect((await login(api.url, 'subdistributor1', undefined, '192.0.2.78')).status).toBe(200)
})

test('a restart forgets no lock; without TRUST_PROXY an address cannot be claimed', async () => {
  await api.stop()
  api = await startApi(env)
  expect((await login(api.url, 'admin1', undefined, '203.0.113.1')).status).toBe(429)
  await api.stop()
  api = await startApi({ ...env, TRUST_PROXY: '' })
  expect((await login(api.url, 'admin1', undefined, '203.0.113.1')).status).toBe(200)
  expect(await fail('subdistributor1', '203.0.113.11', 9)).toEqual(nine401s)
  expect(await fail('subdistributor1', '203.0.113.12', 1)).toEqual([429])
})

test('a lock ends when its time is over', async () => {
  await api.stop()
  api = await startApi({ ...env, LOGIN_WINDOW: '4s' })
  expect(await fail('master', '203.0.113.9', 10)).toEqual([...nine401s, 429])
  expect((await login(api.url, 'master', undefined, '203.0.113.9')).headers.get('retry-after')).toBe('4')
  await new Promise((resolve) => setTimeout(resolve, 4_100))
  expect((await login(api.url, 'master', undefined, '203.0.113.9')).status).toBe(200)
})

test.each([
  ['203.0.113.1', '203.0.113.1'],
  ['::ffff:203.0.113.1', '203.0.113.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0001:0002:0:0:0:1', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('failures from %s count under %s', (ip, counted) => expect(countedAddress(ip)).toBe(counted))
