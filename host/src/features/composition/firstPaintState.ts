import type { Source } from './releaseChoice/candidates'
import { attempt } from './tabMemory'

/**
 * Shared by the page's first script (`app/firstPaint.ts`) and the host. On a dev server only `violations` is set.
 */
export interface FirstPaintState {
  /** Policy violations so far; the host listens for later ones. */
  violations?: SecurityPolicyViolationEvent[]
  /** The build of the host that was chosen for this browser, and why. */
  version?: string
  build?: string
  source?: Exclude<Source, 'override'>
  /** Whether this build replaces one that failed. */
  fellBack?: boolean
  /** This build was abandoned; the page is reloading. */
  abandoned?: boolean
  begun?: () => void
  /** The first page is rendered, or a message that another build would show too. */
  started?: () => void
  /** Before `started`, another build is tried if there is one. */
  failed?: (error: unknown) => void
}

declare global {
  var consolePage: FirstPaintState | undefined
}

/** Drawn and stored by the first script. */
export const BUCKET = 'console.bucket'

/** This browser's share for canaries of the host, 0 to 9999; null if storage is blocked. */
export function bucketOfBrowser(): number | null {
  const kept = attempt(() => localStorage.getItem(BUCKET)) ?? ''
  return /^\d{1,4}$/.test(kept) ? Number(kept) : null
}

export const firstPaintState = (): FirstPaintState => globalThis.consolePage ?? {}

/** The host that this page runs: as the first script chose, else as the document names it. */
export function hostOfPage(
  named: { version: string; build: string } | undefined,
): { version: string; build: string } | null {
  const { version, build } = firstPaintState()
  if (version !== undefined && build !== undefined) return { version, build }
  return named ? { version: named.version, build: named.build } : null
}
