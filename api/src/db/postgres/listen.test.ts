import { getEventListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, jest, test } from '@jest/globals'
import { listen } from './listen'

test('failed attempts leave no listeners behind', async () => {
  const signals = new Set<AbortSignal>()
  const add = AbortSignal.prototype.addEventListener
  const adding = jest.spyOn(AbortSignal.prototype, 'addEventListener').mockImplementation(function (
    this: AbortSignal,
    ...args: unknown[]
  ) {
    signals.add(this)
    Reflect.apply(add, this, args)
  })
  let attempts = 0
  const listener = {
    onListening: () => undefined,
    onNotified: () => undefined,
    onLost: () => (attempts += 1),
  }
  // nothing listens on port 1
  const reasons = new Set<unknown>()
  const stop = listen('postgres://127.0.0.1:1/none', { channel: [listener] }, (state) => reasons.add(state))
  while (attempts < 3) await sleep(20)
  const maxListeners = Math.max(...[...signals].map((signal) => getEventListeners(signal, 'abort').length))
  adding.mockRestore()
  await stop()
  expect(maxListeners).toBe(1)
  expect([...reasons][0]).toEqual({ lostBecause: expect.stringContaining('ECONNREFUSED') })
})
