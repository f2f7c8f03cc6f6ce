import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { QueryObserver } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import fc from 'fast-check'
import type { User } from '../contracts/user'
import { LocalWorker, workers } from '../../testing/listWorker'
import { serverForTests } from '../../testing/screen'
import { heldBack, inLines } from '../../testing/server'
import { deadlines } from '../client/loadCode'
import { CallError } from '../client/errors'
import { createQueryClient } from '../client/queryClient'
import { ListWorker } from './listWorker'
import type { List } from './listKinds'
import { listQuery } from './listQueries'
import { lists } from './lists'

const server = serverForTests()

const userCalled = (userName: string, userId: number) => ({ userId, userName, level: 6 })
const MANY = Array.from({ length: 5_000 }, (_, id) => userCalled(`user${id}`.padEnd(30, 'x'), id))
const namesOf = ({ rows }: List<'users'>) => rows.map(({ userName }) => userName)
afterEach(() => lists.keepOnly(new Set()))
const failWorker = () => workers.at(-1)?.onerror({ preventDefault: () => undefined })

async function readUsers(options: Partial<Parameters<typeof lists.read<'users'>>[0]> = {}) {
  const list = await lists.read({
    path: '/list',
    kind: 'users',
    signal: new AbortController().signal,
    ...options,
  })
  return list
}
const found = async (list: List<'users'>, search: string) => {
  const answer = await lists.find(list, { search })
  return answer && [...answer.indexes].map((index) => list.rows[index]!.userName)
}
/** Answers with the first rows. @returns a function that sends the rest */
function answerInParts(rows = MANY): () => void {
  const { after, answer } = heldBack()
  server().on('/list', { ...inLines(rows), pause: { at: 20_000, until: after } })
  return answer
}

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

describe('the list worker', () => {
  test('stops with the last list, and a new one starts', async () => {
    server().on('/list', inLines(MANY))
    const client = createQueryClient()
    const query = listQuery('users', '/list')
    await client.fetchQuery(query)
    const before = workers.length
    const stopped = jest.spyOn(workers.at(-1)!, 'terminate')
    client.clear()
    expect(stopped).toHaveBeenCalled()
    await client.fetchQuery(query)
    expect(workers.length).toBe(before + 1)
    client.clear()
  })

  test('is replaced after it fails, and gets the visible lists again', async () => {
    server().on('/list', inLines(MANY))
    const list = await readUsers()
    const changed = lists.change(list, { put: { ...list.rows[5]!, userName: 'changed' } })
    jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    failWorker()
    expect(await found(changed, 'changed')).toEqual(['changed'])
    expect(console.warn).toHaveBeenCalledWith(expect.stringMatching(/list worker failed/))
  })

  test('gives up after a few attempts if it fails in the page too', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    const receive = jest.spyOn(ListWorker.prototype, 'receive').mockImplementation(() => {
      throw new Error('a bug')
    })
    server().on('/list', inLines(MANY))
    await expect(readUsers()).rejects.toThrow(CallError)
    await expect(lists.find(lists.of('users', []), {})).rejects.toThrow(/neither searched nor sorted/)
    receive.mockRestore()
    expect(await found(lists.of('users', []), '')).toEqual([])
  })

  test('is replaced by one in the page if its file hangs', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] })
    const pass = jest.spyOn(LocalWorker.prototype as never as { pass: () => void }, 'pass')
    pass.mockImplementation(() => undefined)
    const answer = found(lists.of('users', [{ userId: 1, userName: 'ana', countryName: null } as User]), 'an')
    await jest.advanceTimersByTimeAsync(deadlines().codeGiveUpMs + 1_000)
    jest.useRealTimers()
    expect(await answer).toEqual(['ana'])
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/list worker failed/))
    pass.mockRestore()
  })

  test('runs in the page, without a warning, if there are no workers, as in jsdom', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { Worker } = globalThis
    Object.assign(globalThis, { Worker: undefined })
    const list = lists.of('users', [{ userId: 1, userName: 'ana', countryName: null } as User])
    expect(await found(list, 'an')).toEqual(['ana'])
    Object.assign(globalThis, { Worker })
    expect(warn).not.toHaveBeenCalled()
  })

  test('starts as a worker again in the next session after a failure, and late errors do not stop it', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    const list = lists.of('users', [{ userId: 1, userName: 'ana', countryName: null } as User])
    await found(list, '')
    failWorker()
    await found(list, '')
    lists.keepOnly(new Set())
    warn.mockClear()
    const before = workers.length
    expect(await found(list, 'an')).toEqual(['ana'])
    workers[before - 1]!.onerror({ preventDefault: () => undefined })
    expect(await found(list, 'an')).toEqual(['ana'])
    expect(workers.length).toBe(before + 1)
    expect(warn).not.toHaveBeenCalled()
  })

  test('does not search an outdated version, and keeps the newer one', async () => {
    server().on('/list', inLines(MANY))
    const list = await readUsers()
    const changed = lists.change(list, { put: { ...list.rows[5]!, userName: 'changed' } })
    const sent = jest.spyOn(workers.at(-1)!, 'postMessage')
    expect(await lists.find(list, {})).toBeNull()
    expect(sent).not.toHaveBeenCalled()
    expect(await found(changed, 'changed')).toEqual(['changed'])
    expect(sent.mock.calls.map(([{ type }]) => type)).toEqual(['find'])
  })

  test('forgets a list that was abandoned while loading', async () => {
    const release = answerInParts()
    const controller = new AbortController()
    const reading = readUsers({ signal: controller.signal, showFirst: () => controller.abort() })
    await expect(reading).rejects.toThrow()
    release()
    const sent = jest.spyOn(LocalWorker.prototype, 'postMessage')
    // there is nothing to drop
    lists.keepOnly(new Set())
    expect(sent).not.toHaveBeenCalled()
    sent.mockRestore()
  })

  test('is replaced if it fails during a load, and the list is read again', async () => {
    const release = answerInParts()
    jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    const fail = jest.fn().mockImplementationOnce(failWorker)
    const reading = readUsers({ showFirst: fail })
    await waitFor(() => expect(console.warn).toHaveBeenCalled())
    server().on('/list', inLines(MANY))
    release()
    expect(namesOf(await reading)).toHaveLength(MANY.length)
  })

  test('keeps running while it is about to get a list', async () => {
    const list = lists.of('users', [{ userId: 1, userName: 'ana', countryName: null } as User])
    const answer = found(list, 'an')
    lists.keepOnly(new Set([list.id]))
    expect(await answer).toEqual(['ana'])
  })

  test('sends no answer to a screen that has closed', async () => {
    const list = lists.of('users', [])
    expect(await lists.find(list, {}, { isWanted: () => false })).toBeNull()
  })
})

describe('lists after any sequence of changes, searches and worker failures', () => {
  const user = fc.record({ userId: fc.nat(9), userName: fc.constantFrom('a', 'ab', 'b') })
  const change = fc.oneof(
    fc.record({ put: user }),
    fc.record({ put: user, ifListed: fc.boolean() }),
    fc.record({ remove: fc.nat(9) }),
  )
  const step = fc.oneof(
    fc.record({ changes: fc.array(change, { maxLength: 6 }) }),
    fc.record({ search: fc.constantFrom('a', 'b', '') }),
    fc.constant({ lost: true }),
  )

  test("match the page's rows", async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        // each run begins with a new worker
        lists.keepOnly(new Set())
        let list = lists.of('users', [])
        for (const each of steps) {
          if ('changes' in each) {
            const rows = each.changes.map((change) =>
              'put' in change ? { ...change, put: { ...change.put, countryName: null } as User } : change,
            )
            list = lists.change(list, rows)
          } else if ('lost' in each) failWorker()
          else {
            const expected = list.rows
              .map(({ userName }) => userName)
              .filter((name) => name.includes(each.search))
            expect(await found(list, each.search)).toEqual(expected)
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})
