import { createElement, type ReactNode } from 'react'
import { describe, expect, jest, test } from '@jest/globals'
import { act, renderHook, waitFor } from '@testing-library/react'
import { ConsoleProviders, createQueryClient, sessionStore } from '@console/shared-kernel/host'
import type { User } from '@console/shared-kernel/contracts'
import { type Answer, aUser, heldBack, serverForTests } from '@console/shared-kernel/testing/page'
import { useUsers } from './api'

const master = aUser({ userId: 1, userName: 'master', level: 1 })
const ana = aUser({ userId: 7, level: 4 })

const server = serverForTests()

const HIERARCHY = '/api/Users/all-hierarchy'
const CURRENT = '/api/Users/current'
const CHILDREN = '/api/Users/children'
const ALL = '/api/Users'

/** A list of users with these ids, as a server sends it. */
const list = (...ids: number[]): Answer => ({
  body: ids.map((userId) => ({ userId, userName: `u${userId}`, level: 5 })),
})
const currentUserAnswer: Answer = { body: { userId: 1, userName: 'master', level: 1 } }
const serverError: Answer = { status: 500 }
const page: Answer = { body: '<html></html>', headers: { 'Content-Type': 'text/html' } }

function renderUsers(viewer = master, queryClient = createQueryClient()) {
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(ConsoleProviders, { queryClient, children })
  const { result, unmount } = renderHook(() => useUsers(viewer), { wrapper })
  const settled = () =>
    waitFor(() => expect([result.current.arriving, result.current.isFetching]).toEqual([false, false]))
  const shown = () => ({
    ids: (result.current.list?.rows ?? []).map(({ userId }) => userId),
    complete: !result.current.incomplete,
  })
  return { result, settled, shown, unmount }
}

/** Two calls go out together: the other one may still be on its way when the first has failed. */
const expectRequests = (paths: string[]) =>
  waitFor(() => expect(server().paths().sort()).toEqual([...paths].sort()))

async function outcome(answers: Record<string, Answer>, viewer = master) {
  for (const [path, answer] of Object.entries(answers)) server().on(path, answer)
  const { settled, shown } = renderUsers(viewer)
  await settled()
  return shown()
}

describe('[CALL-6] [ROLE-2] for level 1 the list has all users', () => {
  const CHAIN = [HIERARCHY, CURRENT, CHILDREN, ALL]
  const nullAnswer: Answer = { body: 'null', headers: { 'Content-Type': 'application/json' } }

  test.each<[string, Answer[], number[]]>([
    ['the hierarchy', [list(1, 2, 3)], [1, 2, 3]],
    ['an empty hierarchy', [list()], []],
  ])('%s', async (_, [hierarchy], ids) => {
    expect(await outcome({ [HIERARCHY]: hierarchy! })).toEqual({ ids, complete: true })
    await expectRequests([HIERARCHY])
  })

  test.each<[string, Answer[], number[]]>([
    ['else the user and those below', [serverError, currentUserAnswer, list(2, 3)], [1, 2, 3]],
    ['where no hierarchy exists', [{ status: 404 }, currentUserAnswer, list(2)], [1, 2]],
    ['without adding the user twice', [serverError, currentUserAnswer, list(2, 1)], [2, 1]],
    ['where the hierarchy is not a list', [{ body: { users: [] } }, currentUserAnswer, list(2)], [1, 2]],
    ['where the hierarchy is null', [nullAnswer, currentUserAnswer, list(2)], [1, 2]],
    ['where the hierarchy is a page', [page, currentUserAnswer, list(2)], [1, 2]],
    ['where its connection is reset', [{ fault: 'reset' }, currentUserAnswer, list(2)], [1, 2]],
    ['else all users', [serverError, serverError, list(2), list(1, 4)], [1, 4]],
    ['where the call for those below fails', [serverError, currentUserAnswer, serverError, list(4)], [4]],
    ['where those below are not a list', [serverError, currentUserAnswer, { body: {} }, list(4)], [4]],
    ['where the current user is invalid', [serverError, { body: {} }, list(2), list(4)], [4]],
    ['else the user alone', [serverError, serverError, serverError, serverError], [1]],
    ['where all users are not a list', [serverError, serverError, serverError, { body: {} }], [1]],
  ])('%s', async (_, answers, ids) => {
    const asked = CHAIN.slice(0, answers.length)
    const byPath = Object.fromEntries(asked.map((path, at) => [path, answers[at]!]))
    expect(await outcome(byPath)).toEqual({ ids, complete: false })
    await expectRequests(asked)
  })

  test('the fallbacks together take 5 s at most', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout')
    timeout.mockImplementation((ms) => {
      expect(ms).toBe(5_000)
      const soon = new AbortController()
      setTimeout(() => soon.abort(), 100)
      return soon.signal
    })
    const hangs: Answer = { fault: 'hang' }
    expect(
      await outcome({ [HIERARCHY]: serverError, [CURRENT]: hangs, [CHILDREN]: hangs, [ALL]: list(4) }),
    ).toMatchObject({
      ids: [1],
      complete: false,
    })
    expect(timeout).toHaveBeenCalledTimes(1)
  })
})

describe('a list whose reload fails', () => {
  test.each([
    ['level 1', master, [1, 2, 3]],
    ['all others', ana, [8, 9]],
  ])('with %s keeps the rows and shows that they may be incomplete', async (_, viewer, ids) => {
    for (const path of [HIERARCHY, CHILDREN]) server().on(path, list(...ids))
    const { result, settled, shown } = renderUsers(viewer)
    await settled()
    for (const path of [HIERARCHY, CURRENT, CHILDREN, ALL]) server().on(path, serverError)
    await act(() => result.current.refetch())
    await settled()
    expect(shown()).toEqual({ ids, complete: false })
  })
})

test('a list that fell back is read completely once the server has recovered, and is shown as incomplete until then', async () => {
  server().on(HIERARCHY, serverError)
  server().on(CURRENT, currentUserAnswer)
  server().on(CHILDREN, list(2))
  const { result, settled, shown } = renderUsers()
  await settled()
  const { after, answer } = heldBack()
  server().on(HIERARCHY, { ...list(1, 2, 3), after })
  let read: Promise<void>
  act(() => void (read = result.current.refetch()))
  await waitFor(() => expect(result.current.isFetching).toBe(true))
  expect(shown()).toEqual({ ids: [1, 2], complete: false })
  answer()
  await act(() => read)
  await settled()
  expect(shown()).toEqual({ ids: [1, 2, 3], complete: true })
})

test('a list whose refresh finds that the session has ended is not shown as incomplete', async () => {
  server().on(HIERARCHY, list(1, 2))
  const { result, settled, shown } = renderUsers()
  await settled()
  server().on(HIERARCHY, { status: 401 })
  await act(() => result.current.refetch())
  await settled()
  expect(shown()).toEqual({ ids: [1, 2], complete: true })
})

describe('[ROLE-3] [ROLE-4] [ROLE-9] for other levels the list has the users below', () => {
  test.each<[string, Answer, number[], boolean]>([
    ['a list', list(8, 9), [8, 9], true],
    ['an empty list', list(), [], true],
    ['[ERROR-16] a failure', serverError, [], false],
    ['[ERROR-16] nothing', { fault: 'reset' }, [], false],
    ['[ERROR-16] not a list', { body: { users: [] } }, [], false],
    ['[ERROR-16] a page', page, [], false],
    ['a list with non-users in it', { body: [{ userId: 8 }, null, {}, 'x', { userId: 8 }] }, [8], true],
  ])('%s', async (_, answer, ids, complete) => {
    expect(await outcome({ [CHILDREN]: answer }, ana)).toEqual({ ids, complete })
    await expectRequests([CHILDREN])
  })

  test.each([2, 3, 5, 6, 7, 999])('and level %d makes no other request', async (level) => {
    await outcome({ [CHILDREN]: list(8) }, aUser({ level }))
    await expectRequests([CHILDREN])
  })
})

describe('no further fallback is tried', () => {
  const unauthorized: Answer = { status: 401 }
  test.each<[string, Record<string, Answer>, User, string[]]>([
    ['at the hierarchy', { [HIERARCHY]: unauthorized }, master, [HIERARCHY]],
    [
      'at a fallback',
      { [HIERARCHY]: serverError, [CURRENT]: unauthorized, [CHILDREN]: list(2), [ALL]: list(4) },
      master,
      [HIERARCHY, CURRENT],
    ],
    [
      'at the last one',
      { [HIERARCHY]: serverError, [CURRENT]: serverError, [CHILDREN]: serverError, [ALL]: unauthorized },
      master,
      [HIERARCHY, ALL],
    ],
    ['for all others', { [CHILDREN]: unauthorized }, ana, [CHILDREN]],
  ])('after a session that ended %s', async (_, answers, viewer, asked) => {
    sessionStore.set({ token: 't', user: null })
    for (const [path, answer] of Object.entries(answers)) server().on(path, answer)
    renderUsers(viewer)
    await waitFor(() => expect(sessionStore.get().token).toBeNull())
    // a call made at the same time may be aborted before it is sent
    expect(server().paths()).toEqual(expect.arrayContaining(asked))
    expect(server().paths().includes(ALL)).toBe(asked.includes(ALL))
  })

  test('after the screen is left', async () => {
    server().on(HIERARCHY, { fault: 'hang' })
    const { unmount } = renderUsers()
    await waitFor(() => expect(server().calls).toHaveLength(1))
    unmount()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(server().paths()).toEqual([HIERARCHY])
  })
})
