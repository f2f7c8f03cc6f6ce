import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { QueryObserver } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { listsForTests } from '../../testing/lists'
import { workers } from '../../testing/listWorker'
import { inLines } from '../../testing/server'
import { createQueryClient } from '../client/queryClient'
import type { List } from './listKinds'
import { listQuery } from './listQueries'
import { lists } from './lists'

const { server, userCalled, MANY, namesOf, readUsers, found, answerInParts } = listsForTests()

describe('a list from the server', () => {
  test.each([
    ['as lines', inLines(MANY)],
    ['as an array', { body: MANY }],
  ])('is read completely %s', async (_, answer) => {
    server().on('/list', answer)
    const list = await readUsers()
    expect(namesOf(list)).toEqual(MANY.map(({ userName }) => userName))
    expect(list.arriving).toBe(false)
    const { headers } = server().calls[0]!
    expect(headers.accept).toMatch('application/x-ndjson')
    expect(headers['user-agent']).not.toMatch('axios')
  })

  test('contains each row once, and no unusable rows', async () => {
    server().on('/list', { body: [userCalled('a', 1), null, userCalled('b', 2), userCalled('c', 1)] })
    expect(namesOf(await readUsers())).toEqual(['a', 'b'])
  })

  test('shows its first rows once, before the rest are sent', async () => {
    const release = answerInParts()
    const showFirst = jest.fn<(list: List<'users'>) => void>()
    const reading = readUsers({ showFirst })
    await waitFor(() => expect(showFirst).toHaveBeenCalled())
    const first = showFirst.mock.calls[0]![0]
    expect([first.rows.length, first.arriving]).toEqual([50, true])
    expect(await found(first, 'user7x')).toEqual([MANY[7]!.userName])
    release()
    await reading
    expect(showFirst).toHaveBeenCalledTimes(1)
  })

  test('keeps unchanged row objects, and is itself kept if nothing changed', async () => {
    server().on('/list', inLines([userCalled('a', 1), userCalled('b', 2)]))
    const before = await readUsers()
    expect(await readUsers({ before })).toBe(before)
    server().on('/list', inLines([userCalled('c', 3), userCalled('b', 2), userCalled('new', 1)]))
    const list = await readUsers({ before })
    expect(namesOf(list)).toEqual(['c', 'b', 'new'])
    expect(list.rows[1]).toBe(before.rows[1])
    expect(await found(list, 'new')).toEqual(['new'])
  })

  test.each([['{"a":1}'], ['<html></html>'], [''], ['[{"a":1},{"a"']])('is an error for %j', async (body) => {
    server().on('/list', { body })
    await expect(readUsers()).rejects.toMatchObject({
      name: 'CallError',
      message: '/list did not return a list',
    })
  })

  test('is an error if it ends within a line', async () => {
    server().on('/list', { ...inLines(MANY), body: '{"userId":1}\n{"user' })
    await expect(readUsers()).rejects.toMatchObject({ message: '/list did not return a list' })
  })

  describe('from a server that announced an end line', () => {
    const counted = (rows: number, sent = MANY) => ({
      ...inLines([...sent, { complete: true, rows }]),
      headers: { 'Content-Type': 'application/x-ndjson;complete=true; charset=utf-8' },
    })

    test('is read without its end line', async () => {
      server().on('/list', counted(MANY.length))
      expect((await readUsers()).rows).toHaveLength(MANY.length)
      expect(server().calls[0]!.headers.accept).toMatch(/^application\/x-ndjson;complete=true, /)
    })

    test.each([
      ['without the end line', { ...counted(0), ...{ body: inLines(MANY).body } }],
      ['with the wrong number of rows', counted(MANY.length + 1)],
    ])('is an error %s', async (_, answer) => {
      server().on('/list', answer)
      await expect(readUsers()).rejects.toMatchObject({ message: '/list did not return a list' })
    })
  })

  test('that is cut off is an error without a status', async () => {
    server().on('/list', { ...inLines(MANY), fault: 'cut' })
    await expect(readUsers()).rejects.toMatchObject({ name: 'CallError', status: null })
  })

  test("that is rejected has the server's message", async () => {
    server().on('/list', { status: 403, body: { message: 'not yours' } })
    await expect(readUsers()).rejects.toMatchObject({ status: 403, message: 'not yours', said: 'not yours' })
    server().on('/list', { status: 502, body: '<html></html>', headers: { 'Content-Type': 'text/html' } })
    await expect(readUsers()).rejects.toMatchObject({ status: 502, message: '' })
  })

  test('is aborted when the user leaves the screen that requested it', async () => {
    const release = answerInParts()
    const leaving = new AbortController()
    const reading = readUsers({ signal: leaving.signal })
    await waitFor(() => expect(server().paths()).toHaveLength(1))
    leaving.abort()
    await expect(reading).rejects.toThrow(/abort|cancel/i)
    release()
  })
})

describe('a list in the cache', () => {
  const query = listQuery('users', '/list')
  const clientWithList = async () => {
    server().on('/list', inLines(MANY))
    const client = createQueryClient()
    await client.fetchQuery(query)
    return client
  }

  test('that was abandoned while loading is read again for the next screen', async () => {
    const release = answerInParts()
    const client = createQueryClient()
    const screen = new QueryObserver(client, { ...query, staleTime: 300_000 })
    const leave = screen.subscribe(() => undefined)
    await waitFor(() => expect(screen.getCurrentResult().data?.arriving).toBe(true))
    leave()
    release()
    server().on('/list', inLines(MANY))
    const next = new QueryObserver(client, { ...query, staleTime: 300_000 })
    const leaveNext = next.subscribe(() => undefined)
    await waitFor(() => expect(next.getCurrentResult().data?.rows).toHaveLength(MANY.length))
    expect(next.getCurrentResult().data?.arriving).toBe(false)
    leaveNext()
    client.clear()
  })

  test('shows the first rows of a retry after a broken first attempt', async () => {
    server().on('/list', { ...inLines(MANY), fault: 'cut' })
    const client = createQueryClient()
    const reading = client.fetchQuery({ ...query, retry: 1, retryDelay: 500 })
    await waitFor(() => expect(client.getQueryData(query.queryKey)).toBeDefined())
    const release = answerInParts()
    const first = client.getQueryData(query.queryKey)!
    await waitFor(() => expect(client.getQueryData(query.queryKey)!.id).not.toBe(first.id))
    expect(await found(client.getQueryData(query.queryKey)!, 'user7x')).toEqual([MANY[7]!.userName])
    release()
    await reading
    client.clear()
  })

  test('keeps its age and error until a reload is complete', async () => {
    const client = await clientWithList()
    const age = client.getQueryState(query.queryKey)!.dataUpdatedAt
    const release = answerInParts(MANY.slice(1))
    const states: number[] = []
    const stop = client.getQueryCache().subscribe(({ query: { state } }) => states.push(state.dataUpdatedAt))
    const reading = client.fetchQuery({ ...query, staleTime: 0 })
    await waitFor(() => expect(server().calls).toHaveLength(2))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(new Set(states)).toEqual(new Set([age]))
    release()
    await reading
    stop()
    client.clear()
  })

  describe('that is refreshed', () => {
    const MAX_SILENCE_MS = 30_000
    const { setTimeout: start } = globalThis
    /** Records timers that limit silence. @returns how many began, and a function that ends the last */
    const watchSilence = () => {
      const ends: (() => void)[] = []
      // not a spy, which Testing Library would take for fake timers
      const watched = (end: () => void, ms?: number) => {
        if (ms === MAX_SILENCE_MS) ends.push(end)
        return start(end, ms)
      }
      Object.assign(globalThis, { setTimeout: watched })
      return { begun: () => ends.length, end: () => ends.at(-1)!() }
    }
    afterEach(() => void Object.assign(globalThis, { setTimeout: start }))

    test('stays if nothing arrives, and can be read again', async () => {
      const client = await clientWithList()
      const silence = watchSilence()
      server().on('/list', { fault: 'hang' })
      const refresh = client.fetchQuery({ ...query, staleTime: 0 }).catch((error: unknown) => error)
      await waitFor(() => expect(server().calls).toHaveLength(2))
      silence.end()
      expect(await refresh).toMatchObject({ message: 'Sin conexión con el servidor' })
      expect(client.getQueryData(query.queryKey)!.rows).toHaveLength(MANY.length)

      server().on('/list', inLines(MANY.slice(1)))
      expect((await client.fetchQuery({ ...query, staleTime: 0 })).rows).toHaveLength(MANY.length - 1)
      client.clear()
    })

    test('may take any time as long as data keeps arriving, and the first read has no limit', async () => {
      const silence = watchSilence()
      const client = await clientWithList()
      expect(silence.begun()).toBe(0)
      const release = answerInParts(MANY.slice(1))
      const refresh = client.fetchQuery({ ...query, staleTime: 0 })
      await waitFor(() => expect(silence.begun()).toBeGreaterThan(1))
      release()
      expect((await refresh).rows).toHaveLength(MANY.length - 1)
      client.clear()
    })
  })

  test('that is replaced or no longer used frees its memory', async () => {
    server().on('/list', inLines(MANY.slice(0, 60)))
    const client = createQueryClient()
    await client.fetchQuery(query)
    const stopped = jest.spyOn(workers.at(-1)!, 'terminate')
    server().on('/list', inLines(MANY.slice(0, 70)))
    await client.fetchQuery({ ...query, staleTime: 0 })
    await client.fetchQuery({
      ...query,
      queryKey: ['lists', 'users', 'fall-back'],
      queryFn: () => lists.of('users', []),
    })
    client.clear()
    expect(stopped).toHaveBeenCalled()
  })
})
