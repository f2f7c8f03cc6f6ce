import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { CallError } from './errors'
import { proofAskedStore } from './proof'
import { createQueryClient } from './queryClient'
import { sessionStore, type StoredSession } from './storedSession'
import { hideToast, toastStore } from './toasts'
import { useApiMutation, type ApiMutation } from './useApiMutation'

const ana = { userId: 1 } as StoredSession['user']
const bea = { userId: 2 } as StoredSession['user']

beforeEach(() => {
  hideToast()
  sessionStore.set({ token: 'first', user: ana })
})

/** A hook whose calls the test answers, and two cached lists. */
function setUp(options: Partial<ApiMutation<string, string>> = {}) {
  const client = createQueryClient()
  for (const key of ['list', 'other', 'recent-activity']) client.setQueryData([key], [])
  const calls: { input: string; resolve: (output: string) => void; reject: (failure: unknown) => void }[] = []
  const callbacks = {
    patch: jest.fn((..._: unknown[]) => Promise.resolve()),
    onSuccess: jest.fn(),
    onError: jest.fn(),
  }
  const mutation = {
    call: (input: string) => new Promise<string>((resolve, reject) => calls.push({ input, resolve, reject })),
    successToast: (output: string) => `${output} is saved`,
    errorToast: () => 'not saved',
    ...{ ...callbacks, ...options },
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useApiMutation(mutation), { wrapper })
  const actUntilBusy = async (busy: boolean, action: () => unknown) => {
    await act(async () => void action())
    await waitFor(() => expect(result.current.busy).toBe(busy))
  }
  return {
    ...{ result, callbacks },
    run: (input: string) => actUntilBusy(true, () => result.current.run(input)),
    answer: () => actUntilBusy(false, () => calls.at(-1)!.resolve('done')),
    fail: (status: number | null) =>
      actUntilBusy(false, () => calls.at(-1)!.reject(new CallError('no', { status }))),
    decline: () =>
      actUntilBusy(false, () =>
        calls.at(-1)!.reject(Object.assign(new CallError('no', { status: 403 }), { isProofDeclined: true })),
      ),
    settle: (isDone: boolean) =>
      act(async () => (isDone ? calls.at(-1)!.resolve('done') : calls.at(-1)!.reject(new Error('no')))),
    inputs: () => calls.map(({ input }) => input),
    isActivityOutOfDate: () => client.getQueryState(['recent-activity'])?.isInvalidated,
    outOfDate: () => ['list', 'other'].filter((key) => client.getQueryState([key])?.isInvalidated),
  }
}

describe('a successful call', () => {
  test('patches the lists, invalidates them, and shows a message', async () => {
    const { result, callbacks, run, answer, outOfDate } = setUp()
    await run('a')
    expect(result.current.busy).toBe(true)
    await answer()
    expect(result.current).toMatchObject({ busy: false, error: null })
    expect(callbacks.patch).toHaveBeenCalledWith(expect.anything(), 'done', 'a')
    expect(callbacks.onSuccess).toHaveBeenCalledWith('done', 'a')
    expect(toastStore.get().at(-1)).toMatchObject({ message: 'done is saved', severity: 'success' })
    expect(outOfDate()).toEqual(['list', 'other'])
  })

  test('invalidates the recent activity, whatever else it refetches', async () => {
    for (const options of [
      { refetch: 'none' },
      { refetch: ['list'] },
      { refetchAfterSuccess: false },
    ] as const) {
      const { run, answer, isActivityOutOfDate } = setUp(options)
      await run('a')
      expect(isActivityOutOfDate()).toBe(false)
      await answer()
      expect(isActivityOutOfDate()).toBe(true)
    }
  })

  test.each<[string, StoredSession, number]>([
    ['has signed out', { token: null, user: null, left: true }, 0],
    ['was followed by another', { token: 'second', user: bea }, 0],
    ['is to sign in again', { token: null, user: null, interrupted: { token: 'first', user: ana } }, 1],
    ['has signed in again', { token: 'second', user: ana }, 1],
  ])('by a user who %s shows its message with the session %j: %d times', async (_, session, times) => {
    const { callbacks, run, answer } = setUp()
    await run('a')
    sessionStore.set(session)
    await answer()
    expect(callbacks.patch).toHaveBeenCalledTimes(times)
    expect(callbacks.onSuccess).toHaveBeenCalledTimes(times)
    expect(toastStore.get().length > 0).toBe(times > 0)
  })

  test('stays successful if its patch or callback fails: everything is invalidated, and the reason is logged', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined)
    const bug = new Error('no such field')
    const { result, callbacks, run, answer, outOfDate } = setUp({
      patch: () => Promise.reject(bug),
      refetch: 'none',
      onSuccess: () => {
        throw bug
      },
    })
    await run('a')
    await answer()
    expect(result.current.error).toBeNull()
    expect(callbacks.onError).not.toHaveBeenCalled()
    expect(toastStore.get().at(-1)).toMatchObject({ severity: 'success' })
    expect(outOfDate()).toEqual(['list', 'other'])
    expect(log.mock.calls.map(([, error]) => error)).toEqual([bug, bug])
    log.mockRestore()
  })
})

describe('a failed call', () => {
  test('with a toast key has its toast replaced by that of the next call', async () => {
    const { run, answer, fail } = setUp({ toastKey: 'save' })
    await run('a')
    await fail(400)
    expect(toastStore.get()).toMatchObject([{ message: 'not saved' }])
    await run('a')
    await answer()
    expect(toastStore.get()).toMatchObject([{ message: 'done is saved' }])
  })

  test('shows a toast, and passes the error to the caller and to `error` until the next call', async () => {
    const { result, callbacks, run, fail } = setUp()
    await run('a')
    await fail(400)
    expect(toastStore.get().at(-1)).toMatchObject({ message: 'not saved', severity: 'error' })
    expect(callbacks.onError).toHaveBeenCalledWith(expect.objectContaining({ status: 400 }), 'a')
    expect(result.current.error).toMatchObject({ status: 400 })
    await run('a')
    expect(result.current.error).toBeNull()
  })

  test('with a 401 is reported only by the sign-in', async () => {
    const { result, callbacks, run, fail } = setUp()
    await run('a')
    await fail(401)
    expect(result.current).toMatchObject({ busy: false, error: null })
    expect(callbacks.onError).not.toHaveBeenCalled()
    expect(toastStore.get()).toEqual([])
  })

  test('for which the user gave no proof shows nothing and invalidates nothing', async () => {
    const { result, callbacks, run, decline, outOfDate } = setUp()
    await run('a')
    await decline()
    expect(result.current).toMatchObject({ busy: false, error: null })
    expect(callbacks.onError).not.toHaveBeenCalled()
    expect([toastStore.get(), outOfDate()]).toEqual([[], []])
  })

  test('is not shown to another user', async () => {
    const { callbacks, run, fail } = setUp()
    await run('a')
    sessionStore.set({ token: 'second', user: bea })
    await fail(400)
    expect(callbacks.onError).not.toHaveBeenCalled()
    expect(toastStore.get()).toEqual([])
  })

  test.each([
    ...[null, 502, 504, 403, 404].map((status) => [status, ['list', 'other']] as const),
    ...[400, 401, 409, 500].map((status) => [status, []] as const),
  ])('with status %p invalidates %j', async (status, lists) => {
    const { run, fail, outOfDate } = setUp()
    await run('a')
    await fail(status)
    expect(outOfDate()).toEqual(lists)
  })
})

test.each<{ options: Partial<ApiMutation<string, string>>; known: string[]; unknown: string[] }>([
  { options: { refetch: ['list'] }, known: ['list'], unknown: ['list'] },
  { options: { refetch: ['list'], refetchAfterSuccess: false }, known: [], unknown: ['list'] },
  { options: { refetch: 'none' }, known: [], unknown: [] },
])(
  '$options invalidates $known after success, $unknown after an unknown outcome',
  async ({ options, known, unknown }) => {
    const { run, answer, fail, outOfDate } = setUp(options)
    await run('a')
    await answer()
    expect(outOfDate()).toEqual(known)
    await run('a')
    await fail(null)
    expect(outOfDate()).toEqual(unknown)
  },
)

test.each<[string, Partial<ApiMutation<string, string>>, string[]]>([
  ['one at a time', {}, ['a']],
  ['each key once at a time', { keyOf: (input) => input }, ['a', 'b']],
])('runs %s, with a stable function', async (_, options, started) => {
  const { result, run, fail, inputs } = setUp(options)
  const { run: first } = result.current
  for (const input of ['a', 'a', 'b']) await run(input)
  expect(inputs()).toEqual(started)
  await fail(400)
  await run(started.at(-1)!)
  expect(inputs()).toEqual([...started, started.at(-1)])
  expect(result.current.run).toBe(first)
})

describe('a slow call without a dialog', () => {
  const slow: Partial<ApiMutation<string, string>> = {
    slowToast: (input) => (input === 'in a dialog' ? null : `change of ${input}`),
    toastKey: (input) => `change.${input}`,
    keyOf: (input) => input,
  }
  const SLOW = { message: expect.stringMatching(/^Taking longer than usual: change of a\. You can wait/) }
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())
  const start = async (options = slow) => {
    const shown = setUp(options)
    await act(async () => void shown.result.current.run('a'))
    await wait(4_900)
    expect(toastStore.get()).toEqual([])
    await wait(200)
    return shown
  }

  test.each(['done is saved', 'not saved'])(
    'shows a message after 5 s, which its outcome replaces: %s',
    async (outcome) => {
      const { settle } = await start()
      expect(toastStore.get()).toMatchObject([SLOW])
      await wait(60_000)
      expect(toastStore.get()).toMatchObject([SLOW])
      await settle(outcome === 'done is saved')
      await wait(0)
      expect(toastStore.get()).toMatchObject([{ message: outcome }])
    },
  )

  test('hides the message once the call has ended without a toast', async () => {
    const { settle } = await start({ ...slow, successToast: undefined! })
    await settle(true)
    await wait(0)
    expect(toastStore.get()).toEqual([])
  })

  test('shows no message while a proof is asked for, but does if the call is still slow after that', async () => {
    act(() => proofAskedStore.set(true))
    await start()
    expect(toastStore.get()).toEqual([])
    act(() => proofAskedStore.set(false))
    await wait(5_000)
    expect(toastStore.get()).toMatchObject([SLOW])
  })

  test('shows no message to another user, nor in a dialog', async () => {
    const { result } = setUp(slow)
    await act(async () => void result.current.run('in a dialog'))
    await wait(6_000)
    await act(async () => void result.current.run('a'))
    sessionStore.set({ token: 'second', user: bea })
    await wait(6_000)
    expect(toastStore.get()).toEqual([])
  })
})
