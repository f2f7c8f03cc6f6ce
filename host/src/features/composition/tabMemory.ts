/*
 * Kept on reload and private to the tab. If storage is blocked nothing is kept, and the page still works.
 */

export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function readTabList(key: string): string[] {
  try {
    const value: unknown = JSON.parse(readTab(key) ?? '[]')
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  } catch {
    return []
  }
}

/** `null` or an empty list removes the key. */
export function writeTab(key: string, value: string | string[] | null): void {
  try {
    if (value === null || value.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
  } catch {
    return
  }
}
