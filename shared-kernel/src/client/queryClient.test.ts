import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { QueryObserver } from '@tanstack/react-query'
import { CanceledError } from 'axios'
import { CallError } from './errors'
import { createQueryClient } from './queryClient'
import { endSession, leaveSession, rememberSession, updateStoredUser } from './storedSession'
import { showActionToast, toastStore } from './toasts'
import { holdUnsavedChanges } from './unsavedChanges'

const ana = { userId: 7, userName: 'ana', level: 4, nameClient: '' }

beforeEach(() => {
  jest.useFakeTimers()
  jest.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
  endSession()
  toastStore.set([])
})

/** The times of all tries of a read that always fails with this error, in milliseconds after the first. */
async function triesOf(error: unknown): Promise<number[]> {
  const client = createQueryClient()
  const start = Date.now()
  const tries: number[] = []
  const done = client
    .fetchQuery({
      queryKey: ['x'],
      queryFn: () => {
        tries.push(Date.now() - start)
        throw error
      },
    })
    .catch(() => undefined)
  await jest.advanceTimersByTimeAsync(60_000)
  await done
  return tries
}

describe('a failed read is retried', () => {
  const status = (code: number, retryAfter?: number) =>
    new CallError('x', { status: code, retryAfter: retryAfter ?? null })
  test.each([
    ['no answer', new CallError('x'), [0, 500, 1500]],
    ['500', status(500), [0, 500, 1500]],
    ['503', status(503), [0, 500, 1500]],
    ['503 that names a wait', status(503, 3), [0, 3000, 6000]],
    ['429 with a short wait', status(429, 2), [0, 2000, 4000]],
    ['429 with a long wait', status(429, 900), [0]],
    ['429 without a wait', status(429), [0]],
    ['400', status(400), [0]],
    ['401', status(401), [0]],
    ['403', status(403), [0]],
    ['404', status(404), [0]],
    ['409', status(409), [0]],
    ['cancelled', new CanceledError(), [0]],
    ['a fault of the code', new TypeError('x'), [0]],
  ])('%s', async (_, error, expected) => expect(await triesOf(error)).toEqual(expected))

  test('after a delay with up to 50 % jitter, so that many consoles do not retry together', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(1)
    expect(await triesOf(new CallError('x'))).toEqual([0, 750, 2250])
  })
})

test('a write is never retried automatically', async () => {
  const write = jest.fn(() => Promise.reject(new CallError('x')))
  const mutation = createQueryClient().getMutationCache()
  const client = createQueryClient()
  const done = mutation
    .build(client, client.defaultMutationOptions({ mutationFn: write }))
    .execute(undefined)
    .catch(() => undefined)
  await jest.advanceTimersByTimeAsync(60_000)
  await done
  expect(write).toHaveBeenCalledTimes(1)
})

test('reads are sent even if the browser says it is offline', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await expect(createQueryClient().fetchQuery({ queryKey: ['x'], queryFn: () => 5 })).resolves.toBe(5)
})

test('only failed reads are repeated once the browser is online', async () => {
  const client = createQueryClient()
  client.mount()
  const lost = jest.fn(() => Promise.reject(new CallError('x')))
  const shown = jest.fn(() => Promise.resolve(5))
  const observers = [lost, shown].map((queryFn, index) =>
    new QueryObserver(client, { queryKey: [index], queryFn, staleTime: 0 }).subscribe(() => undefined),
  )
  await jest.advanceTimersByTimeAsync(60_000)
  lost.mockClear()
  shown.mockClear()
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  await jest.advanceTimersByTimeAsync(0)
  expect(lost).toHaveBeenCalledTimes(1)
  expect(shown).not.toHaveBeenCalled()
  for (const unsubscribe of observers) unsubscribe()
  client.unmount()
})

describe('the cache is cleared', () => {
  const holds = (client: ReturnType<typeof createQueryClient>) => client.getQueryData(['x']) !== undefined

  test.each([
    ['on sign-out', () => endSession(), false],
    ['for another user', () => rememberSession('t2', { ...ana, userId: 8 }), false],
    ['not when the user is merely updated', () => updateStoredUser({ userName: 'Ana' }), true],
  ])('%s', (_, happens, kept) => {
    rememberSession('t1', ana)
    const client = createQueryClient()
    client.setQueryData(['x'], 1)
    happens()
    expect(holds(client)).toBe(kept)
  })

  describe('while a form with unsaved edits is interrupted', () => {
    const session = { userId: 7 }
    let letGo: () => void
    beforeEach(() => void (letGo = holdUnsavedChanges()))
    afterEach(() => letGo())

    test.each([
      { title: 'not while it waits', happens: () => {}, kept: true, carriedOver: undefined },
      {
        title: 'not when the same user signs in again',
        happens: () => rememberSession('t2', ana),
        kept: true,
        carriedOver: session,
      },
      {
        title: 'when somebody else does',
        happens: () => rememberSession('t2', { ...ana, userId: 8 }),
        kept: false,
        carriedOver: undefined,
      },
      { title: 'when the user leaves', happens: () => leaveSession(), kept: false, carriedOver: undefined },
    ])('$title', ({ happens, kept, carriedOver }) => {
      rememberSession('t1', ana)
      const client = createQueryClient()
      client.setQueryData(['x'], 1)
      client.setQueryData(['session', 't1'], session)
      endSession()
      happens()
      expect(holds(client)).toBe(kept)
      expect(client.getQueryData(['session', 't2'])).toEqual(carriedOver)
    })

    test('but visible data is read again', () => {
      rememberSession('t1', ana)
      const client = createQueryClient()
      client.setQueryData(['x'], 1)
      endSession()
      rememberSession('t2', ana)
      expect(client.getQueryState(['x'])).toMatchObject({ isInvalidated: true })
    })
  })

  test.each([
    { title: 'not when the same user has', ids: [7, 7], kept: true },
    { title: 'when somebody else has', ids: [7, 8], kept: false },
    { title: 'when somebody whose id is unknown has', ids: [0, 0], kept: false },
  ])('$title signed in again in another tab while this one was frozen', ({ ids, kept }) => {
    const [before, now] = ids.map((userId) => ({ ...ana, userId }))
    rememberSession('t1', before!)
    const client = createQueryClient()
    client.setQueryData(['x'], 1)
    client.setQueryData(['session', 't1'], before)
    localStorage.setItem('user', JSON.stringify(now))
    localStorage.setItem('token', 't2')
    // that of the session's end, and that of the sign-in
    for (const newValue of [null, 't2'])
      dispatchEvent(new StorageEvent('storage', { key: 'token', newValue }))
    expect(holds(client)).toBe(kept)
    expect(client.getQueryData(['session', 't2'])).toEqual(kept ? before : undefined)
  })

  test('and running reads are aborted', async () => {
    rememberSession('t1', ana)
    const client = createQueryClient()
    let given: AbortSignal | undefined
    void client
      .fetchQuery({
        queryKey: ['x'],
        queryFn: ({ signal }) => {
          given = signal
          return new Promise(() => undefined)
        },
      })
      .catch(() => undefined)
    await jest.advanceTimersByTimeAsync(0)
    expect(given!.aborted).toBe(false)
    endSession()
    expect(given!.aborted).toBe(true)
  })
})

test.each([
  ['on sign-out', () => endSession(), undefined],
  ['for another user', () => rememberSession('t2', { ...ana, userId: 8 }), undefined],
  ['not when the user is merely updated', () => updateStoredUser({ userName: 'Ana' }), 'Blocked'],
])('the undo of a toast is removed %s', (_, happens, kept) => {
  rememberSession('t1', ana)
  createQueryClient()
  showActionToast('Blocked', { label: 'Undo', onClick: () => undefined })
  happens()
  expect(toastStore.get().at(-1)?.message).toBe(kept)
})

describe('a read with a failure message', () => {
  const fail = async (error: unknown, meta?: { failure: string }) => {
    const done = createQueryClient()
      .fetchQuery({ queryKey: ['x'], queryFn: () => Promise.reject(error), ...(meta && { meta }) })
      .catch(() => undefined)
    await jest.advanceTimersByTimeAsync(60_000)
    await done
    return toastStore.get().at(-1)?.message
  }
  const meta = { failure: 'Error al leer' }

  test('shows it once, after the last retry', async () => {
    const shown = jest.fn()
    const stop = toastStore.subscribe(shown)
    expect(await fail(new CallError('x', { status: 500 }), meta)).toBe('Error al leer')
    expect(shown).toHaveBeenCalledTimes(1)
    stop()
  })
  test('shows nothing if the session has ended', async () =>
    expect(await fail(new CallError('x', { status: 401 }), meta)).toBeUndefined())
  test('shows nothing without a message', async () =>
    expect(await fail(new CallError('x', { status: 500 }))).toBeUndefined())
})
