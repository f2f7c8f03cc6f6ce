import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { configure, waitFor } from '@testing-library/react'
import { connectTo } from '../../../testing/connectedServer'
import { type EventServer, frame, startEventServer } from '../../../testing/eventServer'
import { giveLocks, takeLocks } from '../../../testing/tabs'
import { type EventState, shareEvents } from './sharedEvents'

configure({ asyncUtilTimeout: 5_000 })
const { setInterval: startInterval } = globalThis
let server: EventServer
let open: AbortController[]
beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  open = []
  giveLocks()
  server = await startEventServer()
  connectTo(server.url)
})
afterEach(async () => {
  for (const tab of open) tab.abort()
  takeLocks()
  Object.assign(globalThis, { setInterval: startInterval })
  jest.restoreAllMocks()
  await server.close()
})

function openTab(name = 'a') {
  const tab = new AbortController()
  open.push(tab)
  const states: EventState[] = []
  let gaps = 0
  void shareEvents({
    name,
    position: null,
    signal: tab.signal,
    onState: (state, isGap) => {
      states.push(state)
      if (isGap) gaps += 1
    },
  })
  return {
    close: () => tab.abort(),
    names: () => states.flatMap(({ events }) => events.map((event) => event.name)),
    last: () => states.at(-1),
    gaps: () => gaps,
  }
}
const streams = (count: number) => waitFor(() => expect(server.streams).toHaveLength(count))
const subtree = (id: string) => server.streams.at(-1)!.send(frame('subtree', {}, id))

test('several tabs share one stream, and another tab continues it when the tab that reads it is closed', async () => {
  const first = openTab()
  await streams(1)
  server.streams[0]!.send(frame('start', {}, '1'))
  await waitFor(() => expect(first.names()).toEqual(['start']))
  const [second, third] = [openTab(), openTab()]
  await waitFor(() => expect(third.last()).toMatchObject({ isUp: true, position: '1' }))
  subtree('2')
  for (const tab of [first, second, third]) await waitFor(() => expect(tab.names()).toContain('subtree'))
  await streams(1)

  first.close()
  await streams(2)
  expect(server.streams[1]!.lastEventId).toBe('2')
  subtree('3')
  for (const tab of [second, third])
    await waitFor(() => expect(tab.last()).toMatchObject({ isUp: true, position: '3' }))
  expect(second.names()).toEqual(['subtree', 'subtree'])
  expect([first, second, third].map(({ gaps }) => gaps())).toEqual([0, 0, 0])
})

test('each user has a separate stream', async () => {
  openTab('a')
  openTab('b')
  await streams(2)
})

test('a tab that has missed events is informed', async () => {
  const first = openTab()
  await streams(1)
  server.streams[0]!.send(frame('start', {}, '1'))
  await waitFor(() => expect(first.names()).toEqual(['start']))
  const second = openTab()
  await waitFor(() => expect(second.last()?.position).toBe('1'))
  const channel = new BroadcastChannel('console-events-1 a')
  const state = { isUp: true, heardAt: Date.now(), events: [], before: '7', position: '8' }
  channel.postMessage(state)
  await waitFor(() => expect(second.gaps()).toBe(1))
  channel.close()
})

test('a lost or silent stream counts as lost in all tabs', async () => {
  const watches: (() => void)[] = []
  Object.assign(globalThis, {
    setInterval: (act: () => void, ms?: number) => (watches.push(act), startInterval(act, ms)),
  })
  const first = openTab()
  await streams(1)
  server.streams[0]!.send(frame('start', {}, '1'))
  await waitFor(() => expect(first.last()?.isUp).toBe(true))
  const second = openTab()
  await waitFor(() => expect(second.last()?.isUp).toBe(true))
  server.on('/api/events', { status: 503, body: { message: 'busy' } })
  const after = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 4_000)
  server.streams[0]!.cut()
  for (const tab of [first, second])
    await waitFor(() => expect(tab.last()).toMatchObject({ isUp: false, position: '1' }))
  after.mockRestore()
  server.on('/api/events', null)
  await streams(2)
  server.streams[1]!.send(frame('position', {}, '1'))
  for (const tab of [first, second]) await waitFor(() => expect(tab.last()?.isUp).toBe(true))

  const later = Date.now() + 36_000
  jest.spyOn(Date, 'now').mockReturnValue(later)
  for (const watch of watches) watch()
  await waitFor(() => expect(second.last()?.isUp).toBe(false))
})

test('without locks there is no stream', async () => {
  takeLocks()
  openTab()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.paths).toEqual([])
})
