import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { act, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { useRefresh } from './useRefresh'

const S = 1000
const refetch = jest.fn()
let isVisible = true

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 })
  isVisible = true
  refetch.mockReset()
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'))
})

afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

/** A list whose loads take `loadMs`; the first one has ended. */
function show({ loadMs = 100, failing = false, loaded = true } = {}) {
  const never = { updatedAt: 0, isFetching: true, ready: false, refetch }
  const hook = renderHook((read: typeof never) => useRefresh(read), { initialProps: never })
  let updatedAt = 0
  const end = () => {
    if (!failing) updatedAt = Date.now()
    hook.rerender({ updatedAt, isFetching: false, ready: loaded, refetch })
  }
  refetch.mockImplementation(() => {
    hook.rerender({ updatedAt, isFetching: true, ready: loaded, refetch })
    setTimeout(() => act(end), loadMs)
  })
  pass(loadMs)
  act(end)
  return hook
}
/** In steps, after each of which React renders. */
const pass = (ms: number) => {
  for (let left = ms; left >= 0; left -= S / 2) act(() => jest.advanceTimersByTime(Math.min(left, S / 2)))
}
const returnToWindow = () => act(() => dispatchEvent(new Event('focus')))
const setVisible = (visible: boolean) =>
  act(() => {
    isVisible = visible
    document.dispatchEvent(new Event('visibilitychange'))
  })

it('reads again every 30 s', () => {
  show()
  pass(29 * S)
  expect(refetch).not.toHaveBeenCalled()
  pass(1 * S)
  expect(refetch).toHaveBeenCalledTimes(1)
  expect(refetch).toHaveBeenCalledWith({ cancelRefetch: false })
  pass(31 * S)
  expect(refetch).toHaveBeenCalledTimes(2)
})

it('reads again at most every 20 times as long as the last load took', () => {
  show({ loadMs: 4 * S })
  pass(79 * S)
  expect(refetch).not.toHaveBeenCalled()
  pass(1 * S)
  expect(refetch).toHaveBeenCalledTimes(1)
})

it('is not read while the page is hidden, and once when it is shown again', () => {
  show()
  setVisible(false)
  pass(300 * S)
  expect(refetch).not.toHaveBeenCalled()
  setVisible(true)
  returnToWindow()
  expect(refetch).toHaveBeenCalledTimes(1)
})

it('reads again when the window gets the focus after 30 s, however long the last load took', () => {
  show({ loadMs: 4 * S })
  pass(29 * S)
  returnToWindow()
  expect(refetch).not.toHaveBeenCalled()
  pass(1 * S)
  returnToWindow()
  returnToWindow()
  expect(refetch).toHaveBeenCalledTimes(1)
})

it('pauses, also for the focus, and reads old rows at once when it goes on', () => {
  const { result } = show()
  act(() => result.current.onPause(true))
  pass(300 * S)
  returnToWindow()
  expect(refetch).not.toHaveBeenCalled()
  act(() => result.current.onPause(false))
  pass(0)
  expect(refetch).toHaveBeenCalledTimes(1)
})

it('waits as long after a refresh that failed', () => {
  show({ failing: true })
  pass(10 * 31 * S)
  expect(refetch).toHaveBeenCalledTimes(10)
})

it('leaves what was never loaded to its button', () => {
  show({ loaded: false })
  pass(300 * S)
  returnToWindow()
  expect(refetch).not.toHaveBeenCalled()
})

it('ends with the screen', () => {
  show().unmount()
  pass(300 * S)
  returnToWindow()
  expect(refetch).not.toHaveBeenCalled()
})

it('whatever happens, rows of a visible page are never much older than asked for, nor read more often', () => {
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
      // each takes loadS, and begins 30 s after the last one at the earliest
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
