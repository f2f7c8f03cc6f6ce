import type { DeployedRelease, Environment } from '@console/shared-kernel/remote/documents'
import { buildId, rungsOf } from '../releases/rungs'

const NOBODY_LEFT_OUT: ReadonlySet<string> = new Set()

/** What one user's console is made of under an environment: the host, the servers, a release a remote. */
export interface MadeOf {
  frame: string
  releases: Map<string, DeployedRelease>
}

export function madeOf(
  { host, apiUrl, externalReportsUrl, remotes }: Environment,
  userId: number | null,
): MadeOf {
  const releases = new Map<string, DeployedRelease>()
  for (const [name, deployment] of Object.entries(remotes)) {
    const [first] = rungsOf(deployment, { userId, override: undefined, leftOut: NOBODY_LEFT_OUT })
    if (first) releases.set(name, first.deployed)
  }
  return { frame: [host?.version, host?.build, apiUrl, externalReportsUrl].join(' '), releases }
}

const idOf = (deployed: DeployedRelease | undefined): string =>
  deployed ? `${deployed.baseUrl}${buildId(deployed)}` : ''

/**
 * What a reload would bring that the page does not have, or null where it would bring nothing. A new
 * revision that changes nothing for this user, such as another one's canary, is no reason to reload.
 *
 * @returns the releases that have to answer before anybody is sent to them
 */
export function changesBetween(page: MadeOf, served: MadeOf): DeployedRelease[] | null {
  const names = new Set([...page.releases.keys(), ...served.releases.keys()])
  const changed = [...names].filter(
    (name) => idOf(page.releases.get(name)) !== idOf(served.releases.get(name)),
  )
  if (changed.length === 0 && page.frame === served.frame) return null
  return changed.flatMap((name) => served.releases.get(name) ?? [])
}
