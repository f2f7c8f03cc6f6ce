interface Block {
  blocked: boolean
  /** ISO 8601; null or undefined: it does not end by itself. */
  blockedUntil?: string | null | undefined
}

/** The part of a block that can be chosen. */
export interface BlockChange {
  /** ISO 8601. Undefined keeps the end of an existing block; null removes it. */
  until?: string | null
  reason?: string
}

/**
 * What sending a block again would do, after it was rejected because its row had changed: only what was
 * intended ('none'), replace another user's block, or block again what another user has unblocked.
 */
export function blockConflict(
  seen: Block,
  now: Block,
  { until, reason }: BlockChange,
): 'none' | 'replaces' | 'begins' {
  if (!now.blocked) return seen.blocked ? 'begins' : 'none'
  const end = now.blockedUntil ?? null
  if (seen.blocked && (seen.blockedUntil ?? null) === end) return 'none'
  const isAlreadyMade = reason === undefined && (until === undefined || until === end)
  return isAlreadyMade ? 'none' : 'replaces'
}
