/** What is known of one tab that ran a release. */
export interface Session {
  /** A hash of the address that reported it, so that one address cannot decide anything. */
  address: string
  /** Milliseconds since 1970, by the service's clock. */
  seenAt: number
  failedAt?: number
}

/** By the id of the session. */
export type Sessions = ReadonlyMap<string, Session>

export interface Counts {
  sessions: number
  failed: number
}

/** @param since milliseconds since 1970: older sessions count only if they failed after it */
export function countsOf(sessions: Sessions, since: number, without?: string): Counts {
  let [all, failed] = [0, 0]
  for (const { address, seenAt, failedAt } of sessions.values()) {
    if (address === without) continue
    const hasFailed = failedAt !== undefined && failedAt >= since
    if (hasFailed) failed += 1
    if (hasFailed || seenAt >= since) all += 1
  }
  return { sessions: all, failed }
}

/** How a canary goes on by itself. */
export interface Plan {
  /** Percent of the users, ascending; after 100 everybody has it. */
  steps: number[]
  /** Index of the step that is served. */
  step: number
  /** Milliseconds since 1970. */
  since: number
  holdMs: number
  /** By how much the canary's failure rate may exceed the stable one's, in percent points. */
  maxFailures: number
  minSessions: number
}

export interface Decision {
  go: 'up' | 'back' | 'wait'
  /** In words, with the figures. */
  reason: string
}

/** Fewer failing sessions are no pattern. */
const MIN_FAILING_SESSIONS = 3

/**
 * Whether a canary goes a step on, or back. A step is taken only if it would be taken without any one of the
 * addresses that reported: what one address sends decides nothing.
 */
export function decide(plan: Plan, canary: Sessions, stable: Sessions, now: number): Decision {
  const decision = decideOn(plan, canary, stable, now)
  if (decision.go === 'wait') return decision
  const addresses = new Set([...canary.values(), ...stable.values()].map(({ address }) => address))
  for (const address of addresses)
    if (decideOn(plan, canary, stable, now, address).go !== decision.go)
      return { go: 'wait', reason: `${decision.reason}, but only with what one address sent` }
  return decision
}

function decideOn(
  { since, holdMs, maxFailures, minSessions }: Plan,
  canary: Sessions,
  stable: Sessions,
  now: number,
  without?: string,
): Decision {
  const [ours, theirs] = [countsOf(canary, since, without), countsOf(stable, since, without)]
  const reason = `${inWords('canary', ours)}, ${inWords('stable', theirs)}`
  const excess = rate(ours) - rate(theirs)
  if (ours.failed >= MIN_FAILING_SESSIONS && ours.sessions >= minSessions && excess > maxFailures)
    return { go: 'back', reason }
  const seconds = Math.ceil((since + holdMs - now) / 1000)
  const lacking = [
    ...(seconds > 0 ? [`held for ${seconds} s more`] : []),
    ...(ours.sessions < minSessions
      ? [`${minSessions} sessions are needed`]
      : excess > maxFailures
        ? ['too few failing sessions to go back']
        : []),
  ]
  if (lacking.length > 0) return { go: 'wait', reason: `${reason}: ${lacking.join(', ')}` }
  return { go: 'up', reason }
}

/** Percent. */
export const rate = ({ sessions, failed }: Counts): number => (sessions === 0 ? 0 : (failed / sessions) * 100)

const inWords = (who: string, counts: Counts): string =>
  `${who}: ${counts.failed} of ${counts.sessions} sessions failed (${rate(counts).toFixed(1)} %)`
