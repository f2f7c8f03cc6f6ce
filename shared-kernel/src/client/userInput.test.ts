import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { connectedServer } from '../../testing/connectedServer'
import { featuresStore } from './features'
import { http } from './http'
import { endSession, rememberSession } from './storedSession'

const server = connectedServer()
afterEach(() => {
  endSession()
  featuresStore.set({})
  jest.restoreAllMocks()
})

/** Makes a call and returns its headers. */
async function headersOf(method: 'get' | 'put', config: object = {}): Promise<object> {
  server().on('/api/x', { body: {} })
  await http.request({ method, url: '/api/x', ...config })
  return server().calls.at(-1)!.headers
}
let now = Date.now()
beforeEach(() => void jest.spyOn(Date, 'now').mockImplementation(() => now))
const wait = (seconds: number) => {
  now += seconds * 1000
}

test.each(['pointerdown', 'keydown', 'wheel', 'click', 'input', 'focusin'])(
  'a read is marked as background half a minute after %s, and a change never is',
  async (input) => {
    featuresStore.set({ sessionIdle: {} })
    const marked = expect.objectContaining({ 'x-background-request': '1' })
    document.dispatchEvent(new Event(input, { bubbles: true }))
    expect(await headersOf('get')).not.toEqual(marked)
    wait(31)
    expect(await headersOf('get')).toEqual(marked)
    expect(await headersOf('put')).not.toEqual(marked)
    document.dispatchEvent(new Event(input, { bubbles: true }))
    expect(await headersOf('get')).not.toEqual(marked)
  },
)

test('nothing is marked for a server that does not limit idle sessions', async () => {
  wait(3600)
  expect(await headersOf('get')).not.toHaveProperty('x-background-request')
})

describe('input without a call', () => {
  const CURRENT = '/api/Users/current'
  const type = () => document.dispatchEvent(new Event('keydown', { bubbles: true }))
  const reads = () => server().calls.filter(({ path }) => path === CURRENT)
  const expectReads = (count: number) => waitFor(() => expect(reads()).toHaveLength(count))
  /** Checks that no further read is sent: a call made later arrives first. */
  const expectNoMore = async (count: number) => {
    await headersOf('put')
    expect(reads()).toHaveLength(count)
  }
  beforeEach(async () => {
    rememberSession('t', { userId: 7, userName: 'ana', level: 4, nameClient: '' })
    server().on(CURRENT, { body: {} })
    wait(3600)
    await headersOf('put')
  })

  test('keeps the session alive with one read per quarter of its idle limit', async () => {
    featuresStore.set({ sessionIdle: { seconds: 1800 } })
    wait(449)
    type()
    wait(2)
    for (let time = 0; time < 3; time += 1) type()
    await expectReads(1)
    expect(reads()[0]!.headers).not.toHaveProperty('x-background-request')
    wait(451)
    type()
    await expectReads(2)
    await expectNoMore(2)
  })

  test('makes no read before that', async () => {
    featuresStore.set({ sessionIdle: { seconds: 1800 } })
    wait(449)
    type()
    await expectNoMore(0)
  })

  test.each<[string, object, () => void]>([
    ['for a server that does not say how long', { sessionIdle: {} }, () => undefined],
    ['for one that does not limit it', {}, () => undefined],
    ['without a session', { sessionIdle: { seconds: 1800 } }, () => endSession()],
  ])('makes no read %s', async (_, features, prepare) => {
    prepare()
    featuresStore.set({ ...features })
    wait(3600)
    type()
    await expectNoMore(0)
  })

  test('makes a read after a read that was marked as background', async () => {
    featuresStore.set({ sessionIdle: { seconds: 1800 } })
    wait(600)
    expect(await headersOf('get')).toHaveProperty('x-background-request')
    type()
    await expectReads(1)
  })
})
