import { act } from '@testing-library/react'

/** Empties storage and what the page has read from it: theme, session and users' settings. */
export function clearStorage(): void {
  localStorage.clear()
  // as if another tab had changed it
  act(() => void dispatchEvent(new StorageEvent('storage', { key: null })))
}
