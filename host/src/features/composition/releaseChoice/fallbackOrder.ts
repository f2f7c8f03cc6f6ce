import { indexOf, type Candidate } from './candidates'
import type { RemoteFailure } from '../remoteFailure'

/** One try to load a screen, in the fallback order of its candidates. */
export interface Step {
  /** Index of the candidate that is tried. */
  at: number
  again: boolean
  /** The last try, which gets the whole specified time; the others are given up early. */
  final: boolean
}

export const firstStep = (candidates: readonly Candidate[], at = 0): Step => ({
  at,
  again: false,
  final: isLast(candidates, at),
})

/**
 * What to try after a failure, or null where the screen has failed: the release once more, then the next one.
 *
 * - One that hung is not tried again: the same server would hang again. Without another release it has had
 *   the whole time already.
 * - One that is not compatible with this host is not tried again.
 * - A part of the console itself that is missing is asked for once more; another release needs it too.
 * - A canary's second try is the release that everyone has.
 * - A developer's own code that runs and fails must be seen, so no other release replaces it; only files that
 *   cannot be loaded lead to the next candidate.
 */
export function stepAfter(candidates: readonly Candidate[], step: Step, failure: RemoteFailure): Step | null {
  const { source } = candidates[step.at]!
  const { phase, hung } = failure
  if (phase === 'host')
    return step.again || (step.final && hung) ? null : { ...step, again: true, final: true }
  if (source === 'override' && phase !== 'load' && phase !== 'timeout') return null
  if (source === 'current' && !step.again && !hung && phase !== 'compatibility')
    return { ...step, again: true }
  return isLast(candidates, step.at) ? null : firstStep(candidates, step.at + 1)
}

/**
 * What the user may take instead of a release whose screen throws, best first: the stable one instead of a canary,
 * the previous one instead of the current one. None is loaded without being asked for: typed text would be lost.
 */
export function alternativesTo(candidates: readonly Candidate[], shown: Candidate): Candidate[] {
  if (shown.source !== 'canary' && shown.source !== 'current') return []
  return candidates.slice(indexOf(candidates, shown.deployed) + 1)
}

const isLast = (candidates: readonly Candidate[], at: number): boolean => at >= candidates.length - 1
