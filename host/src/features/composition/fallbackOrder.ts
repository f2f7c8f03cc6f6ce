import type { DeployedRelease, RemoteDeployment, TelemetryEvent } from '@console/shared-kernel/remote'
import type { RemoteFailure } from './remoteFailure'

/** The place of a release, which events and 'About this console' call its source. */
export type Place = TelemetryEvent['source']

/** A release with its place in the fallback order of its remote. */
export interface PlacedRelease extends DeployedRelease {
  place: Place
}

interface FallbackOptions {
  /** Null before the sign-in; then no canary applies. */
  userId: number | null
  override?: DeployedRelease | undefined
  /** Whether the user has left out a build ({@link buildId}) in this tab. */
  isDisabled?: (build: string) => boolean
}

export const buildId = ({ release }: DeployedRelease): string => `${release.name}.${release.build}`

export const isSameRelease = (one: DeployedRelease, other: DeployedRelease): boolean =>
  one.baseUrl === other.baseUrl && buildId(one) === buildId(other)

export const indexOf = (releases: readonly DeployedRelease[], one: DeployedRelease | undefined): number =>
  releases.findIndex((release) => one && isSameRelease(release, one))

/** Both fields are hashed, because otherwise the same users would get every canary. */
interface CanaryBuild {
  /** Name of the remote, or `host`. */
  name: string
  build: string
}

/**
 * Whether an id gets the canary. The result is stable for one build, and monotonic: a user who is in 10 percent is
 * also in 20. `id` is the user's, or the browser's for the host; `percent` is 0 to 100, with two decimals. The hash
 * is FNV-1a, followed by the finalizer of MurmurHash3.
 */
export function isInCanary(id: number, { name, build }: CanaryBuild, percent: number): boolean {
  let hash = 0x811c9dc5
  for (const letter of `${id}:${name}:${build}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (((hash ^ (hash >>> 16)) >>> 0) % 10_000) / 100 < percent
}

/** The releases that this user may get, best first, without duplicates. */
export function fallbackOrder(
  deployment: RemoteDeployment | undefined,
  { userId, override, isDisabled = () => false }: FallbackOptions,
): PlacedRelease[] {
  const releases: PlacedRelease[] = []
  const add = (place: Place, deployed: DeployedRelease | undefined) => {
    if (deployed && !isDisabled(buildId(deployed)) && indexOf(releases, deployed) === -1)
      releases.push({ ...deployed, place })
  }
  add('override', override)
  if (!deployment) return releases
  const { previous, canary, ...current } = deployment
  if (canary) {
    const { percent, ...deployed } = canary
    if (userId !== null && isInCanary(userId, deployed.release, percent)) add('canary', deployed)
  }
  add('current', current)
  add('previous', previous)
  return releases
}

/** The release that is tried, and how. */
interface Attempt {
  at: number
  isRetry: boolean
  /** No other release follows, or a part of the console is retried: the attempt gets the full timeout. */
  isFinal: boolean
}

export const firstAttempt = (releases: readonly PlacedRelease[], at = 0): Attempt => ({
  at,
  isRetry: false,
  isFinal: isLast(releases, at),
})

/**
 * Retries the current release once, then goes to the next one; null if no release is left.
 * - No retry of a release that hung (its server would hang again) or is not compatible.
 * - A missing part of the console is retried once: another release would need it too.
 * - Instead of a retry, a canary is replaced by the release that everyone has.
 * - A failure of an override's code must be visible: only missing files lead to the next release.
 */
export function attemptAfter(
  releases: readonly PlacedRelease[],
  failed: Attempt,
  { phase, hung }: RemoteFailure,
): Attempt | null {
  const { place } = releases[failed.at]!
  if (phase === 'host')
    return failed.isRetry || (failed.isFinal && hung) ? null : { ...failed, isRetry: true, isFinal: true }
  if (place === 'override' && phase !== 'load' && phase !== 'timeout') return null
  if (place === 'current' && !failed.isRetry && !hung && phase !== 'compatibility')
    return { ...failed, isRetry: true }
  return isLast(releases, failed.at) ? null : firstAttempt(releases, failed.at + 1)
}

/**
 * Releases, best first, that are offered when a screen throws. They are never loaded automatically, because typed
 * text would be lost.
 */
export function alternativesTo(releases: readonly PlacedRelease[], shown: PlacedRelease): PlacedRelease[] {
  if (shown.place !== 'canary' && shown.place !== 'current') return []
  return releases.slice(indexOf(releases, shown) + 1)
}

const isLast = (releases: readonly PlacedRelease[], at: number): boolean => at >= releases.length - 1
