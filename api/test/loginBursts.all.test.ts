import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { availableParallelism } from 'node:os'
import { HashQueue } from '../src/services/auth/hashQueue'
import { demoFolder } from '../testing/demo'
import { type Answer, guessManyNames, login, signInWhenFree, WRONG } from '../testing/http'
import { meetPeople } from '../testing/people'
import { startApi, type Api } from '../testing/server'
import { sql } from '../testing/sql'

/** Has failed 297 times before. */
const NEARLY_FULL = '192.0.2.77'
let api: Api

beforeAll(async () => {
  const folder = await demoFolder()
  sql(
    folder,
    `insert into login_attempts (kind, key, attempts)
      select 'address', '${NEARLY_FULL}', array_agg(now()) from generate_series(1, 297)`,
  )
  api = await startApi({ DATA_DIR: folder, TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => api?.stop())

test('of 900 simultaneous wrong passwords for 900 names, at most 300 are checked, and users elsewhere can sign in', async () => {
  const guesses = guessManyNames([api.url], 900, '203.0.113.1')
  const victims = await Promise.all(
    ['admin1', 'client1'].map((name) => signInWhenFree(api.url, name, undefined, '203.0.113.2')),
  )
  expect(victims.map(({ status }) => status)).toEqual([200, 200])
  const { checked, busyDatabase, others } = await guesses
  expect(others).toEqual([429])
  expect(checked).toBeLessThanOrEqual(300)
  expect(checked + busyDatabase).toBeGreaterThanOrEqual(300)
})

test('an address can fill only part of the queue; rejected attempts return 503 and are not counted', async () => {
  const burst = await Promise.all(
    Array.from({ length: 100 + 20 * availableParallelism() }, (_, index) =>
      login(api.url, `hurry ${index}`, WRONG, '203.0.113.3'),
    ),
  )
  const rejected = burst.filter(({ status }) => status === 503)
  expect(burst.filter(({ status }) => status === 401)).toHaveLength(burst.length - rejected.length)
  const [first] = rejected as Answer[]
  expect(first?.body).toEqual({ message: 'El servidor está ocupado. Inténtalo de nuevo en unos segundos.' })
  expect(first?.headers.get('retry-after')).toMatch(/^[1-9]$/)
})

test('a successful attempt is not counted, not even the last one of an address', async () => {
  for (let time = 0; time < 5; time += 1) {
    expect((await login(api.url, 'client1', undefined, NEARLY_FULL)).status).toBe(200)
  }
  const statuses: number[] = []
  for (let name = 0; name < 4; name += 1) {
    statuses.push((await login(api.url, `last ${name}`, WRONG, NEARLY_FULL)).status)
  }
  expect(statuses).toEqual([401, 401, 401, 429])
})

test('the correct password of a blocked user counts like any failed attempt', async () => {
  const people = await meetPeople(api.url)
  const { userName } = await people.create('subdistributor1', 6, { isBlocked: true })
  const statuses: number[] = []
  for (let time = 0; time < 11; time += 1) {
    statuses.push((await login(api.url, userName, undefined, '203.0.113.4')).status)
  }
  expect(statuses).toEqual([...Array<number>(9).fill(401), 429, 429])
})

test('all spellings of a name share one count', async () => {
  const spellings = ['straße 1', 'STRASSE 1', 'Strasse １', 'ſtrasse 1']
  const statuses: number[] = []
  for (let time = 0; time < 10; time += 1) {
    statuses.push((await login(api.url, spellings[time % 4] ?? '', WRONG, '203.0.113.5')).status)
  }
  expect(statuses).toEqual([...Array<number>(9).fill(401), 429])
})

test('guesses elsewhere do not delay users at an address they have signed in from', async () => {
  const [home, abroad] = ['203.0.113.6', '203.0.113.7']
  expect((await login(api.url, 'player1', undefined, home)).status).toBe(200)
  // the last of them, fired at once, is the one with the longest delay
  await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      signInWhenFree(api.url, 'player1', WRONG, `198.51.100.${index}`),
    ),
  )
  const first = await Promise.race([
    login(api.url, 'player1', undefined, abroad).then(() => 'abroad'),
    login(api.url, 'player1', undefined, home).then(() => 'home'),
  ])
  expect(first).toBe('home')
})

describe('the queue of password comparisons', () => {
  test('has a limit per owner and a total limit, and accepts more as it drains', async () => {
    const queue = new HashQueue({ running: 1, waiting: 3, perOwner: 2 })
    const finish: (() => void)[] = []
    const hold = (owner: string) =>
      queue.run(owner, () => new Promise<string>((resolve) => finish.push(() => resolve(owner))))
    const full = { status: 503, headers: { 'retry-after': '1' } }
    const held = [hold('a'), hold('a')]
    await expect(hold('a')).rejects.toMatchObject(full)
    held.push(hold('b'), hold('c'))
    await expect(hold('d')).rejects.toMatchObject(full)
    finish.shift()?.()
    expect(await held[0]).toBe('a')
    held.push(hold('a'))
    while (finish.length > 0) {
      finish.shift()?.()
      await new Promise(setImmediate)
    }
    expect(await Promise.all(held)).toEqual(['a', 'a', 'b', 'c', 'a'])
  })
})
