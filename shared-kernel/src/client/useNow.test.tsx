import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, renderHook } from '@testing-library/react'
import { useNow } from './useNow'

const START = Date.parse('2026-11-21T10:00:00Z')

beforeEach(() => {
  jest.useFakeTimers({ now: START })
})
afterEach(() => {
  jest.useRealTimers()
})

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms))

describe('[CONST-7] the current time', () => {
  test('is updated every second', () => {
    const { result } = renderHook(() => useNow())
    expect(result.current).toBe(START)
    pass(999)
    expect(result.current).toBe(START)
    pass(1)
    expect(result.current).toBe(START + 1000)
    pass(3000)
    expect(result.current).toBe(START + 4000)
  })

  test('is right at once after a pause without subscribers', () => {
    const { unmount } = renderHook(() => useNow())
    unmount()
    for (const now of [START + 60_000, START - 60_000]) {
      jest.setSystemTime(now)
      const { result, unmount: leave } = renderHook(() => useNow())
      expect(result.current).toBe(now)
      leave()
    }
  })

  test('runs only while there are subscribers', () => {
    const first = renderHook(() => useNow())
    const second = renderHook(() => useNow())
    expect(jest.getTimerCount()).toBeGreaterThan(0)
    first.unmount()
    second.unmount()
    expect(jest.getTimerCount()).toBe(0)
  })

  test('adjusts to a clock that is set back', () => {
    const { result } = renderHook(() => useNow())
    jest.setSystemTime(START - 3_600_000)
    pass(1000)
    expect(result.current).toBe(START - 3_600_000 + 1000)
  })
})
