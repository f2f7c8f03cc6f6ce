import type { DeployedRelease, RemoteDeployment } from '@console/shared-kernel/remote'
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
