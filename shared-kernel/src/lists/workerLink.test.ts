import { describe, expect, jest, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { listsForTests } from '../../testing/lists'
import { LocalWorker, workers } from '../../testing/listWorker'
import { inLines } from '../../testing/server'
import { CallError } from '../client/errors'
import { deadlines } from '../client/loadCode'
import { createQueryClient } from '../client/queryClient'
import type { User } from '../contracts/user'
import { ListWorker } from './listWorker'
import { listQuery } from './listQueries'
import { lists } from './lists'

const { server, MANY, namesOf, failWorker, readUsers, found, answerInParts } = listsForTests()
const listOfAna = () => lists.of('users', [{ userId: 1, userName: 'ana', countryName: null } as User])

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
    const answer = found(listOfAna(), 'an')
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
    const list = listOfAna()
    expect(await found(list, 'an')).toEqual(['ana'])
    Object.assign(globalThis, { Worker })
    expect(warn).not.toHaveBeenCalled()
  })

  test('starts as a worker again in the next session after a failure, and late errors do not stop it', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    const list = listOfAna()
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
    const list = listOfAna()
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
