import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { TELEMETRY_LIMITS, type TelemetryBatch } from '@console/shared-kernel/remote'
import { codeOf, framesOf, Telemetry, type ReportedEvent, withoutQueries } from './telemetry'

const URL = 'https://telemetry.example.com/events'
const TARGET = { url: URL, environment: 'e2e', revision: 7, host: { version: '2.0.0', build: 'aaaaaaaa' } }
const fault = (over: Partial<ReportedEvent> = {}): ReportedEvent => ({
  remote: 'users',
  version: '1.4.0',
  build: '3f9c2a1b',
  source: 'current',
  phase: 'load',
  code: 'RUNTIME-008',
  ...over,
})
const mounted = (over: Partial<ReportedEvent> = {}) => fault({ phase: 'mounted', code: 'OK', ...over })

const posted = jest.fn<(url: string, init: RequestInit) => Promise<unknown>>()
const beacon = jest.fn<(url: string, body: string) => boolean>()
const eventsOf = (body: unknown) => (JSON.parse(body as string) as TelemetryBatch).events
const batches = () => posted.mock.calls.map(([, { body }]) => eventsOf(body))
const sentEvents = () => batches().flat()
const sentBatches = () => beacon.mock.calls.map(([, body]) => eventsOf(body))
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)

let telemetry: Telemetry
beforeEach(() => {
  jest.useFakeTimers()
  sessionStorage.clear()
  posted.mockReset().mockResolvedValue({})
  beacon.mockReset().mockReturnValue(true)
  Reflect.set(globalThis, 'fetch', posted)
  Reflect.set(navigator, 'sendBeacon', beacon)
  telemetry = new Telemetry()
  telemetry.sendTo(TARGET)
})
afterEach(() => {
  // the listeners of each test remain, but have nothing more to send
  telemetry.sendTo(null)
  jest.useRealTimers()
  Reflect.deleteProperty(globalThis, 'fetch')
  Reflect.deleteProperty(navigator, 'sendBeacon')
})

describe('events', () => {
  test('are collected for 5 s, and sent without cookies', async () => {
    telemetry.enqueue(mounted())
    telemetry.enqueue(fault({ remote: 'machines', source: 'canary' }))
    await pass(4_999)
    expect(posted).not.toHaveBeenCalled()
    await pass(1)
    expect(posted.mock.calls).toEqual([
      [URL, expect.objectContaining({ method: 'POST', credentials: 'omit' })],
    ])
    expect(batches()).toMatchObject([
      [
        { remote: 'users', cohort: 'stable', environment: 'e2e', revision: 7, hostBuild: 'aaaaaaaa' },
        { remote: 'machines', cohort: 'canary' },
      ],
    ])
    await pass(60_000)
    expect(posted).toHaveBeenCalledTimes(1)
  })

  test('are sent at once when a batch is full', () => {
    for (let at = 0; at < TELEMETRY_LIMITS.events + 1; at += 1) telemetry.enqueue(fault({ code: `F-${at}` }))
    expect(batches().map((events) => events.length)).toEqual([TELEMETRY_LIMITS.events])
  })

  test('are kept while the server is unreachable, and sent one minute later', async () => {
    posted.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    telemetry.enqueue(fault())
    await pass(5_000)
    await pass(60_000)
    expect(batches()).toHaveLength(2)
    expect(batches()[1]).toEqual(batches()[0])
  })

  test('to another origin are sent once, because the answer cannot be read', async () => {
    posted.mockResolvedValue({ type: 'opaque', status: 0 })
    telemetry.enqueue(fault())
    await pass(5_000)
    await pass(3_600_000)
    telemetry.sendTo({ ...TARGET, url: '/events' })
    telemetry.enqueue(fault())
    await pass(5_000)
    expect(posted.mock.calls).toEqual([
      [URL, expect.objectContaining({ mode: 'no-cors' })],
      ['/events', expect.objectContaining({ mode: 'same-origin' })],
    ])
  })

  test.each([
    ['is hidden', () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))],
    ['is left', () => dispatchEvent(new Event('pagehide'))],
  ])('are sent by beacon when the tab %s, in batches of the allowed size', (_, leave) => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    // the longest text allowed
    const stack = Array.from({ length: 12 }, () => `at x (https://a/${'ñ'.repeat(150)}.js:1:2)`).join('\n')
    for (let at = 0; at < 19; at += 1)
      telemetry.enqueue(fault({ code: `F-${at}`, message: 'ñ'.repeat(999), stack }))
    leave()
    expect(posted).not.toHaveBeenCalled()
    expect(sentBatches().flat()).toHaveLength(19)
    expect(sentBatches().length).toBeGreaterThan(1)
    for (const [, body] of beacon.mock.calls)
      expect(new Blob([body]).size).toBeLessThanOrEqual(TELEMETRY_LIMITS.bytes)
    expect(sentBatches()[0]![0]!.message).toHaveLength(TELEMETRY_LIMITS.message)
    leave()
    expect(sentBatches().flat()).toHaveLength(19)
    jest.restoreAllMocks()
  })

  test('stay queued if the beacon is rejected, and are not sent without a server', async () => {
    beacon.mockReturnValue(false)
    telemetry.enqueue(fault())
    dispatchEvent(new Event('pagehide'))
    telemetry.enqueue(fault({ code: 'OTHER' }))
    await pass(5_000)
    expect(sentEvents().map(({ code }) => code)).toEqual(['RUNTIME-008', 'OTHER'])
    telemetry.sendTo(null)
    telemetry.enqueue(fault({ code: 'THIRD' }))
    await pass(60_000)
    expect(batches()).toHaveLength(1)
  })
})

describe('a repeated fault', () => {
  test('is sent once a minute, with the number of repetitions', async () => {
    for (let times = 0; times < 5; times += 1) telemetry.enqueue(fault())
    telemetry.enqueue(fault({ build: 'ffffffff' }))
    telemetry.enqueue(fault({ phase: 'timeout' }))
    telemetry.enqueue(fault({ code: 'OTHER' }))
    await pass(59_999)
    telemetry.enqueue(fault())
    expect(sentEvents()).toHaveLength(4)
    await pass(1)
    telemetry.enqueue(fault())
    await pass(5_000)
    expect(sentEvents()).toHaveLength(5)
    expect(sentEvents().map(({ suppressed }) => suppressed)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      5,
    ])
  })
})

describe('a mounted release', () => {
  test('is reported once in each tab, even after reloads, and again for another build', async () => {
    telemetry.enqueue(mounted())
    telemetry.enqueue(mounted({ module: './Other' }))
    await pass(5_000)
    const reloaded = new Telemetry()
    reloaded.sendTo(TARGET)
    reloaded.enqueue(mounted())
    reloaded.enqueue(mounted({ build: 'ffffffff' }))
    await pass(5_000)
    expect(sentEvents().map(({ build }) => build)).toEqual(['3f9c2a1b', 'ffffffff'])
    expect(new Set(sentEvents().map(({ session }) => session)).size).toBe(1)
    reloaded.sendTo(null)
  })
})

describe('what is sent', () => {
  test.each([
    [
      'not loaded from https://a.example.com/users/?token=abc#x',
      'not loaded from https://a.example.com/users/',
    ],
    ['https://a.example.com/a.js?r=1:12:34', 'https://a.example.com/a.js:12:34'],
    ['(https://a.example.com/a.js?r=1#b:12:34)', '(https://a.example.com/a.js:12:34)'],
    ['/users?search=client1 is gone', '/users is gone'],
    ['/token-debug#eyJhbGciOi.eyJzdWIi.c2ln', '/token-debug'],
    ['"https://a.example.com/?user=client1", twice', '"https://a.example.com/", twice'],
    ['https://client1:demo1234@a.example.com/x', 'https://a.example.com/x'],
    ['/login?next=https://client1:demo,1234@a.example.com/x failed', '/login failed'],
    ['refused eyJhbGciOi.eyJzdWIi.c2ln and Bearer abc', 'refused [token] and [token]'],
    ['is it there? yes', 'is it there? yes'],
    ['script-src https://a.example.com/b', 'script-src https://a.example.com/b'],
  ])('turns %s into %s', (text, expected) => expect(withoutQueries(text)).toBe(expected))

  test('keeps the stack frames of Chromium, Firefox and React, without the thrown message', () => {
    const frames = [
      'TypeError: client1 is at https://a.example.com/x:1:2',
      'at table 7',
      '    at save (https://a.example.com/a.js?r=1:12:34)',
      '    at async https://a.example.com/b.js:1:2',
      'save/<@https://a.example.com/c.js:5:6',
      '    at Users (https://a.example.com/d.js:7:8)',
    ]
    expect(framesOf(frames.join('\n')).split('\n')).toEqual([
      'at save (https://a.example.com/a.js:12:34)',
      'at async https://a.example.com/b.js:1:2',
      'save/<@https://a.example.com/c.js:5:6',
      'at Users (https://a.example.com/d.js:7:8)',
    ])
  })

  test.each([
    ['TypeError', 'TypeError'],
    ['RUNTIME-008', 'RUNTIME-008'],
    ['script-src-elem', 'script-src-elem'],
    ['the user client1', 'UNNAMED'],
    ['x'.repeat(200), 'x'.repeat(80)],
  ])('turns the code %p into %p', (code, expected) => expect(codeOf(code)).toBe(expected))
})
