import { setTimeout as sleep } from 'node:timers/promises'
import { expect, jest, test } from '@jest/globals'
import { shareReports } from '../src/services/reports/sharedReports'

const never = new AbortController().signal

async function all(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

/** Pieces that come one after the other, as from a database. */
async function* slowly(...pieces: string[]): AsyncGenerator<string> {
  for (const piece of pieces) {
    await sleep(2)
    yield piece
  }
}

test('the same report asked twice runs once, and both get all of it', async () => {
  const share = shareReports()
  const start = jest.fn(async () => slowly('a', 'b', 'c'))
  const early = await share('key', never, start)
  const reading = early[Symbol.asyncIterator]()
  expect(await reading.next()).toEqual({ done: false, value: 'a' })
  const late = await share('key', never, start)
  expect(await all(late)).toBe('abc')
  expect(await reading.next()).toEqual({ done: false, value: 'b' })
  expect(start).toHaveBeenCalledTimes(1)
})

test('another report is another run, and so is the same one when it has ended', async () => {
  const share = shareReports()
  const start = jest.fn(async () => ['x'])
  expect(await all(await share('one', never, start))).toBe('x')
  expect(await all(await share('one', never, start))).toBe('x')
  await share('other', never, start)
  expect(start).toHaveBeenCalledTimes(3)
})

test('one that has ended is run again, also while a slow reader still has to read it', async () => {
  const share = shareReports()
  const start = jest.fn(async () => ['a', 'b'])
  const slow = await share('key', never, start)
  expect(await all(await share('key', never, start))).toBe('ab')
  expect(await all(await share('key', never, start))).toBe('ab')
  expect(start).toHaveBeenCalledTimes(2)
  expect(await all(slow)).toBe('ab')
})

test('it is cancelled when the last who asked has gone, and not before', async () => {
  const share = shareReports()
  const [one, other] = [new AbortController(), new AbortController()]
  let cancelled = false
  const start = async (signal: AbortSignal) => {
    signal.addEventListener('abort', () => (cancelled = true))
    return slowly('a', 'b')
  }
  await share('key', one.signal, start)
  await share('key', other.signal, start)
  one.abort()
  expect(cancelled).toBe(false)
  other.abort()
  expect(cancelled).toBe(true)
  expect(await all(await share('key', never, async () => ['new']))).toBe('new')
})

test('one that breaks off breaks off for all, also for a reader who is behind', async () => {
  const share = shareReports()
  const start = async () =>
    (async function* () {
      yield 'a'
      yield 'b'
      throw new Error('broken off')
    })()
  const [ahead, behind] = [await share('key', never, start), await share('key', never, start)]
  await expect(all(ahead)).rejects.toThrow('broken off')
  await expect(all(behind)).rejects.toThrow('broken off')
})

test('one that cannot begin fails for everybody who waits, and is tried again by the next', async () => {
  const share = shareReports()
  const failing = async () => {
    await sleep(2)
    throw new Error('no')
  }
  const results = await Promise.allSettled([share('key', never, failing), share('key', never, failing)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await all(await share('key', never, async () => ['yes']))).toBe('yes')
})
