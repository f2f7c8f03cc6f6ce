import { act } from '@testing-library/react'

/** Storage, and what the page has read from it, as at a first visit: theme, session and the settings of users. */
export function clearStorage(): void {
  localStorage.clear()
  // as another tab tells of it
  act(() => void dispatchEvent(new StorageEvent('storage', { key: null })))
}
