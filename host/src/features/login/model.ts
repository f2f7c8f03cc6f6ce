/** The path the user was sent away from. Only paths of this console are followed. */
export function returnPath(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from
  return typeof from === 'string' && OWN_PATH.test(from) ? from : '/'
}

/** Not '//host', nor what browsers read as that: they take a backslash for a slash and drop tabs and line breaks. */
const OWN_PATH = /^\/(?![\t\n\r]*[/\\])/

/** Why the user is here again, for whom a session was open in this page. */
export const whySignedOut = (state: unknown): string | null => {
  const ended = (state as { ended?: unknown } | null)?.ended
  if (ended === 'over') return 'Your session has ended. Sign in again to go on where you were.'
  return ended === 'elsewhere' ? 'You have signed out in another tab.' : null
}
