/*
 * What this tab remembers over a reload, and other tabs do not know. Where the storage is blocked the tab
 * forgets it: nothing here is worth a page that does not start.
 */

export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** A list of texts under a key; empty where there is none that can be read. */
export function readTabList(key: string): string[] {
  try {
    const value: unknown = JSON.parse(readTab(key) ?? '[]')
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  } catch {
    return []
  }
}

/** `null`, or an empty list, takes the key away. */
export function writeTab(key: string, value: string | string[] | null): void {
  try {
    if (value === null || value.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
  } catch {
    return
  }
}
