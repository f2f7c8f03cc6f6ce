/** The three keys of local storage; other tabs read them too. */
export const STORAGE_KEYS = { token: 'token', user: 'user', themeMode: 'themeMode' } as const
export type StorageKey =
  | (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS]
  /** What one user has chosen: see `userSetting`. */
  | `console.${number}.${string}`

/*
 * Storage may be blocked, full or corrupt. Then the console uses what this tab has in memory: a
 * session that ends with the tab is better than a page that does not start.
 */
const memory = new Map<StorageKey, string>()

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

/** Calls back when another tab changed `key`, or cleared everything. */
export function onOtherTab(key: StorageKey, callback: (value: string | null) => void): void {
  addEventListener('storage', (event) => {
    // the other tab could write: what this tab has in memory is older
    memory.clear()
    if (event.key === key || event.key === null) callback(event.key === null ? null : event.newValue)
  })
}

/** The stored JSON: undefined where there is none, null where it cannot be read. */
export function readStoredJson(key: StorageKey): unknown {
  const text = readStorage(key)
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
