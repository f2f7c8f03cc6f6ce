export const STORAGE_KEYS = { token: 'token', user: 'user', themeMode: 'themeMode' } as const
export type StorageKey =
  | (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS]
  /** A key of `userSetting`. */
  | `console.${number}.${string}`

/* If storage is blocked, full or corrupt, the tab uses its memory. */
const memory = new Map<StorageKey, string>()
// another tab wrote to storage, so this tab's memory is older
addEventListener('storage', () => memory.clear())

export function readStorage(key: StorageKey): string | null {
  // what could not be written is newer than what is stored
  const unwritten = memory.get(key)
  if (unwritten !== undefined) return unwritten
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeStorage(key: StorageKey, value: string | null): void {
  memory.delete(key)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value !== null) memory.set(key, value)
  }
}

export function onOtherTab(key: StorageKey, callback: (value: string | null) => void): void {
  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) callback(event.key === null ? null : event.newValue)
  })
}

/** Undefined if absent, null if unreadable. */
export function readStoredJson(key: StorageKey): unknown {
  const text = readStorage(key)
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
