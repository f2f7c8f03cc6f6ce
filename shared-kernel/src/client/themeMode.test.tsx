import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import * as react from 'react'
import { act, renderHook } from '@testing-library/react'

beforeEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset.theme
})
afterEach(() => {
  jest.restoreAllMocks()
})

/** The theme of a page that starts with this in its storage. */
async function startWith(stored: string | null) {
  if (stored !== null) localStorage.setItem('themeMode', stored)
  jest.resetModules()
  // loaded again, but with the React that renders here
  jest.doMock('react', () => react)
  return import('./themeMode')
}

describe('[STATE-6] the theme', () => {
  test.each([
    [null, 'light'],
    ['light', 'light'],
    ['dark', 'dark'],
    ['DARK', 'light'],
    ['', 'light'],
    ['{"mode":"dark"}', 'light'],
  ])('read at the start as %p is %s', async (stored, expected) => {
    const { useThemeMode } = await startWith(stored)
    expect(renderHook(() => useThemeMode()).result.current).toBe(expected)
  })

  test('is light if storage is blocked, and can still be toggled', async () => {
    for (const method of ['getItem', 'setItem'] as const)
      jest.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('blocked', 'SecurityError')
      })
    const { useThemeMode, toggleThemeMode } = await startWith(null)
    const { result } = renderHook(() => useThemeMode())
    expect(result.current).toBe('light')
    act(toggleThemeMode)
    expect(result.current).toBe('dark')
  })

  test('toggles, is saved on every change and applies to the page', async () => {
    const { useThemeMode, toggleThemeMode } = await startWith(null)
    const { result } = renderHook(() => useThemeMode())
    for (const expected of ['dark', 'light', 'dark']) {
      act(toggleThemeMode)
      expect(result.current).toBe(expected)
      expect(localStorage.getItem('themeMode')).toBe(expected)
      expect(document.documentElement.dataset.theme).toBe(expected)
    }
  })

  test.each([
    ['dark', 'dark'],
    [null, 'light'],
    ['nonsense', 'light'],
  ])('changes if another tab has stored %p', async (newValue, expected) => {
    const { useThemeMode } = await startWith(expected === 'light' ? 'dark' : 'light')
    const { result } = renderHook(() => useThemeMode())
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'themeMode', newValue })))
    expect(result.current).toBe(expected)
  })
})
