import type { DeployedRelease, RemoteDeployment } from '@console/shared-kernel/remote'
import type { RemoteFailure } from '../events/failure'
import { isInShare } from './canary'

/** Why a release is the one that a remote is loaded from. */
export type Source = 'override' | 'canary' | 'current' | 'previous'

export interface Candidate {
  source: Source
  deployed: DeployedRelease
}

export interface Choice {
  /** Null before anybody has signed in: then no canary's share applies. */
  userId: number | null
  override: DeployedRelease | undefined
  /** Builds, by {@link buildId}, that are disabled in this tab. */
  disabled: ReadonlySet<string>
}

/** One build of one remote, wherever it is served. */
export const buildId = ({ release }: DeployedRelease): string => `${release.name}.${release.build}`

export const sameFiles = (one: DeployedRelease, other: DeployedRelease): boolean =>
  one.baseUrl === other.baseUrl && buildId(one) === buildId(other)

export const indexOf = (candidates: readonly Candidate[], deployed: DeployedRelease | undefined): number =>
  candidates.findIndex((candidate) => deployed && sameFiles(candidate.deployed, deployed))

/** The releases of a remote that this user may get, best first, each once. */
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
