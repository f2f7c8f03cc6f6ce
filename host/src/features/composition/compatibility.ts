import { satisfies } from 'compare-versions'
import type { Release } from '@console/shared-kernel/remote/documents'
import { RemoteFailure } from './failure'

/** What this host provides, as exact versions. */
export interface Provided {
  kernel: string
  react: string
}

/**
 * Refuses a release before any of its code runs: one built for another kernel or React would fail
 * later, in ways that nobody could read.
 */
export function assertCompatible(release: Pick<Release, 'kernel' | 'react'>, provided: Provided): void {
  for (const part of ['kernel', 'react'] as const) {
    if (!isSatisfied(provided[part], release[part])) {
      throw new RemoteFailure(
        'compatibility',
        `necesita ${part} ${release[part]} y esta consola tiene ${provided[part]}`,
      )
    }
  }
}

function isSatisfied(version: string, range: string): boolean {
  try {
    return satisfies(version, range)
  } catch {
    return false
  }
}
