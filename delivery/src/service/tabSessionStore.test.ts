import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { ErrorLog } from './errorLog'
import { MAX_SESSIONS, MAX_SESSIONS_OF_ADDRESS, SessionStore } from './tabSessionStore'

let folder: string
let file: string
let store: SessionStore
const logged = jest.fn<(what: string, error: unknown) => void>()
beforeEach(async () => {
  logged.mockReset()
  folder = mkdtempSync(join(tmpdir(), 'console-sessions-'))
  file = join(folder, 'sessions.json')
  store = await SessionStore.read(file, new ErrorLog(logged))
})
afterEach(() => rmSync(folder, { recursive: true }))

const KEY = 'staging users/1.0.0-11111111'
const add = (at: number, address: string, over: { hasFailed?: boolean; key?: string } = {}) =>
  store.add(
    over.key ?? KEY,
    { session: `s${at}`, address, hasFailed: over.hasFailed ?? false, hasFallenBack: false },
    at,
  )
const has = (at: number) => store.of(KEY).has(`s${at}`)
const stored = () =>
  JSON.parse(readFileSync(file, 'utf8')) as {
    sessions: Record<string, Record<string, { address: string }>>
  }
const hashes = () => Object.values(stored().sessions[KEY]!).map(({ address }) => address)

/** Adds sessions, each from its own address. */
const fill = (count: number, first = 0) => {
  for (let at = first; at < first + count; at += 1) add(at, `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`)
}

describe('the stored sessions of a release', () => {
  test('are the newest ones, and no new one is rejected', () => {
    fill(MAX_SESSIONS + 10)
    expect(MAX_SESSIONS).toBe(20_000)
    expect([store.of(KEY).size, has(9), has(10), has(MAX_SESSIONS + 9)]).toEqual([20_000, false, true, true])
    add(1, '10.0.0.1', { key: 'staging host/2.0.0-aaaaaaaa' })
    expect(store.of(KEY).size).toBe(20_000)
  })

  test('are readable only by their owner', async () => {
    add(1, '10.0.0.1')
    await store.save()
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('are the newest ones after a restart too', async () => {
    fill(MAX_SESSIONS)
    await store.save()
    store = await SessionStore.read(file, new ErrorLog(logged))
    fill(1, MAX_SESSIONS)
    expect([store.of(KEY).size, has(0), has(1)]).toEqual([20_000, false, true])
  })

  test('are limited to 200 for each address', () => {
    const rejected = Array.from({ length: 1_000 }, (_, at) => add(at, '192.0.2.1')).filter((one) => one)
    expect(rejected).toEqual(Array<string>(800).fill('address'))
    expect(MAX_SESSIONS_OF_ADDRESS).toBe(200)
    expect(add(5, '192.0.2.1', { hasFailed: true })).toBeNull()
    expect(add(2_000, '192.0.2.2')).toBeNull()
    expect(add(2_001, '192.0.2.1', { key: 'production users/1.0.0-11111111' })).toBeNull()
  })

  test('are limited to 200 for each address after a restart too', async () => {
    for (let at = 0; at < 200; at += 1) add(at, '192.0.2.1')
    await store.save()
    store = await SessionStore.read(file, new ErrorLog(logged))
    expect(add(200, '192.0.2.1')).toBe('address')
  })

  test('are counted together for one IPv6 network', () => {
    for (let at = 0; at < 300; at += 1) add(at, `2001:db8:0:1::${at.toString(16)}`)
    expect(store.of(KEY).size).toBe(200)
    expect(add(300, '2001:db8:0:2::1')).toBeNull()
  })

  test('are evicted from their own address first: one address evicts at most one session of others', () => {
    fill(MAX_SESSIONS)
    for (let at = 0; at < 1_000; at += 1) add(MAX_SESSIONS + at, '192.0.2.1')
    expect([store.of(KEY).size, has(0), has(1), has(MAX_SESSIONS), has(MAX_SESSIONS + 999)]).toEqual([
      20_000,
      false,
      true,
      false,
      true,
    ])
  })
})

describe('the file of sessions', () => {
  test('stores addresses as keyed hashes, which stay the same after a restart', async () => {
    mkdirSync(join(folder, 'other'))
    const other = await SessionStore.read(join(folder, 'other', 'sessions.json'), new ErrorLog(logged))
    fill(1)
    await store.save()
    const [hash] = hashes()
    const plain = createHash('sha256').update('10.0.0.0').digest('hex')
    expect(plain.startsWith(hash!)).toBe(false)
    other.add(KEY, { session: 's', address: '10.0.0.0', hasFailed: false, hasFallenBack: false }, 1)
    expect(other.of(KEY).get('s')?.address).not.toBe(hash)
    store = await SessionStore.read(file, new ErrorLog(logged))
    add(1, '10.0.0.0')
    expect(store.of(KEY).get('s1')?.address).toBe(hash)
  })

  test('is written again after a failed write, with later sessions', async () => {
    fill(1)
    mkdirSync(`${file}.new`)
    await expect(store.save()).rejects.toThrow('EISDIR')
    fill(1, 1)
    rmSync(`${file}.new`, { recursive: true })
    await store.save()
    expect(Object.keys(stored().sessions[KEY]!)).toEqual(['s0', 's1'])
  })

  test.each(['', '{"salt": "00", "sess', '{"salt":"00","sessions":{"staging users/1":null}}'])(
    'is logged and overwritten if it contains %j',
    async (text) => {
      writeFileSync(file, text)
      store = await SessionStore.read(file, new ErrorLog(logged))
      expect(logged.mock.calls).toEqual([['stored sessions', expect.any(Error)]])
      fill(1)
      await store.save()
      expect(Object.keys(stored().sessions)).toEqual([KEY])
    },
  )
})
