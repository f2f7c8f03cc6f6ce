/**
 * Where to go after signing in: the path the user was sent away from, as kept in the history entry.
 * Anything but a path of this console (an address of another site, say) is not followed.
 */
export function returnPath(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from
  return typeof from === 'string' && OWN_PATH.test(from) ? from : '/'
}

/** Not '//host', nor what browsers read as that: they take a backslash for a slash and drop tabs and line breaks. */
const OWN_PATH = /^\/(?![\t\n\r]*[/\\])/
