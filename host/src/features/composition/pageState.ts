import type { Place } from './fallbackOrder'

/*
 * What a page and its tab remember, for the page's first script (`app/firstPaint.ts`) and the host that it
 * starts. If storage is blocked, nothing is kept and the page still works.
 */

/**
 * On a dev server, only `violations` is set. The script comes with the delivered page, and the host may be
 * another build, even an older one, so the names must not change.
 */
export interface PageState {
  /** Policy violations so far; the host listens for later ones. */
  violations?: SecurityPolicyViolationEvent[]
  /** The build of the host that was chosen for this browser, and its place in the fallback order. */
  version?: string
  build?: string
  source?: Exclude<Place, 'override'>
  /** Whether this build replaces one that failed. */
  fellBack?: boolean
  /** The page is reloading to start another build. */
  abandoned?: boolean
  /** Called when something is shown; the first page may still be loading. */
  begun?: () => void
  /** Called when the first page is shown, or a message that another build would show too. */
  started?: () => void
  /** Called on a failure. Before `started`, another build is tried if there is one. */
  failed?: (error: unknown) => void
}

declare global {
  var consolePage: PageState | undefined
}

export const pageState = (): PageState => globalThis.consolePage ?? {}

/** The host that this page runs: the one that the first script chose, else the one that the document names. */
export function hostOfPage(
  named: { version: string; build: string } | undefined,
): { version: string; build: string } | null {
  const { version, build } = pageState()
  if (version !== undefined && build !== undefined) return { version, build }
  return named ? { version: named.version, build: named.build } : null
}

/** The storage key of the browser's id, which the first script picks at random. */
export const BROWSER_ID = 'console.bucket'

/** Decides whether this browser gets a canary of the host: 0 to 9999; null if storage is blocked. */
export function browserId(): number | null {
  const kept = attempt(() => localStorage.getItem(BROWSER_ID)) ?? ''
  return /^\d{1,4}$/.test(kept) ? Number(kept) : null
}

/** Returns undefined if `act` throws, as blocked storage does. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** The tab's storage is kept on reload. */
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
