import type { DeployedRelease, RemoteDeployment } from '@console/shared-kernel/remote'
import { isInShare } from './canary'

/** Why a release is the one that a remote is loaded from. */
export type Source = 'override' | 'canary' | 'current' | 'previous'

/** One release that a remote may be loaded from. */
export interface Candidate {
  source: Source
  deployed: DeployedRelease
}

export interface Choice {
  /** Null before anybody has signed in: nobody is in a canary's share then. */
  userId: number | null
  override: DeployedRelease | undefined
  /** Builds, by {@link buildId}, that this tab does without. */
  leftOut: ReadonlySet<string>
}

/** One build of one remote, wherever it is served. */
export const buildId = ({ release }: DeployedRelease): string => `${release.name}.${release.build}`

export const sameFiles = (one: DeployedRelease, other: DeployedRelease): boolean =>
  one.baseUrl === other.baseUrl && buildId(one) === buildId(other)

/** The releases of a remote that this user may get, best first, each once. */
export function candidatesOf(
  deployment: RemoteDeployment | undefined,
  { userId, override, leftOut }: Choice,
): Candidate[] {
  const candidates: Candidate[] = []
  const add = (source: Source, deployed: DeployedRelease | undefined) => {
    if (!deployed || leftOut.has(buildId(deployed))) return
    if (!candidates.some((candidate) => sameFiles(candidate.deployed, deployed)))
      candidates.push({ source, deployed })
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
