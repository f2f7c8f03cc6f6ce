import type { Source } from './releaseChoice/candidates'

/**
 * Shared by the page's first script (`app/firstPaint.js`) and the host. On a dev server only `violations` is set.
 */
export interface PageBootstrap {
  /** Violations of the policy until now; the host listens for later ones. */
  violations?: SecurityPolicyViolationEvent[]
  /** The build of the host that was chosen for this browser, and why. */
  version?: string
  build?: string
  source?: Exclude<Source, 'override'>
  /** Whether this build replaces one that failed. */
  fellBack?: boolean
  /** This build was given up: the page is being loaded again. */
  abandoned?: boolean
  /** Something is drawn. */
  begun?: () => void
  /** The host's first page is drawn, or a message that another build would show too. */
  started?: () => void
  /** Before `started`: another build is tried, where there is one. */
  failed?: (error: unknown) => void
}

declare global {
  var consolePage: PageBootstrap | undefined
}

// the page's first script draws and keeps it
const BUCKET = 'console.bucket'

/** The share of browsers, 0 to 9999, that this one belongs to for canaries of the host; null where it stores nothing. */
export function bucketOfBrowser(): number | null {
  try {
    const kept = localStorage.getItem(BUCKET)
    return kept === null || !/^\d{1,4}$/.test(kept) ? null : Number(kept)
  } catch {
    return null
  }
}

export const pageBootstrap = (): PageBootstrap => globalThis.consolePage ?? {}

/** The host that this page runs: the one its first script chose, else the one its document names. */
export function hostOfPage(
  named: { version: string; build: string } | undefined,
): { version: string; build: string } | null {
  const { version, build } = pageBootstrap()
  if (version !== undefined && build !== undefined) return { version, build }
  return named ? { version: named.version, build: named.build } : null
}
