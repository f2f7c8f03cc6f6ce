import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { describe, expect, jest, test } from '@jest/globals'
import { repeatable, withRetries } from '../src/db/failures'
import { signalOnDisconnect } from '../src/foundation/app'
import { InFlight } from '../src/foundation/counts'
import { RequestCounts } from '../src/http/limits'

/** An answer in progress; `leave` is what happens when its client disconnects. */
function replyOf() {
  const raw = Object.assign(new EventEmitter(), { destroyed: false, writableFinished: false })
  const leave = (): void => {
    raw.destroyed = true
    raw.emit('close')
  }
  return { reply: { raw } as unknown as FastifyReply, leave }
}

describe('the limit of concurrent requests', () => {
  test('holds, and each request that ends frees a place', () => {
    const inFlight = new InFlight()
    const [one, other, third] = [replyOf(), replyOf(), replyOf()]
    expect([one, other].map(({ reply }) => inFlight.enter('a', 2, reply))).toEqual([true, true])
    expect(inFlight.enter('a', 2, third.reply)).toBe(false)
    expect(inFlight.enter('b', 2, third.reply)).toBe(true)
    one.leave()
    expect(inFlight.enter('a', 2, third.reply)).toBe(true)
  })

  test('frees the place of clients that left before they were counted', () => {
    const inFlight = new InFlight()
    for (let time = 0; time < 10; time += 1) {
      const { reply, leave } = replyOf()
      leave()
      inFlight.enter('a', 1, reply)
    }
    expect(inFlight.enter('a', 1, replyOf().reply)).toBe(true)
  })

  test('aborts the request when its client leaves, even if it left already', () => {
    const [early, late] = [replyOf(), replyOf()]
    const signal = signalOnDisconnect(early.reply)
    expect(signal.aborted).toBe(false)
    early.leave()
    late.leave()
    expect([signal.aborted, signalOnDisconnect(late.reply).aborted]).toEqual([true, true])
  })
})

describe('the limit of requests per minute', () => {
  const countOf = (counts: RequestCounts, address: string): number => {
    let current = 0
    counts.incr(address, (_error, result) => (current = result?.current ?? 0), 60_000)
    return current
  }

  test('uses a monotonic clock', () => {
    const time = jest.spyOn(performance, 'now').mockReturnValue(1_000)
    const clock = jest.spyOn(Date, 'now').mockReturnValue(7_200_000)
    try {
      const counts = new RequestCounts()
      expect([countOf(counts, 'a'), countOf(counts, 'a'), countOf(counts, 'b')]).toEqual([1, 2, 1])
      clock.mockReturnValue(0)
      time.mockReturnValue(60_999)
      expect(countOf(counts, 'a')).toBe(3)
      time.mockReturnValue(61_000)
      expect(countOf(counts, 'a')).toBe(1)
    } finally {
      jest.restoreAllMocks()
    }
  })

  test('remembers only a bounded number of the latest addresses', () => {
    const counts = new RequestCounts()
    for (let address = 0; address <= 5_000; address += 1) countOf(counts, `address ${address}`)
    expect([countOf(counts, 'address 1'), countOf(counts, 'address 0')]).toEqual([2, 1])
  })
})

describe('a transaction that the database aborts because of another one', () => {
  test('is retried, with at most five attempts', async () => {
    const twice = jest.fn<() => Promise<string>>()
    twice.mockRejectedValueOnce(repeatable('once')).mockRejectedValueOnce(repeatable('twice'))
    twice.mockResolvedValue('done')
    expect(await withRetries(twice)).toBe('done')
    expect(twice).toHaveBeenCalledTimes(3)
    const never = jest.fn(async () => Promise.reject(repeatable('again')))
    await expect(withRetries(never)).rejects.toThrow('again')
    expect(never).toHaveBeenCalledTimes(5)
  })

  test('is not retried after any other error', async () => {
    const failing = jest.fn(async () => Promise.reject(new Error('no')))
    await expect(withRetries(failing)).rejects.toThrow('no')
    expect(failing).toHaveBeenCalledTimes(1)
  })
})
