import { indexOf, type Candidate } from './candidates'
import type { RemoteFailure } from '../remoteFailure'

export interface Step {
  at: number
  again: boolean
  /** No other release is left, or a part of the console is retried: gets the full timeout. */
  final: boolean
}

export const firstStep = (candidates: readonly Candidate[], at = 0): Step => ({
  at,
  again: false,
  final: isLast(candidates, at),
})

/**
 * Retries the current release once, then goes to the next one; null if no candidate is left.
 * - No retry of a release that hung (its server would hang again) or is not compatible.
 * - A missing part of the console is retried once: another release would need it too.
 * - Instead of a retry, a canary is replaced by the release that everyone has.
 * - A failure of an override's code must be visible: only missing files lead to the next candidate.
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

/** Best first, offered when a screen throws. Never loaded automatically, as typed text would be lost. */
export function alternativesTo(candidates: readonly Candidate[], shown: Candidate): Candidate[] {
  if (shown.source !== 'canary' && shown.source !== 'current') return []
  return candidates.slice(indexOf(candidates, shown.deployed) + 1)
}

const isLast = (candidates: readonly Candidate[], at: number): boolean => at >= candidates.length - 1
