import { expect, jest, test } from '@jest/globals'
import { QueryObserver } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { frame } from '../../testing/eventServer'
import { heldBack, inLines } from '../../testing/server'
import { attentionQuery, attentionTotalQuery } from '../client/attentionQuery'
import { gamesQuery } from '../client/sharedQueries'
import type { Activity } from '../contracts/activity'
import { machinesQuery } from './listQueries'
import { liveLists } from '../../testing/liveLists'

const { page, isCovered, live, send, rows, by, change } = liveLists()

test('machines change as users do, and are never covered: their figures come with the refresh', async () => {
  const machine = (idMachine: string, credit: number) => ({ idMachine, machineName: idMachine, credit })
  page.server.on('/api/Machines', inLines([machine('a', 1), machine('b', 2)]))
  await live()
  await page.client.fetchQuery(machinesQuery)
  await send(
    change('machines', rows(machine('b', 5), machine('c', 1))) +
      change('machines', { rows: [], removed: ['a'] }),
  )
  const credits = () =>
    page.client.getQueryData(machinesQuery.queryKey)!.rows.map(({ id, creditCents }) => [id, creditCents])
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
  const read = () => page.server.paths.filter((path) => path === '/api/attention').length
  const found = (total: number) => page.server.on('/api/attention', { body: { findings: [], total } })
  found(1)
  await live()
  const leave = new QueryObserver(page.client, attentionQuery).subscribe(() => undefined)
  const total = () => page.client.getQueryData(attentionQuery.queryKey)?.total
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
  await waitFor(() => expect(page.client.getQueryState(attentionQuery.queryKey)!.isInvalidated).toBe(true))
  expect([read(), total()]).toEqual([2, 2])
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(total()).toBe(3))
  expect(read()).toBe(3)
  leave()
})

test('with only the bell on screen, just the count is read again, and only once when a hidden tab is shown', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(0)
  const found = (total: number) => page.server.on('/api/attention', { body: { findings: [], total } })
  const total = () => page.client.getQueryData(attentionTotalQuery.queryKey)
  found(1)
  await live()
  await page.client.fetchQuery(attentionQuery)
  const leave = new QueryObserver(page.client, attentionTotalQuery).subscribe(() => undefined)
  await waitFor(() => expect(total()).toBe(1))
  found(2)
  await send(frame('attention', {}, '7'))
  await waitFor(() => expect(total()).toBe(2))
  // the findings are read when they are shown again
  expect(page.client.getQueryState(attentionQuery.queryKey)!.isInvalidated).toBe(true)

  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  for (const position of ['8', '9']) {
    found(Number(position))
    await send(frame('attention', {}, position))
    await waitFor(() =>
      expect(page.client.getQueryState(attentionTotalQuery.queryKey)!.isInvalidated).toBe(true),
    )
  }
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(total()).toBe(9))
  const updates = [attentionQuery, attentionTotalQuery].map(
    ({ queryKey }) => page.client.getQueryState(queryKey)!.dataUpdateCount,
  )
  expect(updates).toEqual([1, 3])
  leave()
})

test('games change too', async () => {
  const game = (id: number, name: string) => ({ id, name, type: 'Slot', gameState: true })
  page.server.on('/api/Games', { body: [game(1, 'one'), game(2, 'two')] })
  await live()
  await page.client.fetchQuery(gamesQuery)
  await send(change('games', { rows: [game(2, 'new two'), game(3, 'three')], removed: [1] }))
  await waitFor(() =>
    expect(page.client.getQueryData(gamesQuery.queryKey)!.map(({ name }) => name)).toEqual([
      'new two',
      'three',
    ]),
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
  page.client.setQueryData(ids.queryKey, [1])
  const reading = page.client.fetchQuery({ ...ids, staleTime: 0 })
  await send(frame('activity', by(2), '1') + frame('activity', by(2), '2'))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(page.client.getQueryData(ids.queryKey)).toEqual([1])
  release()
  await reading
  await waitFor(() => expect(page.client.getQueryData(ids.queryKey)).toEqual([1, 2, 10]))
  await send(frame('activity', by(2), '3'))
  await waitFor(() => expect(page.client.getQueryData(ids.queryKey)).toEqual([3, 1, 2, 10]))
})
