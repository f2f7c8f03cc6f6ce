import type { Source } from './releases/rungs'

/**
 * What the page's first script (`app/firstPaint.js`) knows and wants to know. All but `violations` is missing
 * where the page starts by its own tags, as on a dev server.
 */
export interface StartedPage {
  /** Violations of the policy until now; further ones are the host's to listen for. */
  violations?: SecurityPolicyViolationEvent[]
  /** The build of the host that was chosen for this browser, and why. */
  version?: string
  build?: string
  source?: Exclude<Source, 'override'>
  /** Whether it stands in for one that failed. */
  fellBack?: boolean
  /** It was given up: the page is being loaded again. */
  abandoned?: boolean
  /** Something is drawn. */
  begun?: () => void
  /** The first screen is drawn, or words in its place that another build would have, too. */
  started?: () => void
  /** Before `started`: another build is tried, where there is one. */
  failed?: (error: unknown) => void
}

declare global {
  var consolePage: StartedPage | undefined
}

export const startedPage = (): StartedPage => globalThis.consolePage ?? {}
