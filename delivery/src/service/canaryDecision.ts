import type { Plan } from '../site/environmentRevision'

/** A tab that ran a release. */
export interface Session {
  /** A hash of the network address, so that a single address cannot decide anything. */
  address: string
  /** Milliseconds since 1970, by the service's clock. */
  seenAt: number
  failedAt?: number
}

export type Sessions = ReadonlyMap<string, Session>

export interface Counts {
  sessions: number
  failed: number
}

/** @param since milliseconds since 1970; sessions seen earlier do not count */
export function countsOf(sessions: Sessions, since: number): Counts {
  const { total } = tallyOf(sessions, since)
  return { sessions: total.sessions, failed: total.failed }
}

/** Percents. */
export const rate = ({ sessions, failed }: Counts): number => (sessions === 0 ? 0 : (failed / sessions) * 100)

export interface Decision {
  /** Printed by `health`. */
  go: 'raise' | 'roll back' | 'wait'
  reason: string
}

/** Fewer failing sessions do not count as a pattern. */
const MIN_FAILING_SESSIONS = 3
/** Sessions that one address counts for, at most, in the weighted rate. */
const MAX_WEIGHT = 3
/** Percentage points. Sums of equal fractions may differ by rounding. */
const EPSILON = 1e-9

/** Counts for one build, or for one address of it. */
interface Tally extends Counts {
  /** `sessions` and `failed`, scaled down where an address has more than {@link MAX_WEIGHT} sessions. */
  weight: number
  failedWeight: number
}

const NOTHING: Tally = { sessions: 0, failed: 0, weight: 0, failedWeight: 0 }

/**
 * The share is only raised or rolled back if it would also be without any one of the reporting addresses. A
 * rollback takes three failing sessions in all, and two without any one address, so that failures of a single
 * address are no pattern.
 * A rollback follows the weighted rate: one address could lower the plain rate at will, and so prevent it.
 * A raise needs both rates within the limit; in doubt a plan waits.
 */
export function decide(plan: Plan, canary: Sessions, stable: Sessions, now: number): Decision {
  const [ours, theirs] = [tallyOf(canary, plan.since), tallyOf(stable, plan.since)]
  const remaining = Math.ceil((plan.since + plan.holdMs - now) / 1000)
  const reason = `${inWords('canary', ours.total)}, ${inWords('stable', theirs.total)}`
  const verdict = verdictOf(plan, ours.total, theirs.total, MIN_FAILING_SESSIONS)
  const addresses = new Set([...ours.byAddress.keys(), ...theirs.byAddress.keys()])
  const dependsOnOne = [...addresses].some((address) => {
    const rest = verdictOf(plan, minus(ours, address), minus(theirs, address), MIN_FAILING_SESSIONS - 1)
    return rest !== verdict
  })
  if (verdict === 'roll back' && !dependsOnOne) return { go: 'roll back', reason }
  const lacking = [
    ...(remaining > 0 ? [`held for ${remaining} s more`] : []),
    ...(verdict === 'few sessions' ? [`${plan.minSessions} sessions are needed`] : []),
    ...(verdict === 'few failing' ? ['too few failing sessions to roll back'] : []),
  ]
  if (verdict === 'raise' && !dependsOnOne && lacking.length === 0) return { go: 'raise', reason }
  const isInDoubt = verdict === 'roll back' || verdict === 'unclear' || lacking.length === 0
  const doubt = `, but only with what ${dependsOnOne ? 'one address' : 'a few addresses'} sent`
  const waitsFor = lacking.length > 0 ? `: ${lacking.join(', ')}` : ''
  return { go: 'wait', reason: reason + waitsFor + (isInDoubt ? doubt : '') }
}

type Verdict = 'few sessions' | 'roll back' | 'few failing' | 'unclear' | 'raise'

function verdictOf(
  { minSessions, maxFailures }: Plan,
  ours: Tally,
  theirs: Tally,
  minFailing: number,
): Verdict {
  if (ours.sessions < minSessions) return 'few sessions'
  const limit = maxFailures + EPSILON
  if (weightedRate(ours) - weightedRate(theirs) > limit)
    return ours.failed >= minFailing ? 'roll back' : 'few failing'
  return rate(ours) - rate(theirs) > limit ? 'unclear' : 'raise'
}

interface Tallies {
  total: Tally
  byAddress: ReadonlyMap<string, Tally>
}

function tallyOf(sessions: Sessions, since: number): Tallies {
  const counts = new Map<string, Counts>()
  for (const { address, seenAt, failedAt } of sessions.values()) {
    if (seenAt < since) continue
    const count = counts.get(address) ?? { sessions: 0, failed: 0 }
    counts.set(address, count)
    count.sessions += 1
    if (failedAt !== undefined) count.failed += 1
  }
  const total = { ...NOTHING }
  const byAddress = new Map<string, Tally>()
  for (const [address, count] of counts) {
    const weight = Math.min(count.sessions, MAX_WEIGHT)
    const failedWeight = (count.failed * weight) / count.sessions
    byAddress.set(address, { ...count, weight, failedWeight })
    total.sessions += count.sessions
    total.failed += count.failed
    total.weight += weight
    total.failedWeight += failedWeight
  }
  return { total, byAddress }
}

function minus({ total, byAddress }: Tallies, address: string): Tally {
  const own = byAddress.get(address) ?? NOTHING
  return {
    sessions: total.sessions - own.sessions,
    failed: total.failed - own.failed,
    weight: total.weight - own.weight,
    failedWeight: total.failedWeight - own.failedWeight,
  }
}

const weightedRate = ({ weight, failedWeight }: Tally): number =>
  rate({ sessions: weight, failed: failedWeight })

function inWords(who: string, tally: Tally): string {
  const [plain, weighted] = [rate(tally).toFixed(1), weightedRate(tally).toFixed(1)]
  const both =
    plain === weighted
      ? `${plain} %`
      : `${plain} %, or ${weighted} % with at most ${MAX_WEIGHT} sessions an address`
  return `${who}: ${tally.failed} of ${tally.sessions} sessions failed (${both})`
}
