import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { frame } from '../../testing/eventServer'
import { workers } from '../../testing/listWorker'
import { heldBack, inLines } from '../../testing/server'
import { liveStore, pausedAtStore } from '../client/live'
import type { ToWorker } from './listKinds'
import { putRow } from './listQueries'
import { lists } from './lists'
import { liveLists } from '../../testing/liveLists'

const {
  VIEWER,
  PATH,
  query,
  user,
  page,
  restart,
  answer,
  read,
  list,
  names,
  reads,
  isCovered,
  show,
  live,
  send,
  rows,
  change,
} = liveLists()
const announced = () => [...(liveStore.get()!.announced['users']?.keys() ?? [])]

describe('a list that changes on the server', () => {
  beforeEach(async () => {
    answer([user(1), user(2)])
    await read()
    await live()
  })

  test('has the changed row updated in place, and keeps its age', async () => {
    const { dataUpdatedAt } = page.client.getQueryState(query.queryKey)!
    await send(change('users', rows(user(1, 'renamed'))))
    await waitFor(() => expect(names()).toEqual(['renamed', 'user 2']))
    expect(page.client.getQueryState(query.queryKey)!.dataUpdatedAt).toBe(dataUpdatedAt)
    const found = await lists.find(list(), { search: 'renamed' })
    expect([...found!.indexes]).toEqual([0])
    expect(reads()).toBe(1)
  })

  test('loses a removed row', async () => {
    await send(change('users', { rows: [], removed: [1] }))
    await waitFor(() => expect(names()).toEqual(['user 2']))
  })

  test('announces rows that others added, and shows those of the viewer at once, even from elsewhere', async () => {
    await send(change('users', rows(user(3))) + change('users', rows(user(4)), VIEWER))
    await waitFor(() => expect(names()).toEqual(['user 1', 'user 2', 'user 3', 'user 4']))
    expect(announced()).toEqual([3])
    await send(change('users', { rows: [], removed: [3] }))
    await waitFor(() => expect(announced()).toEqual([]))
  })

  test('does not announce a row that the viewer has already added in this page', async () => {
    await putRow(page.client, 'users', { ...list().rows[0]!, userId: 3 })
    await send(change('users', rows(user(3, 'as sent'))))
    await waitFor(() => expect(names()).toContain('as sent'))
    expect(announced()).toEqual([])
  })

  test('does not add the viewer to the users below', async () => {
    await send(change('users', rows(user(VIEWER, 'me now'))) + change('users', rows(user(2, 'b'))))
    await waitFor(() => expect(names()).toEqual(['user 1', 'b']))
  })

  test('keeps the error of the last read', async () => {
    page.server.on(PATH, { status: 500, body: { message: 'broken' } })
    await page.client.fetchQuery({ ...query, staleTime: 0, retry: false }).catch(() => undefined)
    await send(change('users', rows(user(1, 'renamed'))))
    await waitFor(() => expect(names()).toContain('renamed'))
    expect(page.client.getQueryState(query.queryKey)).toMatchObject({
      status: 'error',
      error: { status: 500 },
    })
  })

  test.each([
    ['applies a change to the result of a read that began before it', false],
    ['is read again if such a read was abandoned', true],
  ])('%s', async (_, isLeft) => {
    const { after, answer: release } = heldBack()
    page.server.on(PATH, { ...inLines([user(1), user(2), user(5)]), pause: { at: 5, until: after } })
    const leave = show({ staleTime: 0 })
    await waitFor(() => expect(reads()).toBe(2))
    await send(
      change('users', rows(user(1, 'renamed'), user(3))) + change('users', { rows: [], removed: [2] }),
    )
    await waitFor(() => expect(names()).toEqual(['renamed', 'user 3']))
    if (isLeft) leave()
    release()
    await waitFor(() => expect(page.client.isFetching()).toBe(0))
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (isLeft) {
      expect(page.client.getQueryState(query.queryKey)!.isInvalidated).toBe(true)
      answer([user(1, 'renamed'), user(5), user(3)])
      await page.client.fetchQuery(query)
    }
    const now = ['renamed', 'user 5', 'user 3']
    expect(names()).toEqual(now)
    expect(reads()).toBe(isLeft ? 3 : 2)
    const { indexes } = (await lists.find(list(), { search: '' }))!
    expect([...indexes].map((at) => list().rows[at]!.userName)).toEqual(now)
    leave()
  })

  test('is drawn at intervals, however many changes arrive', async () => {
    const drawn: number[] = []
    const stop = page.client
      .getQueryCache()
      .subscribe(({ type }) => type === 'updated' && drawn.push(Date.now()))
    for (let number = 0; number < 60; number += 1) {
      await send(change('users', rows(user(1, `name ${number}`))))
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await waitFor(() => expect(names()[0]).toBe('name 59'))
    stop()
    drawn.slice(1).forEach((at, index) => expect(at - drawn[index]!).toBeGreaterThanOrEqual(190))
  })

  test('is read again after a block, and once more if a read is in progress', async () => {
    const { after, answer: release } = heldBack()
    const leave = show()
    page.server.on(PATH, { ...inLines([user(1)]), after })
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
    const leave = show()
    page.server.on('/api/events', { status: 503, body: { message: 'busy' } })
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 4_000)
    page.server.streams.at(-1)!.cut()
    await waitFor(() => expect(liveStore.get()?.lostAt).not.toBeNull())
    later.mockRestore()
    page.server.on(PATH, { fault: 'hang' })
    void page.client.refetchQueries({ queryKey: query.queryKey })
    await waitFor(() => expect(reads()).toBe(2))

    answer([user(1, 'missed')])
    page.server.on('/api/events', null)
    await waitFor(() => expect(page.server.streams).toHaveLength(2))
    await send(frame('subtree', {}, '1'))
    await waitFor(() => expect(names()).toEqual(['missed']))
    leave()
  })

  test('is read again if an event is missing, and no longer holds rows back', async () => {
    const leave = show()
    await send(change('users', rows(user(3))))
    await waitFor(() => expect(announced()).toEqual([3]))
    answer([user(9)])
    await send(frame('again', {}, '9'))
    await waitFor(() => expect(names()).toEqual(['user 9']))
    expect(announced()).toEqual([])
    leave()
  })

  test('is covered again only after a successful read, if the read after a block fails', async () => {
    await read()
    const leave = show({ staleTime: Infinity, retry: false })
    expect(isCovered()).toBe(true)
    page.server.on(PATH, { status: 500, body: { message: 'broken' } })
    await send(change('subtree', {}))
    await waitFor(() => expect(page.client.getQueryState(query.queryKey)!.status).toBe('error'))
    expect(isCovered()).toBe(false)
    answer([user(1)])
    await read()
    expect(isCovered()).toBe(true)
    leave()
  })

  test('waits while a screen is paused, and is then updated at once', async () => {
    pausedAtStore.set(Date.now())
    await send(change('users', rows(user(1, 'renamed'))))
    await putRow(page.client, 'users', { ...list().rows[1]!, userName: 'own' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(names()).toEqual(['user 1', 'own'])
    pausedAtStore.set(null)
    await waitFor(() => expect(names()).toEqual(['renamed', 'own']))
    expect(reads()).toBe(1)
  })

  test('is read again after a pause with too many changes to keep', async () => {
    const leave = show()
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
      page.client.clear()
      restart()
      page.server.streams.length = 0
      answer([...users.values()])
      await live()
      await read()
      let reading: { release: () => void; leave: () => void } | null = null
      try {
        const sendLogged = (text: string) => {
          log.push(text)
          page.server.streams.at(-1)!.send(text)
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
            const before = page.server.streams.length
            page.server.streams.at(-1)!.cut()
            await waitFor(() => expect(page.server.streams.length).toBeGreaterThan(before))
            const last = Number(page.server.streams.at(-1)!.lastEventId)
            page.server.streams.at(-1)!.send(log.slice(last).join(''))
          } else if (each.read === 'begin' && !reading) {
            const { after, answer: release } = heldBack()
            page.server.on(PATH, { ...inLines([...users.values()]), pause: { at: 8, until: after } })
            reading = { release, leave: show({ staleTime: 0 }) }
            await new Promise((resolve) => setTimeout(resolve, 15))
          } else if (each.read !== 'begin' && reading) {
            if (each.read === 'leave') reading.leave()
            reading.release()
            await waitFor(() => expect(page.client.isFetching()).toBe(0))
            reading.leave()
            reading = null
          }
        }
        reading?.release()
        await waitFor(() => expect(page.client.isFetching()).toBe(0))
        answer([...users.values()])
        // an abandoned read
        if (page.client.getQueryState(query.queryKey)!.isInvalidated) await read()
        const state = (all: readonly { userId: number; userName: string }[]) =>
          all.map(({ userId, userName }) => `${userId} ${userName}`).sort()
        await waitFor(() => expect(state(list().rows)).toEqual(state([...users.values()])))
        await waitFor(() => expect(page.client.isFetching()).toBe(0))
        const { indexes } = (await lists.find(list(), { search: '' }))!
        expect(state([...indexes].map((at) => list().rows[at]!))).toEqual(state([...users.values()]))
      } finally {
        reading?.leave()
        page.ending.abort()
      }
    }),
    { numRuns: process.env['CONSOLE_TEST_ALL'] ? 12 : 4 },
  )
}, 120_000)
