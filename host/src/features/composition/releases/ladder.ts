import type { RemoteFailure } from '../events/failure'
import type { Candidate } from './candidates'

/** Where the loading of a screen is on its way down the releases of its remote. */
export interface Step {
  /** Index of the release that is tried. */
  at: number
  /** Whether it is tried a second time. */
  again: boolean
  /** Nothing follows where this try hangs: it has all the time that is specified, others are given up early. */
  final: boolean
}

export const firstStep = (candidates: Candidate[], at = 0): Step => ({
  at,
  again: false,
  final: isLast(candidates, at),
})

/**
 * What to try after a failure, or null where the screen has failed: the release once more, then the next one.
 *
 * - One that hung is not tried again: a second wait for the same server helps nobody. Without another
 *   release it has had the whole time already.
 * - One that does not fit this host will not fit it the second time.
 * - A part of the console itself that is missing is asked for once more; another release needs it too.
 * - A canary's second try is the release that everyone has.
 * - A developer's own code that runs and fails is to be seen, not covered up; only files that do not come
 *   lead on.
 */
export function stepAfter(candidates: Candidate[], step: Step, failure: RemoteFailure): Step | null {
  const { source } = candidates[step.at]!
  const { phase, hung } = failure
  if (phase === 'host')
    return step.again || (step.final && hung) ? null : { ...step, again: true, final: true }
  if (source === 'override' && phase !== 'load' && phase !== 'timeout') return null
  if (source === 'current' && !step.again && !hung && phase !== 'compatibility')
    return { ...step, again: true }
  return isLast(candidates, step.at) ? null : firstStep(candidates, step.at + 1)
}

const isLast = (candidates: Candidate[], at: number): boolean => at >= candidates.length - 1
