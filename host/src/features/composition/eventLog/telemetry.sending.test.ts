/**
 * @jest-environment node
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import type { TelemetryBatch } from '@console/shared-kernel/remote'
import { type Answer, startServer, type TestServer } from '@console/shared-kernel/testing/page'
import { Telemetry } from './telemetry'

/* Runs in Node because jsdom lacks fetch; uses a real server and fake timers. */

let server: TestServer
let telemetry: Telemetry
beforeAll(async () => {
  server = await startServer()
  Reflect.set(globalThis, 'location', new URL(server.url))
})
afterAll(() => server.close())
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] })
  telemetry = new Telemetry()
  telemetry.sendTo({ url: `${server.url}/events`, environment: 'e2e', revision: 7, host: null })
})
afterEach(() => {
  telemetry.sendTo(null)
  jest.useRealTimers()
  server.reset()
})

const reportFailures = (...codes: string[]) => {
  for (const code of codes)
    telemetry.enqueue({
      remote: 'users',
      version: '1.4.0',
      build: '3f9c2a1b',
      source: 'current',
      phase: 'load',
      code,
    })
}
/** The codes of the events in each batch. */
const batches = () =>
  server.calls.map(({ body }) => (JSON.parse(body) as TelemetryBatch).events.map(({ code }) => code))

/** Advances the clock, then lets the server answer. */
async function pass(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(ms)
  // the server is in this process: its answer takes a few turns of the event loop
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
/** Answers in this order; the last answer is repeated. */
const answer = (...answers: Answer[]) =>
  server.on('/events', () => (answers.length > 1 ? answers.shift()! : answers[0]!))

describe('a batch', () => {
  test.each<[string, Answer]>([
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['nothing', { fault: 'reset' }],
  ])('that is answered %s is sent again one minute later, with newer events', async (_, first) => {
    answer(first, { status: 204 })
    reportFailures('ONE', 'TWO')
    await pass(5_000)
    reportFailures('THREE')
    await pass(59_000)
    expect(batches()).toEqual([['ONE', 'TWO']])
    await pass(1_000)
    expect(batches()).toEqual([
      ['ONE', 'TWO'],
      ['ONE', 'TWO', 'THREE'],
    ])
    reportFailures('FOUR')
    await pass(5_000)
    expect(batches().at(-1)).toEqual(['FOUR'])
    await pass(3_600_000)
    expect(batches()).toHaveLength(3)
  })

  test.each([204, 400, 403, 404, 413])('that is answered %i is not sent again', async (status) => {
    answer({ status })
    reportFailures('ONE')
    await pass(5_000)
    reportFailures('TWO')
    await pass(5_000)
    await pass(3_600_000)
    expect(batches()).toEqual([['ONE'], ['TWO']])
  })

  test('waits twice as long after each failure, up to half an hour, even with new events', async () => {
    answer({ status: 503 })
    reportFailures('ONE')
    await pass(5_000)
    for (const minutes of [1, 2, 4, 8, 16, 30, 30]) {
      const sent = batches().length
      for (let at = 0; at < 30; at += 1) reportFailures(`${minutes} ${sent} ${at}`)
      await pass(minutes * 60_000 - 1)
      expect(batches()).toHaveLength(sent)
      await pass(1)
      expect(batches()).toHaveLength(sent + 1)
    }
  })

  test('keeps its size after a failure, and the newest hundred events are kept and sent', async () => {
    answer({ status: 503 }, { status: 204 })
    reportFailures(...Array.from({ length: 130 }, (_, at) => `F-${at}`))
    await pass(5_000)
    const sent = batches().length
    await pass(60_000)
    for (let at = 0; at < 10; at += 1) await pass(5_000)
    const later = batches().slice(sent)
    expect(later.map(({ length }) => length)).toEqual([20, 20, 20, 20, 20])
    expect(later.flat()).toEqual(Array.from({ length: 100 }, (_, at) => `F-${at + 30}`))
  })
})
