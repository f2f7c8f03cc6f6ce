import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { liveStore, pausedAtStore } from './live'
import { sessionStore } from './storedSession'
import { useRefresh } from './useRefresh'

const S = 1000
const refetch = jest.fn()
let isVisible = true
/** The time of the data in each render. */
let times: number[] = []

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 })
  isVisible = true
  times = []
  refetch.mockReset()
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'))
})

afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

const queryKey = ['list']
const clientWithList = () => {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } })
  client.setQueryData(queryKey, [])
  return client
}

/** A list whose loads take `loadMs`; the first load has ended. */
function show({ loadMs = 100, failing = false, loaded = true, client = clientWithList() } = {}) {
  const read = { queryKey, updatedAt: 0, isFetching: true, ready: false, refetch }
  const watched = (now: typeof read) => {
    const refresh = useRefresh(now)
    times.push(refresh.updatedAt)
    return refresh
  }
  const hook = renderHook(watched, {
    initialProps: read,
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  let updatedAt = 0
  const end = () => {
    if (failing) client.getQueryCache().find({ queryKey })!.setState({ status: 'error' })
    else updatedAt = Date.now()
    hook.rerender({ ...read, updatedAt, isFetching: false, ready: loaded })
  }
  refetch.mockImplementation(() => {
    hook.rerender({ ...read, updatedAt, isFetching: true, ready: loaded })
    setTimeout(() => act(end), loadMs)
  })
  pass(loadMs)
  act(end)
  return hook
}
/** Advances the clock in steps, after each of which React renders. */
const pass = (ms: number) => {
  for (let remaining = ms; remaining >= 0; remaining -= S / 2)
    act(() => jest.advanceTimersByTime(Math.min(remaining, S / 2)))
}
const returnToWindow = () => act(() => dispatchEvent(new Event('focus')))
function readsFirstAfter(ms: number): void {
  pass(ms - S)
  expect(refetch).not.toHaveBeenCalled()
  pass(1 * S)
  expect(refetch).toHaveBeenCalledTimes(1)
}
function neverReads(): void {
  pass(300 * S)
  returnToWindow()
  expect(refetch).not.toHaveBeenCalled()
}
const setVisible = (visible: boolean) =>
  act(() => {
    isVisible = visible
    document.dispatchEvent(new Event('visibilitychange'))
  })

test('reads again every 30 s', () => {
  show()
  readsFirstAfter(30 * S)
  expect(refetch).toHaveBeenCalledWith({ cancelRefetch: false }, expect.any(Function))
  pass(31 * S)
  expect(refetch).toHaveBeenCalledTimes(2)
})

test('waits at least 20 times as long as the last load took before it reads again', () => {
  show({ loadMs: 4 * S })
  readsFirstAfter(80 * S)
})

test('does not read while the page is hidden, and reads once when it is shown again', () => {
  show()
  setVisible(false)
  pass(300 * S)
  expect(refetch).not.toHaveBeenCalled()
  setVisible(true)
  returnToWindow()
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('reads again when the window gets the focus after 30 s, however long the last load took', () => {
  show({ loadMs: 4 * S })
  pass(29 * S)
  returnToWindow()
  expect(refetch).not.toHaveBeenCalled()
  pass(1 * S)
  returnToWindow()
  returnToWindow()
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('ignores focus too while paused, and refreshes old rows at once when resumed', () => {
  const { result } = show()
  act(() => result.current.onPause(true))
  neverReads()
  act(() => result.current.onPause(false))
  pass(0)
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('waits just as long after a failed refresh', () => {
  show({ failing: true })
  pass(10 * 31 * S)
  expect(refetch).toHaveBeenCalledTimes(10)
})

test('waits no longer if a refresh takes long to fail', () => {
  show({ failing: true, loadMs: 30 * S })
  readsFirstAfter(30 * S)
})

test('never refreshes a list that has never loaded: only its button does', () => {
  show({ loaded: false })
  neverReads()
})

test('stops when the screen is left', () => {
  show().unmount()
  neverReads()
})

test('remembers how long the last load took when the screen is opened again', () => {
  const client = clientWithList()
  show({ loadMs: 4 * S, client }).unmount()
  refetch.mockReset()
  renderHook(() => useRefresh({ queryKey, updatedAt: Date.now(), isFetching: false, ready: true, refetch }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  readsFirstAfter(80 * S)
})

test('waits while the sign-in covers a form, and then refreshes old rows at once', () => {
  show()
  act(() => sessionStore.set({ token: null, user: null, interrupted: { token: 't', user: null } }))
  neverReads()
  act(() => sessionStore.set({ token: 't2', user: null }))
  pass(0)
  expect(refetch).toHaveBeenCalledTimes(1)
  act(() => sessionStore.set({ token: null, user: null }))
})

describe('with a stream of changes', () => {
  const setLive = (lostAt: number | null, covered = true) =>
    act(() => liveStore.set({ lostAt, covers: () => covered, announced: {}, lastAnnounced: 0 }))
  afterEach(() => act(() => liveStore.set(null)))

  test('a list is not read again while the stream is up', () => {
    const { result } = show()
    setLive(null)
    expect(result.current.isLive).toBe(true)
    neverReads()
  })

  test('is read again as before once the stream is lost, and has the age of the last message received', () => {
    const { result } = show()
    setLive(null)
    neverReads()
    const lostAt = Date.now() - 10 * S
    setLive(lostAt)
    expect(result.current).toMatchObject({ isLive: false, updatedAt: lostAt })
    readsFirstAfter(20 * S)
    pass(31 * S)
    expect(refetch).toHaveBeenCalledTimes(2)
  })

  test('keeps its rows while it is paused, and shows since when', () => {
    const { result, unmount } = show()
    setLive(null)
    pass(10 * S)
    const pausedAt = Date.now()
    act(() => result.current.onPause(true))
    expect(pausedAtStore.get()).toBe(pausedAt)
    neverReads()
    expect(result.current).toMatchObject({ isLive: false, updatedAt: pausedAt })
    expect(times.every(Number.isFinite)).toBe(true)
    act(() => result.current.onPause(false))
    expect(pausedAtStore.get()).toBeNull()
    expect(result.current.isLive).toBe(true)
    act(() => result.current.onPause(true))
    unmount()
    expect(pausedAtStore.get()).toBeNull()
  })

  test('is read as usual if the stream does not cover it', () => {
    const { result } = show()
    setLive(null, false)
    expect(result.current.isLive).toBe(false)
    readsFirstAfter(30 * S)
  })
})

test('shows that a refresh takes longer than a second', () => {
  const { result } = show({ loadMs: 2 * S })
  expect(result.current.isSlow).toBe(false)
  pass(40 * S)
  returnToWindow()
  pass(S / 2)
  expect(result.current.isSlow).toBe(false)
  pass(S)
  expect(result.current.isSlow).toBe(true)
  pass(S)
  expect(result.current.isSlow).toBe(false)
})

test('whatever happens, rows of a visible page are never much older than the interval, nor read more often', () => {
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 60 }),
    then: fc.constantFrom('focus', 'hide', 'show', 'nothing'),
  })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5 }), fc.array(step, { maxLength: 8 }), (loadS, steps) => {
      const { result, unmount } = show({ loadMs: loadS * S })
      refetch.mockClear()
      const beginsAt = Date.now()
      for (const { wait, then } of steps) {
        pass(wait * S)
        if (then === 'focus') returnToWindow()
        if (then === 'hide' || then === 'show') setVisible(then === 'show')
      }
      const interval = Math.max(30, 20 * loadS) * S
      const passed = Date.now() - beginsAt
      // each load takes loadS, and begins at least 30 s after the last one
      expect(refetch.mock.calls.length).toBeLessThanOrEqual(passed / ((30 + loadS) * S) + 1)
      setVisible(true)
      pass(loadS * S)
      for (let second = 0; second < 2 * (interval / S); second += 1) {
        pass(S)
        expect(Date.now() - result.current.updatedAt).toBeLessThanOrEqual(interval + (loadS + 1) * S)
      }
      jest.clearAllTimers()
      unmount()
    }),
    { numRuns: 15 },
  )
})
