/*
 * Kept on reload and private to the tab. If storage is blocked nothing is kept, and the page still works.
 */

/** Undefined where it throws, as storage does that is blocked. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

export const readTab = (key: string): string | null => attempt(() => sessionStorage.getItem(key)) ?? null

export function readTabList(key: string): string[] {
  const value = attempt(() => JSON.parse(readTab(key)!) as unknown)
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** `null` or an empty list removes the key. */
export function writeTab(key: string, value: string | string[] | null): void {
  attempt(() =>
    value?.length
      ? sessionStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
      : sessionStorage.removeItem(key),
  )
}

const SESSION = 'console.session'

/** The tab's id in telemetry, kept on reload if storage works. */
export function sessionOfTab(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8))
  const drawn = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return (
    attempt(() => {
      const kept = sessionStorage[SESSION] as string
      return /^[0-9a-f]{16}$/.test(kept) ? kept : (sessionStorage[SESSION] = drawn)
    }) ?? drawn
  )
}
