import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { QueryObserver, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { configure, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { connectTo } from '../../testing/connectedServer'
import { type EventServer, frame, startEventServer } from '../../testing/eventServer'
import { workers } from '../../testing/listWorker'
import { heldBack, inLines } from '../../testing/server'
import { giveLocks, takeLocks } from '../../testing/tabs'
import { attentionQuery, attentionTotalQuery } from '../client/attentionQuery'
import { updateFeatures } from '../client/features'
import { liveStore, pausedAtStore } from '../client/live'
import { createQueryClient } from '../client/queryClient'
import { gamesQuery } from '../client/sharedQueries'
import { leaveSession, rememberSession } from '../client/storedSession'
import type { Activity } from '../contracts/activity'
import type { ToWorker } from './listKinds'
import { followChanges, followSessions } from './liveLists'
import { listQuery, machinesQuery, putRow } from './listQueries'
import { lists } from './lists'

configure({ asyncUtilTimeout: 5_000 })

const VIEWER = 7
const PATH = '/api/Users/children'
const query = listQuery('users', PATH)
const user = (userId: number, userName = `user ${userId}`) => ({ userId, userName, level: 6 })

let server: EventServer
let client: QueryClient
let ending: AbortController
let position = 0
beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  // every random wait is as short as possible
  jest.spyOn(Math, 'random').mockReturnValue(0)
  giveLocks()
  server = await startEventServer()
  connectTo(server.url)
  rememberSession('t', { userId: VIEWER, userName: 'me', level: 4, nameClient: '' })
  client = createQueryClient()
  ending = new AbortController()
  position = 0
})
afterEach(async () => {
  ending.abort()
  leaveSession()
  client.clear()
  takeLocks()
  jest.restoreAllMocks()
  await server.close()
})

const answer = (users: object[]) => server.on(PATH, inLines(users))
const read = () => client.fetchQuery({ ...query, staleTime: 0 })
const list = () => client.getQueryData(query.queryKey)!
const names = () => list().rows.map(({ userName }) => userName)
const announced = () => [...(liveStore.get()!.announced['users']?.keys() ?? [])]
const reads = () => server.paths.filter((path) => path === PATH).length
const isCovered = (queryKey: QueryKey = query.queryKey) =>
  liveStore.get()!.covers(client.getQueryCache().find({ queryKey })!)

async function live() {
  followChanges(client, ending.signal, null)
  await waitFor(() => expect(server.streams).toHaveLength(1))
  await send(frame('start', {}, '0'))
  await waitFor(() => expect(liveStore.get()?.lostAt).toBeNull())
}
const send = async (text: string) => server.streams.at(-1)!.send(text)
const rows = (...users: object[]) => ({ rows: users, removed: [] })
const by = (actorId: number) => ({
  id: (position += 1),
  kind: 'user.update',
  actor: { userId: actorId, userName: 'x' },
})
/** A change as the API sends it: first the list event, then the activity event. */
const change = (name: string, data: object, actorId = 2): string => {
  const activity = by(actorId)
  return frame(name, data) + frame('activity', activity, String(activity.id))
}

describe('a list that changes on the server', () => {
  beforeEach(async () => {
    answer([user(1), user(2)])
    await read()
  })

  test('has the changed row updated in place, and keeps its age', async () => {
    await live()
    const { dataUpdatedAt } = client.getQueryState(query.queryKey)!
    await send(change('users', rows(user(1, 'renamed'))))
    await waitFor(() => expect(names()).toEqual(['renamed', 'user 2']))
    expect(client.getQueryState(query.queryKey)!.dataUpdatedAt).toBe(dataUpdatedAt)
    const found = await lists.find(list(), { search: 'renamed' })
    expect([...found!.indexes]).toEqual([0])
    expect(reads()).toBe(1)
  })

  test('loses a removed row', async () => {
    await live()
    await send(change('users', { rows: [], removed: [1] }))
    await waitFor(() => expect(names()).toEqual(['user 2']))
  })

  test('announces rows that others added, and shows those of the viewer at once, even from elsewhere', async () => {
    await live()
    await send(change('users', rows(user(3))) + change('users', rows(user(4)), VIEWER))
    await waitFor(() => expect(names()).toEqual(['user 1', 'user 2', 'user 3', 'user 4']))
    expect(announced()).toEqual([3])
    await send(change('users', { rows: [], removed: [3] }))
    await waitFor(() => expect(announced()).toEqual([]))
  })

  test('does not announce a row that the viewer has already added in this page', async () => {
    await live()
    await putRow(client, 'users', { ...list().rows[0]!, userId: 3 })
    await send(change('users', rows(user(3, 'as sent'))))
    await waitFor(() => expect(names()).toContain('as sent'))
    expect(announced()).toEqual([])
  })

  test('does not add the viewer to the users below', async () => {
    await live()
    await send(change('users', rows(user(VIEWER, 'me now'))) + change('users', rows(user(2, 'b'))))
    await waitFor(() => expect(names()).toEqual(['user 1', 'b']))
  })

  test('keeps the error of the last read', async () => {
    await live()
    server.on(PATH, { status: 500, body: { message: 'broken' } })
    await client.fetchQuery({ ...query, staleTime: 0, retry: false }).catch(() => undefined)
    await send(change('users', rows(user(1, 'renamed'))))
    await waitFor(() => expect(names()).toContain('renamed'))
    expect(client.getQueryState(query.queryKey)).toMatchObject({ status: 'error', error: { status: 500 } })
  })

  test.each([
    ['applies a change to the result of a read that began before it', false],
    ['is read again if such a read was abandoned', true],
  ])('%s', async (_, isLeft) => {
    await live()
    const { after, answer: release } = heldBack()
    server.on(PATH, { ...inLines([user(1), user(2), user(5)]), pause: { at: 5, until: after } })
    const screen = new QueryObserver(client, { ...query, staleTime: 0 })
    const leave = screen.subscribe(() => undefined)
    await waitFor(() => expect(reads()).toBe(2))
    await send(
      change('users', rows(user(1, 'renamed'), user(3))) + change('users', { rows: [], removed: [2] }),
    )
    await waitFor(() => expect(names()).toEqual(['renamed', 'user 3']))
    if (isLeft) leave()
    release()
    await waitFor(() => expect(client.isFetching()).toBe(0))
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (isLeft) {
      expect(client.getQueryState(query.queryKey)!.isInvalidated).toBe(true)
      answer([user(1, 'renamed'), user(5), user(3)])
      await client.fetchQuery(query)
    }
    const now = ['renamed', 'user 5', 'user 3']
    expect(names()).toEqual(now)
    expect(reads()).toBe(isLeft ? 3 : 2)
    const { indexes } = (await lists.find(list(), { search: '' }))!
    expect([...indexes].map((at) => list().rows[at]!.userName)).toEqual(now)
    leave()
  })

  test('is drawn at intervals, however many changes arrive', async () => {
    await live()
    const drawn: number[] = []
    const stop = client.getQueryCache().subscribe(({ type }) => type === 'updated' && drawn.push(Date.now()))
    for (let number = 0; number < 60; number += 1) {
      await send(change('users', rows(user(1, `name ${number}`))))
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await waitFor(() => expect(names()[0]).toBe('name 59'))
    stop()
    drawn.slice(1).forEach((at, index) => expect(at - drawn[index]!).toBeGreaterThanOrEqual(190))
  })

  test('is read again after a block, and once more if a read is in progress', async () => {
    await live()
    const { after, answer: release } = heldBack()
    const screen = new QueryObserver(client, { ...query, staleTime: Infinity })
    const leave = screen.subscribe(() => undefined)
    server.on(PATH, { ...inLines([user(1)]), after })
    await send(change('subtree', {}))
    await waitFor(() => expect(reads()).toBe(2))
    await send(change('subtree', {}))
    await new Promise((resolve) => setTimeout(resolve, 300))
    answer([user(1, 'after both')])
    release()
    await waitFor(() => expect(names()).toEqual(['after both']))
    expect(reads()).toBe(3)
    leave()
  })

  test('does not wait for a refresh that hangs on a dead connection, once the stream is back', async () => {
    await live()
    const screen = new QueryObserver(client, { ...query, staleTime: Infinity })
    const leave = screen.subscribe(() => undefined)
    server.on('/api/events', { status: 503, body: { message: 'busy' } })
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 4_000)
    server.streams.at(-1)!.cut()
    await waitFor(() => expect(liveStore.get()?.lostAt).not.toBeNull())
    later.mockRestore()
    server.on(PATH, { fault: 'hang' })
    void client.refetchQueries({ queryKey: query.queryKey })
    await waitFor(() => expect(reads()).toBe(2))

    answer([user(1, 'missed')])
    server.on('/api/events', null)
    await waitFor(() => expect(server.streams).toHaveLength(2))
    await send(frame('subtree', {}, '1'))
    await waitFor(() => expect(names()).toEqual(['missed']))
    leave()
  })

  test('is read again if an event is missing, and no longer holds rows back', async () => {
    await live()
    const screen = new QueryObserver(client, { ...query, staleTime: Infinity })
    const leave = screen.subscribe(() => undefined)
    await send(change('users', rows(user(3))))
    await waitFor(() => expect(announced()).toEqual([3]))
    answer([user(9)])
    await send(frame('again', {}, '9'))
    await waitFor(() => expect(names()).toEqual(['user 9']))
    expect(announced()).toEqual([])
    leave()
  })

  test('is covered again only after a successful read, if the read after a block fails', async () => {
    await live()
    await read()
    const screen = new QueryObserver(client, { ...query, staleTime: Infinity, retry: false })
    const leave = screen.subscribe(() => undefined)
    expect(isCovered()).toBe(true)
    server.on(PATH, { status: 500, body: { message: 'broken' } })
    await send(change('subtree', {}))
    await waitFor(() => expect(client.getQueryState(query.queryKey)!.status).toBe('error'))
    expect(isCovered()).toBe(false)
    answer([user(1)])
    await read()
    expect(isCovered()).toBe(true)
    leave()
  })

  test('waits while a screen is paused, and is then updated at once', async () => {
    await live()
    pausedAtStore.set(Date.now())
    await send(change('users', rows(user(1, 'renamed'))))
    await putRow(client, 'users', { ...list().rows[1]!, userName: 'own' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(names()).toEqual(['user 1', 'own'])
    pausedAtStore.set(null)
    await waitFor(() => expect(names()).toEqual(['renamed', 'own']))
    expect(reads()).toBe(1)
  })

  test('is read again after a pause with too many changes to keep', async () => {
    await live()
    const screen = new QueryObserver(client, { ...query, staleTime: Infinity })
    const leave = screen.subscribe(() => undefined)
    pausedAtStore.set(Date.now())
    answer([user(1, 'in the end')])
    const some = Array.from({ length: 1_000 }, () => change('users', rows(user(1, 'on the way')))).join('')
    for (let time = 0; time < 3; time += 1) await send(some)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(reads()).toBe(1)
    pausedAtStore.set(null)
    await waitFor(() => expect(names()).toEqual(['in the end']))
    leave()
  }, 20_000)

  test('waits for a running search, whose answer the change would invalidate', async () => {
    await live()
    const worker = workers.at(-1)!
    const unsent: ToWorker[] = []
    const hold = jest.spyOn(worker, 'postMessage').mockImplementation((message) => void unsent.push(message))
    const search = lists.find(list(), { search: 'user 1' })
    await send(change('users', rows(user(1, 'renamed'))))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(names()).toEqual(['user 1', 'user 2'])
    hold.mockRestore()
    for (const message of unsent) worker.postMessage(message)
    expect([...(await search)!.indexes]).toEqual([0])
    await waitFor(() => expect(names()).toEqual(['renamed', 'user 2']))
  })
})

test('the stream covers only lists that are read while it is up', async () => {
  answer([user(1)])
  const { after, answer: release } = heldBack()
  server.on(PATH, { ...inLines([user(1)]), after })
  const early = read()
  await waitFor(() => expect(reads()).toBe(1))
  await live()
  release()
  await early
  expect(isCovered()).toBe(false)
  await read()
  expect(isCovered()).toBe(true)
  await send(frame('again', {}, '3'))
  await waitFor(() => expect(isCovered()).toBe(false))
  ending.abort()
  expect(liveStore.get()).toBeNull()
})

test('lists read after the server’s position are covered too, and get the changes in between', async () => {
  answer([user(1)])
  followChanges(client, ending.signal, '4')
  await read()
  await waitFor(() => expect(server.streams).toHaveLength(1))
  expect(server.streams[0]!.lastEventId).toBe('4')
  await send(frame('users', rows(user(1, 'in between')), '5'))
  await waitFor(() => expect(names()).toEqual(['in between']))
  expect(isCovered()).toBe(true)
  await send(frame('again', {}, '6'))
  await waitFor(() => expect(isCovered()).toBe(false))
})

test('a list on a screen that stays open under a new session is covered once it has been read again', async () => {
  answer([user(1)])
  const offer = (position: string) => updateFeatures({ features: { events: { position } } })
  followSessions(client, ending.signal)
  offer('4')
  await read()
  await waitFor(() => expect(server.streams).toHaveLength(1))
  await send(frame('users', rows(user(1, 'new')), '5'))
  await waitFor(() => expect(names()).toEqual(['new']))
  expect(isCovered()).toBe(true)
  rememberSession('t2', { userId: VIEWER, userName: 'me', level: 4, nameClient: '' })
  await read()
  // later than the list, which may lack earlier changes
  offer('9')
  await waitFor(() => expect(server.streams).toHaveLength(2))
  expect(server.streams[1]!.lastEventId).toBeUndefined()
  await send(frame('start', {}, '9'))
  await waitFor(() => expect(isCovered()).toBe(false))
  await read()
  expect(isCovered()).toBe(true)
})

test('a list is read again in a tab that joins a stream that is already past its position', async () => {
  await live()
  await send(frame('users', rows(user(1)), '5'))
  ending.abort()
  ending = new AbortController()
  answer([user(1, 'read first')])
  await read()
  const screen = new QueryObserver(client, { ...query, staleTime: Infinity })
  const leave = screen.subscribe(() => undefined)
  const other = new BroadcastChannel(`console-events-1 ${server.url} ${VIEWER}`)
  followChanges(client, ending.signal, '4')
  answer([user(1, 'read again')])
  other.postMessage({ isUp: true, heardAt: Date.now(), events: [], before: '5', position: '5' })
  await waitFor(() => expect(names()).toEqual(['read again']))
  expect(isCovered()).toBe(true)
  other.close()
  leave()
})

test('a covered list is not read again when it is opened, until the stream is lost', async () => {
  answer([user(1)])
  await live()
  await read()
  const open = () => new QueryObserver(client, query).subscribe(() => undefined)
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  open()()
  expect(client.isFetching()).toBe(0)
  liveStore.set({ ...liveStore.get()!, lostAt: Date.now() })
  const leave = open()
  await waitFor(() => expect(reads()).toBe(2))
  leave()
})

test('machines change as users do, and are never covered: their figures come with the refresh', async () => {
  const machine = (idMachine: string, credit: number) => ({ idMachine, machineName: idMachine, credit })
  server.on('/api/Machines', inLines([machine('a', 1), machine('b', 2)]))
  await live()
  await client.fetchQuery(machinesQuery)
  await send(
    change('machines', rows(machine('b', 5), machine('c', 1))) +
      change('machines', { rows: [], removed: ['a'] }),
  )
  const credits = () =>
    client.getQueryData(machinesQuery.queryKey)!.rows.map(({ id, creditCents }) => [id, creditCents])
  await waitFor(() =>
    expect(credits()).toEqual([
      ['b', 500],
      ['c', 100],
    ]),
  )
  expect(isCovered(machinesQuery.queryKey)).toBe(false)
})

test('visible findings are read again when other items need attention, but not by all consoles at once', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0.2)
  const read = () => server.paths.filter((path) => path === '/api/attention').length
  const found = (total: number) => server.on('/api/attention', { body: { findings: [], total } })
  found(1)
  await live()
  const leave = new QueryObserver(client, attentionQuery).subscribe(() => undefined)
  const total = () => client.getQueryData(attentionQuery.queryKey)?.total
  await waitFor(() => expect(total()).toBe(1))
  expect(isCovered(attentionQuery.queryKey)).toBe(true)
  found(2)
  const sentAt = Date.now()
  await send(frame('attention', {}, '7'))
  await waitFor(() => expect(total()).toBe(2))
  expect(Date.now() - sentAt).toBeGreaterThan(600)
  expect(read()).toBe(2)

  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  found(3)
  await send(frame('attention', {}, '8'))
  await waitFor(() => expect(client.getQueryState(attentionQuery.queryKey)!.isInvalidated).toBe(true))
  expect([read(), total()]).toEqual([2, 2])
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(total()).toBe(3))
  expect(read()).toBe(3)
  leave()
})

test('with only the bell on screen, just the count is read again, and only once when a hidden tab is shown', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0)
  const found = (total: number) => server.on('/api/attention', { body: { findings: [], total } })
  const total = () => client.getQueryData(attentionTotalQuery.queryKey)
  found(1)
  await live()
  await client.fetchQuery(attentionQuery)
  const leave = new QueryObserver(client, attentionTotalQuery).subscribe(() => undefined)
  await waitFor(() => expect(total()).toBe(1))
  found(2)
  await send(frame('attention', {}, '7'))
  await waitFor(() => expect(total()).toBe(2))
  // the findings are read when they are shown again
  expect(client.getQueryState(attentionQuery.queryKey)!.isInvalidated).toBe(true)

  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  for (const position of ['8', '9']) {
    found(Number(position))
    await send(frame('attention', {}, position))
    await waitFor(() => expect(client.getQueryState(attentionTotalQuery.queryKey)!.isInvalidated).toBe(true))
  }
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(total()).toBe(9))
  const updates = [attentionQuery, attentionTotalQuery].map(
    ({ queryKey }) => client.getQueryState(queryKey)!.dataUpdateCount,
  )
  expect(updates).toEqual([1, 3])
  leave()
})

test('games change too', async () => {
  const game = (id: number, name: string) => ({ id, name, type: 'Slot', gameState: true })
  server.on('/api/Games', { body: [game(1, 'one'), game(2, 'two')] })
  await live()
  await client.fetchQuery(gamesQuery)
  await send(change('games', { rows: [game(2, 'new two'), game(3, 'three')], removed: [1] }))
  await waitFor(() =>
    expect(client.getQueryData(gamesQuery.queryKey)!.map(({ name }) => name)).toEqual(['new two', 'three']),
  )
})

test('activity rows are passed to the queries that accept them, after any read in progress', async () => {
  await live()
  const { after, answer: release } = heldBack()
  const ids = {
    queryKey: ['ids'],
    queryFn: async () => {
      await after
      return [10]
    },
    meta: { live: (data: number[], some: readonly Activity[]) => [...some.map(({ id }) => id), ...data] },
  }
  client.setQueryData(ids.queryKey, [1])
  const reading = client.fetchQuery({ ...ids, staleTime: 0 })
  await send(frame('activity', by(2), '1') + frame('activity', by(2), '2'))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(client.getQueryData(ids.queryKey)).toEqual([1])
  release()
  await reading
  await waitFor(() => expect(client.getQueryData(ids.queryKey)).toEqual([1, 2, 10]))
  await send(frame('activity', by(2), '3'))
  await waitFor(() => expect(client.getQueryData(ids.queryKey)).toEqual([3, 1, 2, 10]))
})

test('whatever happens on the server and in the page, the list matches the server in the end', async () => {
  const step = fc.oneof(
    fc.record({ put: fc.nat(5), name: fc.constantFrom('a', 'b', 'c') }),
    fc.record({ remove: fc.nat(5) }),
    fc.record({ read: fc.constantFrom('begin', 'end', 'leave') }),
    fc.constant({ wait: true }),
    fc.constant({ cut: true }),
  )
  // after each short-lived stream, the page waits twice as long before the next one
  const isShort = (steps: readonly object[]) => steps.filter((each) => 'cut' in each).length <= 2
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }).filter(isShort), async (steps) => {
      const users = new Map([0, 1, 2].map((id) => [id, user(id)]))
      const log: string[] = []
      client.clear()
      ending = new AbortController()
      server.streams.length = 0
      position = 0
      answer([...users.values()])
      await live()
      await read()
      let reading: { release: () => void; leave: () => void } | null = null
      try {
        const sendLogged = (text: string) => {
          log.push(text)
          server.streams.at(-1)!.send(text)
        }
        for (const each of steps) {
          if ('put' in each) {
            users.set(each.put, user(each.put, each.name))
            sendLogged(change('users', rows(users.get(each.put)!)))
          } else if ('remove' in each) {
            users.delete(each.remove)
            sendLogged(change('users', { rows: [], removed: [each.remove] }))
          } else if ('wait' in each) await new Promise((resolve) => setTimeout(resolve, 230))
          else if ('cut' in each) {
            // the server repeats what came after the position
            const before = server.streams.length
            server.streams.at(-1)!.cut()
            await waitFor(() => expect(server.streams.length).toBeGreaterThan(before))
            const last = Number(server.streams.at(-1)!.lastEventId)
            server.streams.at(-1)!.send(log.slice(last).join(''))
          } else if (each.read === 'begin' && !reading) {
            const { after, answer: release } = heldBack()
            server.on(PATH, { ...inLines([...users.values()]), pause: { at: 8, until: after } })
            const observer = new QueryObserver(client, { ...query, staleTime: 0 })
            const leave = observer.subscribe(() => undefined)
            reading = { release, leave }
            await new Promise((resolve) => setTimeout(resolve, 15))
          } else if (each.read !== 'begin' && reading) {
            if (each.read === 'leave') reading.leave()
            reading.release()
            await waitFor(() => expect(client.isFetching()).toBe(0))
            reading.leave()
            reading = null
          }
        }
        reading?.release()
        await waitFor(() => expect(client.isFetching()).toBe(0))
        answer([...users.values()])
        // an abandoned read
        if (client.getQueryState(query.queryKey)!.isInvalidated) await read()
        const state = (all: readonly { userId: number; userName: string }[]) =>
          all.map(({ userId, userName }) => `${userId} ${userName}`).sort()
        await waitFor(() => expect(state(list().rows)).toEqual(state([...users.values()])))
        await waitFor(() => expect(client.isFetching()).toBe(0))
        const { indexes } = (await lists.find(list(), { search: '' }))!
        expect(state([...indexes].map((at) => list().rows[at]!))).toEqual(state([...users.values()]))
      } finally {
        reading?.leave()
        ending.abort()
      }
    }),
    { numRuns: process.env['CONSOLE_TEST_ALL'] ? 12 : 4 },
  )
}, 120_000)
