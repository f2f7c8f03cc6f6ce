import type { DeployedRelease, RemoteDeployment } from '@console/shared-kernel/remote'
import type { RemoteFailure } from '../remoteFailure'
import { isInShare } from './canaryShare'

export type Source = 'override' | 'canary' | 'current' | 'previous'

export interface Candidate {
  source: Source
  deployed: DeployedRelease
}

export interface Choice {
  /** Null before the sign-in; then no canary share applies. */
  userId: number | null
  override: DeployedRelease | undefined
  /** Builds, by {@link buildId}, that are disabled in this tab. */
  disabled: ReadonlySet<string>
}

export const buildId = ({ release }: DeployedRelease): string => `${release.name}.${release.build}`

export const sameFiles = (one: DeployedRelease, other: DeployedRelease): boolean =>
  one.baseUrl === other.baseUrl && buildId(one) === buildId(other)

export const indexOf = (candidates: readonly Candidate[], deployed: DeployedRelease | undefined): number =>
  candidates.findIndex((candidate) => deployed && sameFiles(candidate.deployed, deployed))

/** The releases that this user may get, best first, without duplicates. */
export function candidatesOf(
  deployment: RemoteDeployment | undefined,
  { userId, override, disabled }: Choice,
): Candidate[] {
  const candidates: Candidate[] = []
  const add = (source: Source, deployed: DeployedRelease | undefined) => {
    if (!deployed || disabled.has(buildId(deployed))) return
    if (indexOf(candidates, deployed) === -1) candidates.push({ source, deployed })
  }
  add('override', override)
  if (!deployment) return candidates
  const { previous, canary, ...current } = deployment
  if (canary) {
    const { percent, ...deployed } = canary
    if (userId !== null && isInShare(userId, deployed.release, percent)) add('canary', deployed)
  }
  add('current', current)
  add('previous', previous)
  return candidates
}

/** Which candidate is tried, and how. */
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
