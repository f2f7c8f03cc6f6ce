import type { DeployedRelease, RemoteDeployment } from '@console/shared-kernel/remote/documents'
import { isInShare } from './canary'

/** Why a release is the one that a remote is loaded from. */
export type Source = 'override' | 'canary' | 'current' | 'previous'

/** One release that a remote may be loaded from. */
export interface Rung {
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
export function rungsOf(
  deployment: RemoteDeployment | undefined,
  { userId, override, leftOut }: Choice,
): Rung[] {
  const rungs: Rung[] = []
  const add = (source: Source, deployed: DeployedRelease | undefined) => {
    if (!deployed || leftOut.has(buildId(deployed))) return
    if (!rungs.some((rung) => sameFiles(rung.deployed, deployed))) rungs.push({ source, deployed })
  }
  add('override', override)
  if (!deployment) return rungs
  const { previous, canary, ...current } = deployment
  if (canary) {
    const { percent, ...deployed } = canary
    if (userId !== null && isInShare(userId, deployed.release, percent)) add('canary', deployed)
  }
  add('current', current)
  add('previous', previous)
  return rungs
}
