import { setTimeout as sleep } from 'node:timers/promises'
import { expect, jest, test } from '@jest/globals'
import { shareReports } from '../src/services/reports/sharedReports'
import { allOf } from '../testing/snapshots'

const never = new AbortController().signal

const all = async (chunks: AsyncIterable<string>): Promise<string> => (await allOf(chunks)).join('')

/** Chunks that arrive one after the other, as from a database. */
async function* slowly(...chunks: string[]): AsyncGenerator<string> {
  for (const chunk of chunks) {
    await sleep(2)
    yield chunk
  }
}

test('two identical requests share one run, and both get the whole report', async () => {
  const share = shareReports()
  const start = jest.fn(async () => slowly('a', 'b', 'c'))
  const both = await Promise.all([share('key', never, start), share('key', never, start)])
  expect(await Promise.all(both.map(all))).toEqual(['abc', 'abc'])
  expect(start).toHaveBeenCalledTimes(1)
})

test('a different report runs separately, and so does the same one once it is being sent or has ended', async () => {
  const share = shareReports()
  const start = jest.fn(async () => slowly('a', 'b'))
  const sent = (await share('one', never, start))[Symbol.asyncIterator]()
  expect(await sent.next()).toEqual({ done: false, value: 'a' })
  expect(await all(await share('one', never, start))).toBe('ab')
  expect(await all(await share('one', never, start))).toBe('ab')
  expect(await sent.next()).toEqual({ done: false, value: 'b' })
  await share('other', never, start)
  expect(start).toHaveBeenCalledTimes(4)
})

test('a shared report is read at the pace of its slowest client, so that nothing is buffered', async () => {
  const share = shareReports()
  let read = 0
  const start = async () =>
    (async function* () {
      for (read = 1; read <= 5; read += 1) yield String(read)
    })()
  const disconnected = new AbortController()
  const [fast, slow] = [await share('key', never, start), await share('key', disconnected.signal, start)]
  const reading = all(fast)
  const iterator = slow[Symbol.asyncIterator]()
  for (const chunk of ['1', '2', '3']) {
    expect(await iterator.next()).toEqual({ done: false, value: chunk })
    await sleep(5)
    expect(read).toBe(Number(chunk))
  }
  // a client that disconnects does not hold up the rest
  disconnected.abort()
  expect(await reading).toBe('12345')
})

test('a shared report is cancelled when its last client disconnects, and not before', async () => {
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
  expect(await all(await share('key', never, async () => slowly('new')))).toBe('new')
})

test('a report that fails midway fails for all its clients, even a slower one', async () => {
  const share = shareReports()
  const start = async () =>
    (async function* () {
      yield 'a'
      yield 'b'
      throw new Error('broken off')
    })()
  const [ahead, behind] = [await share('key', never, start), await share('key', never, start)]
  const results = await Promise.allSettled([all(ahead), all(behind)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await all(await share('key', never, async () => slowly('again')))).toBe('again')
})

test('a report that cannot start fails for all waiting clients, and the next request tries again', async () => {
  const share = shareReports()
  const failing = async () => {
    await sleep(2)
    throw new Error('no')
  }
  const results = await Promise.allSettled([share('key', never, failing), share('key', never, failing)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await all(await share('key', never, async () => slowly('yes')))).toBe('yes')
})
