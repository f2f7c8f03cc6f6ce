/** The path from which the user was redirected. Only paths of this console are allowed. */
export function returnPath(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from
  return typeof from === 'string' && OWN_PATH.test(from) ? from : '/'
}

/** Excludes '//host' and its equivalents: browsers read a backslash as a slash, and ignore tabs and line breaks. */
const OWN_PATH = /^\/(?![\t\n\r]*[/\\])/

/** The message if a session of this page has ended. */
export const whySignedOut = (state: unknown): string | null => {
  const ended = (state as { ended?: unknown } | null)?.ended
  if (ended === 'over') return 'Your session has ended. Sign in again to go on where you were.'
  return ended === 'elsewhere' ? 'You have signed out in another tab.' : null
}
