import type { Plan } from '../site/environmentRevision'

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

/** @param since milliseconds since 1970: older sessions do not count, whether they fail or not */
export function countsOf(sessions: Sessions, since: number): Counts {
  const { all, failed } = tallyOf(sessions, since).total
  return { sessions: all, failed }
}

export interface Decision {
  go: 'up' | 'back' | 'wait'
  /** In words, with the figures. */
  reason: string
}

/** Fewer failing sessions are no pattern. */
const MIN_FAILING_SESSIONS = 3
/** In the weighted rate an address counts as no more sessions than this. */
const MAX_WEIGHT = 3
/** Percent points: sums of fractions that are equal may differ by less. */
const EPSILON = 1e-9

/** Of one build, or of what one address sent of it. */
interface Tally {
  all: number
  failed: number
  /** {@link all} and {@link failed}, scaled down where an address has more than {@link MAX_WEIGHT} sessions. */
  weight: number
  failedWeight: number
}

const NOTHING: Tally = { all: 0, failed: 0, weight: 0, failedWeight: 0 }

/**
 * Whether a canary goes a step on, or back. A step is taken only if it would be taken without any one of the
 * addresses that reported. Three failing sessions are enough in all, two without any one address: three of
 * three addresses are a pattern, many of one address and one of another are none.
 *
 * Going back follows the weighted rate, since one address could lower the excess of the plain one at will and
 * so prevent it. Going up wants both rates within the limit: in doubt a plan waits.
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
  if (verdict === 'back' && !dependsOnOne) return { go: 'back', reason }
  const lacking = [
    ...(remaining > 0 ? [`held for ${remaining} s more`] : []),
    ...(verdict === 'few sessions' ? [`${plan.minSessions} sessions are needed`] : []),
    ...(verdict === 'few failing' ? ['too few failing sessions to go back'] : []),
  ]
  if (verdict === 'up' && !dependsOnOne && lacking.length === 0) return { go: 'up', reason }
  const isInDoubt = verdict === 'back' || verdict === 'unclear' || lacking.length === 0
  const doubt = `, but only with what ${dependsOnOne ? 'one address' : 'a few addresses'} sent`
  const waitsFor = lacking.length > 0 ? `: ${lacking.join(', ')}` : ''
  return { go: 'wait', reason: reason + waitsFor + (isInDoubt ? doubt : '') }
}

type Verdict = 'few sessions' | 'back' | 'few failing' | 'unclear' | 'up'

function verdictOf(
  { minSessions, maxFailures }: Plan,
  ours: Tally,
  theirs: Tally,
  minFailing: number,
): Verdict {
  if (ours.all < minSessions) return 'few sessions'
  const limit = maxFailures + EPSILON
  if (weightedRate(ours) - weightedRate(theirs) > limit)
    return ours.failed >= minFailing ? 'back' : 'few failing'
  return plainRate(ours) - plainRate(theirs) > limit ? 'unclear' : 'up'
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
  for (const [address, { sessions: all, failed }] of counts) {
    const weight = Math.min(all, MAX_WEIGHT)
    const failedWeight = (failed * weight) / all
    byAddress.set(address, { all, failed, weight, failedWeight })
    total.all += all
    total.failed += failed
    total.weight += weight
    total.failedWeight += failedWeight
  }
  return { total, byAddress }
}

function minus({ total, byAddress }: Tallies, address: string): Tally {
  const own = byAddress.get(address) ?? NOTHING
  return {
    all: total.all - own.all,
    failed: total.failed - own.failed,
    weight: total.weight - own.weight,
    failedWeight: total.failedWeight - own.failedWeight,
  }
}

/** Percent. */
export const rate = ({ sessions, failed }: Counts): number => (sessions === 0 ? 0 : (failed / sessions) * 100)

const plainRate = ({ all, failed }: Tally): number => rate({ sessions: all, failed })
const weightedRate = ({ weight, failedWeight }: Tally): number =>
  rate({ sessions: weight, failed: failedWeight })

function inWords(who: string, tally: Tally): string {
  const [plain, weighted] = [plainRate(tally).toFixed(1), weightedRate(tally).toFixed(1)]
  const both =
    plain === weighted
      ? `${plain} %`
      : `${plain} %, or ${weighted} % with at most ${MAX_WEIGHT} sessions an address`
  return `${who}: ${tally.failed} of ${tally.all} sessions failed (${both})`
}
