import { expect, jest, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { frame } from '../../testing/eventServer'
import { heldBack, inLines } from '../../testing/server'
import { updateFeatures } from '../client/features'
import { liveStore } from '../client/live'
import { followChanges, followSessions } from './liveLists'
import { liveLists } from '../../testing/liveLists'

const {
  VIEWER,
  PATH,
  user,
  page,
  signIn,
  restart,
  answer,
  read,
  names,
  reads,
  isCovered,
  show,
  live,
  send,
  rows,
} = liveLists()

test('the stream covers only lists that are read while it is up', async () => {
  answer([user(1)])
  const { after, answer: release } = heldBack()
  page.server.on(PATH, { ...inLines([user(1)]), after })
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
  page.ending.abort()
  expect(liveStore.get()).toBeNull()
})

test('lists read after the server’s position are covered too, and get the changes in between', async () => {
  answer([user(1)])
  followChanges(page.client, page.ending.signal, '4')
  await read()
  await waitFor(() => expect(page.server.streams).toHaveLength(1))
  expect(page.server.streams[0]!.lastEventId).toBe('4')
  await send(frame('users', rows(user(1, 'in between')), '5'))
  await waitFor(() => expect(names()).toEqual(['in between']))
  expect(isCovered()).toBe(true)
  await send(frame('again', {}, '6'))
  await waitFor(() => expect(isCovered()).toBe(false))
})

test('a list on a screen that stays open under a new session is covered once it has been read again', async () => {
  answer([user(1)])
  const offer = (position: string) => updateFeatures({ features: { events: { position } } })
  followSessions(page.client, page.ending.signal)
  offer('4')
  await read()
  await waitFor(() => expect(page.server.streams).toHaveLength(1))
  await send(frame('users', rows(user(1, 'new')), '5'))
  await waitFor(() => expect(names()).toEqual(['new']))
  expect(isCovered()).toBe(true)
  signIn('t2')
  await read()
  // later than the list, which may lack earlier changes
  offer('9')
  await waitFor(() => expect(page.server.streams).toHaveLength(2))
  expect(page.server.streams[1]!.lastEventId).toBeUndefined()
  await send(frame('start', {}, '9'))
  await waitFor(() => expect(isCovered()).toBe(false))
  await read()
  expect(isCovered()).toBe(true)
})

test('a list is read again in a tab that joins a stream that is already past its position', async () => {
  await live()
  await send(frame('users', rows(user(1)), '5'))
  page.ending.abort()
  restart()
  answer([user(1, 'read first')])
  await read()
  const leave = show()
  const other = new BroadcastChannel(`console-events-1 ${page.server.url} ${VIEWER}`)
  followChanges(page.client, page.ending.signal, '4')
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
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  show({})()
  expect(page.client.isFetching()).toBe(0)
  liveStore.set({ ...liveStore.get()!, lostAt: Date.now() })
  const leave = show({})
  await waitFor(() => expect(reads()).toBe(2))
  leave()
})
