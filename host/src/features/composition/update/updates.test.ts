import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { deployed, environment, release } from '@console/shared-kernel/testing/node'
import { composed } from '../../../../testing/compositions'
import type { ConsoleUpdates } from './updates'

const users = (build: string) => ({ ...deployed(), release: release({ build }) })
const served = jest.fn<(address: string, init: { method?: string }) => Promise<object>>()
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)
const asked = () => served.mock.calls.map(([address, { method = 'GET' }]) => `${method} ${address}`)

/** Serves an environment with this build, and answers requests for its entry with `entry`. */
function serve(build: string, entry: number | 'nothing' = 200, over: object = {}): void {
  const document = JSON.stringify(environment({ remotes: { users: users(build) }, ...over }))
  served.mockImplementation(async (_address, { method }) => {
    if (method !== 'HEAD') return { ok: true, status: 200, text: async () => document }
    if (entry === 'nothing') throw new TypeError('Failed to fetch')
    return { ok: entry < 400, status: entry }
  })
}

let updates: ConsoleUpdates
let unfollow = () => {}
beforeEach(() => {
  jest.useFakeTimers()
  served.mockReset()
  Reflect.set(globalThis, 'fetch', served)
  updates = composed({ revision: undefined, remotes: { users: users('a') } }).updates
  serve('a')
  unfollow = updates.subscribe(() => undefined)
})
afterEach(() => {
  unfollow()
  jest.useRealTimers()
  Reflect.deleteProperty(globalThis, 'fetch')
})

describe('an update', () => {
  test('is checked for once a minute, and there is none while nothing changes', async () => {
    await pass(59_999)
    expect(asked()).toEqual([])
    await pass(60_001)
    expect(asked()).toEqual(['GET /environment.json', 'GET /environment.json'])
    expect(updates.get()).toBe('none')
  })

  test('is announced once its files can be loaded, and withdrawn if the document reverts', async () => {
    serve('b', 404)
    await pass(60_000)
    expect(asked().at(-1)).toBe(`HEAD ${deployed().baseUrl}${release().entry}`)
    expect(updates.get()).toBe('none')
    serve('b', 'nothing')
    await pass(60_000)
    expect(updates.get()).toBe('none')
    serve('b')
    await pass(60_000)
    expect(updates.get()).toBe('ready')
    serve('a')
    await pass(60_000)
    expect(updates.get()).toBe('none')
  })

  test('is checked for as soon as the tab becomes visible', async () => {
    serve('b')
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(0)
    expect(updates.get()).toBe('ready')
    serve('a')
    await pass(60_000)
  })

  test('is not checked for without a listener', async () => {
    unfollow()
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(120_000)
    expect(asked()).toEqual([])
  })

  test('is not seen in a document that cannot be read', async () => {
    served.mockRejectedValue(new TypeError('Failed to fetch'))
    await pass(60_000)
    expect(updates.get()).toBe('none')
  })

  test('is required if the document demands a later revision than the page has', async () => {
    // the page’s own document has no revision
    serve('a', 200, { revision: 43, minimumRevision: 43 })
    await pass(60_000)
    expect(updates.get()).toBe('required')
    serve('b', 404, { revision: 43, minimumRevision: 43 })
    await pass(60_000)
    expect(updates.get()).toBe('none')
    // nor if a reload would not bring that revision
    serve('a', 200, { revision: 42, minimumRevision: 43 })
    await pass(60_000)
    expect(updates.get()).toBe('none')
  })

  test('is checked for every ten minutes in a hidden tab', async () => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(599_000)
    expect(asked()).toEqual([])
    await pass(1_000)
    expect(asked()).toEqual(['GET /environment.json'])
    jest.restoreAllMocks()
  })
})
