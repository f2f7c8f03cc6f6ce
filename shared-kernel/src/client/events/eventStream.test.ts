import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import { connectTo } from '../../../testing/connectedServer'
import { type EventServer, frame, type OpenStream, startEventServer } from '../../../testing/eventServer'
import { endSession, rememberSession, sessionStore } from '../storedSession'
import { followEvents, type News } from './eventStream'

const { setTimeout: startTimer, setInterval: startInterval } = globalThis
let server: EventServer
let ending: AbortController
let news: News[]
const onLost = jest.fn()

const begin = async (onStream?: (stream: OpenStream) => void) => {
  server = await startEventServer(onStream)
  connectTo(server.url)
}
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  news = []
  ending = new AbortController()
  onLost.mockReset()
})
afterEach(async () => {
  ending.abort()
  Object.assign(globalThis, { setTimeout: startTimer, setInterval: startInterval })
  jest.restoreAllMocks()
  await server.close()
})

/** Waits with timers that no test replaces. */
async function waitFor(check: () => void): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return check()
    } catch (error) {
      if (attempt === 400) throw error
      await new Promise((resolve) => startTimer(resolve, 10))
    }
  }
}

/** Shortens waits of a second or more to 1 ms. */
const withoutWaits = () =>
  Object.assign(globalThis, {
    setTimeout: (act: () => void, ms = 0) => startTimer(act, ms >= 1_000 ? 1 : ms),
  })

const follow = (position: string | null = null) =>
  followEvents({ position, signal: ending.signal, onNews: (one) => news.push(one), onLost })
const names = () => news.flatMap(({ events }) => events.map(({ name }) => name))
const stream = async (number: number) => {
  await waitFor(() => expect(server.streams.length).toBeGreaterThan(number))
  return server.streams[number]!
}

/** Follows from a position that the server has confirmed. */
async function followed() {
  await begin()
  const now = Date.now()
  void follow('4')
  const first = await stream(0)
  first.send(frame('position', {}, '4'))
  await waitFor(() => expect(news).toHaveLength(1))
  return { first, now }
}

describe('the stream of changes', () => {
  test('begins at the given position, and holds events back until one has a position', async () => {
    await begin()
    void follow()
    const first = await stream(0)
    expect(first.lastEventId).toBeUndefined()
    first.send(frame('start', {}, '5'))
    await waitFor(() => expect(names()).toEqual(['start']))
    expect(news[0]).toMatchObject({ before: null, position: '5' })
    first.send(frame('users', { rows: [], removed: [7] }))
    first.send(': \n\n')
    await waitFor(() => expect(news.length).toBeGreaterThan(1))
    expect(names()).toEqual(['start'])
    first.send(frame('position', {}, '6'))
    await waitFor(() => expect(names()).toEqual(['start', 'users', 'position']))
    expect(news.at(-1)).toMatchObject({ before: '5', position: '6' })
    expect(onLost).not.toHaveBeenCalled()
  })

  test('continues from its position, and delivers an interrupted event once', async () => {
    withoutWaits()
    await begin()
    void follow('4')
    const first = await stream(0)
    expect(first.lastEventId).toBe('4')
    first.send(frame('users', { rows: [], removed: [1] }, '5') + frame('users', { rows: [], removed: [2] }))
    await waitFor(() => expect(names()).toEqual(['users']))
    first.cut()
    const second = await stream(1)
    expect(second.lastEventId).toBe('5')
    second.send(frame('users', { rows: [], removed: [2] }, '6'))
    await waitFor(() => expect(names()).toEqual(['users', 'users']))
  })

  test.each([0, 13_000])(
    'that ends %d ms after its last message is resumed at once, and is not lost',
    async (quietMs) => {
      const { first, now } = await followed()
      jest.spyOn(Date, 'now').mockReturnValue(now + 31_000)
      first.send(frame('position', {}, '5'))
      await waitFor(() => expect(names()).toEqual(['position', 'position']))
      jest.spyOn(Date, 'now').mockReturnValue(now + 31_000 + quietMs)
      first.end()
      expect((await stream(1)).lastEventId).toBe('5')
      expect(onLost).not.toHaveBeenCalled()
    },
  )

  test('is lost if its server sends no position', async () => {
    withoutWaits()
    const watches: (() => void)[] = []
    Object.assign(globalThis, { setInterval: (act: () => void) => watches.push(act) })
    const { first, now } = await followed()
    first.end()
    ;(await stream(1)).send(': \n\n')
    watches.at(-1)!()
    expect(onLost).not.toHaveBeenCalled()
    jest.spyOn(Date, 'now').mockReturnValue(now + 9_000)
    watches.at(-1)!()
    expect(onLost).toHaveBeenCalledTimes(1)
  })

  test('is requested at growing intervals while the server fails', async () => {
    const waits: number[] = []
    Object.assign(globalThis, {
      setTimeout: (act: () => void, ms = 0) => {
        if (ms >= 1_000) waits.push(ms)
        return startTimer(act, ms >= 1_000 ? 1 : ms)
      },
    })
    await begin()
    server.on('/api/events', { status: 503, body: { message: 'busy' } })
    void follow()
    await waitFor(() => expect(server.paths.length).toBeGreaterThan(7))
    ending.abort()
    for (const [at, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      expect(waits[at]).toBeGreaterThanOrEqual(seconds * 1000)
      expect(waits[at]).toBeLessThanOrEqual(seconds * 1500)
    }
    expect(onLost.mock.calls.length).toBeGreaterThanOrEqual(7)
  })

  test('that ends early and is resumed within seconds is not lost', async () => {
    withoutWaits()
    await begin()
    void follow('4')
    const first = await stream(0)
    first.send(frame('position', {}, '4'))
    await waitFor(() => expect(news).toHaveLength(1))
    first.end()
    ;(await stream(1)).send(frame('position', {}, '5'))
    await waitFor(() => expect(news.at(-1)?.position).toBe('5'))
    expect(onLost).not.toHaveBeenCalled()
  })

  test('is lost until the next stream has sent its position', async () => {
    withoutWaits()
    await begin()
    void follow('4')
    const first = await stream(0)
    first.send(': \n\n')
    first.end()
    await waitFor(() => expect(onLost).toHaveBeenCalled())
    expect(news).toEqual([])
  })

  test('ends if the answer is 403', async () => {
    await begin()
    server.on('/api/events', { status: 403, body: { message: 'no' } })
    await follow()
    expect(server.paths).toHaveLength(1)
    expect(onLost).toHaveBeenCalledTimes(1)
  })

  test('is requested again after a 404, as from a server that is being replaced', async () => {
    withoutWaits()
    await begin()
    server.on('/api/events', { status: 404, body: { message: 'no' } })
    void follow()
    await waitFor(() => expect(server.paths.length).toBeGreaterThan(1))
    server.on('/api/events', null)
    ;(await stream(0)).send(frame('start', {}, '5'))
    await waitFor(() => expect(names()).toEqual(['start']))
  })

  test('ends with the session', async () => {
    await begin()
    rememberSession('t', { userId: 7, userName: 'ana', level: 4, nameClient: '' })
    server.on('/api/events', { status: 401, body: { message: 'no' } })
    await follow()
    expect(sessionStore.get().token).toBeNull()
    endSession()
  })

  test.each([
    ['a page', { body: '<html></html>', headers: { 'Content-Type': 'text/html' } }],
    ['nothing', { body: '' }],
  ])('is lost if the answer is %s', async (_, answer) => {
    withoutWaits()
    await begin()
    server.on('/api/events', answer)
    void follow()
    await waitFor(() => expect(server.paths.length).toBeGreaterThan(1))
    expect(news).toEqual([])
    expect(onLost).toHaveBeenCalled()
  })

  test.each([
    ['nothing comes at first, as behind a proxy that buffers', 11_000, 0],
    ['nothing comes for two heartbeats, as after a sleep', 36_000, 1],
  ])('is requested again if %s', async (_, ms, heard) => {
    withoutWaits()
    let watch = () => {}
    Object.assign(globalThis, { setInterval: (act: () => void) => ((watch = act), 0) })
    await begin()
    const now = Date.now()
    if (heard === 0) server.on('/api/events', { fault: 'hang' })
    void follow('4')
    if (heard === 0) await waitFor(() => expect(server.paths).toHaveLength(1))
    else {
      ;(await stream(0)).send(frame('position', {}, '4'))
      await waitFor(() => expect(news).toHaveLength(1))
    }
    watch()
    jest.spyOn(Date, 'now').mockReturnValue(now + ms)
    watch()
    await waitFor(() => expect(server.paths.length).toBeGreaterThan(1))
    expect(onLost).toHaveBeenCalled()
  })

  test('an invalid frame, and a frame from a newer server, lose no changes', async () => {
    await begin()
    void follow('4')
    const first = await stream(0)
    first.send(frame('weather', { rain: true }, '5') + frame('users', 'no rows', '6'))
    await waitFor(() => expect(news.at(-1)?.position).toBe('6'))
    expect(names()).toEqual(['again'])
  })

  test('delivers each change once and in order, however the stream is cut', async () => {
    withoutWaits()
    const change = (id: number) =>
      frame('users', { rows: [], removed: [id] }) +
      frame('machines', { rows: [], removed: [`${id}`] }, `${id}`)
    const COUNT = 12
    const text = (after: number) =>
      Array.from({ length: COUNT - after }, (_, index) => change(after + index + 1)).join('')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(700), { maxLength: 4 }),
        fc.integer({ min: 1, max: 90 }),
        async (cuts, size) => {
          news = []
          ending = new AbortController()
          let next = 0
          await begin((opened) => {
            const whole = text(Number(opened.lastEventId ?? 0))
            const cut = cuts[next++]
            const sent = whole.slice(0, cut ?? whole.length)
            for (let at = 0; at < sent.length; at += size) opened.send(sent.slice(at, at + size))
            if (cut !== undefined) startTimer(opened.end, 20)
          })
          void follow('0')
          await waitFor(() => expect(news.at(-1)?.position).toBe(`${COUNT}`))
          ending.abort()
          await server.close()
          const ids = news.flatMap(({ events }) =>
            events.flatMap((event) => ('removed' in event ? event.removed : [])),
          )
          expect(ids).toEqual(Array.from({ length: COUNT }, (_, index) => [index + 1, `${index + 1}`]).flat())
          for (const [at, { before }] of news.entries())
            expect(before).toBe(at === 0 ? '0' : news[at - 1]!.position)
        },
      ),
      { numRuns: 25 },
    )
  }, 60_000)
})
