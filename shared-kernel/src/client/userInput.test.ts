import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { connectedServer } from '../../testing/connectedServer'
import { featuresStore } from './features'
import { http } from './http'

const server = connectedServer()
afterEach(() => {
  featuresStore.set({})
  jest.restoreAllMocks()
})

/** Of the call that is made now. */
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

test.each(['pointerdown', 'keydown', 'wheel'])(
  'a read is marked half a minute after %s, and a change never is',
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
