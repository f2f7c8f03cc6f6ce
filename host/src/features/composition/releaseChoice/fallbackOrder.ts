import { indexOf, type Candidate } from './candidates'
import type { RemoteFailure } from '../remoteFailure'

export interface Step {
  at: number
  again: boolean
  /** No other release is left, or the console's own part is asked for again: gets the whole specified time. */
  final: boolean
}

export const firstStep = (candidates: readonly Candidate[], at = 0): Step => ({
  at,
  again: false,
  final: isLast(candidates, at),
})

/**
 * The current release once more, then the next one; null where the screen has failed.
 * - Never again: one that hung (the same server would hang again) or is not compatible.
 * - A missing part of the console is asked for once more; another release needs it too.
 * - A canary's second try is the release that everyone has.
 * - A developer's code that runs and fails must be seen: only missing files lead to the next candidate.
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

/** Best first, offered when a screen throws. None is loaded unasked: typed text would be lost. */
export function alternativesTo(candidates: readonly Candidate[], shown: Candidate): Candidate[] {
  if (shown.source !== 'canary' && shown.source !== 'current') return []
  return candidates.slice(indexOf(candidates, shown.deployed) + 1)
}

const isLast = (candidates: readonly Candidate[], at: number): boolean => at >= candidates.length - 1
