import { type Provided, type Release, unmetNeeds } from '@console/shared-kernel/remote'
import { RemoteFailure } from '../events/failure'

/**
 * Refuses a release before any of its code runs: one built for another kernel or React would fail
 * later, in ways that nobody could read.
 */
export function assertCompatible(release: Pick<Release, 'kernel' | 'react'>, provided: Provided): void {
  const [unmet] = unmetNeeds(release, provided)
  if (!unmet) return
  const { part, needs, has } = unmet
  throw new RemoteFailure('compatibility', `necesita ${part} ${needs} y esta consola tiene ${has}`)
}
