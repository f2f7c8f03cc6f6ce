import { satisfies } from 'compare-versions'
import type { Release } from './documents'

/** What a host provides, as exact versions. */
export interface Provided {
  kernel: string
  react: string
}

export interface Unmet {
  part: keyof Provided
  /** The range that the release asks for, as it stands in its record. */
  needs: string
  has: string
}

/** What a release asks for that a host does not provide; empty where it can run. */
export function unmetNeeds(release: Pick<Release, 'kernel' | 'react'>, provided: Provided): Unmet[] {
  return (['kernel', 'react'] as const)
    .filter((part) => !isSatisfied(provided[part], release[part]))
    .map((part) => ({ part, needs: release[part], has: provided[part] }))
}

function isSatisfied(version: string, range: string): boolean {
  try {
    return satisfies(version, range)
  } catch {
    return false
  }
}
