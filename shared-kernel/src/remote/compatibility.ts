import { satisfy } from '@module-federation/runtime'
import { ALL_NAMES, type Imports, type Release } from './documents'

/** What a host provides: exact versions, and the names of each shared module. */
export interface Provided {
  kernel: string
  react: string
  /** Absent in the records of hosts that were built before names were written down. */
  exports?: Readonly<Record<string, readonly string[]>>
}

/** What a release asks for that a host does not provide. */
export type Unmet =
  | {
      part: 'kernel' | 'react'
      /** The range that the release asks for, as its record has it. */
      needs: string
      has: string
    }
  | {
      /** A shared module, e.g. `@console/shared-kernel/table`. */
      part: string
      /** Of its names those that the host has not; none where the host has not the module at all. */
      names: string[]
    }

/** All that a release asks for and a host does not provide; empty where it can run. */
export const unmetNeeds = (
  release: Pick<Release, 'kernel' | 'react' | 'imports'>,
  provided: Provided,
): Unmet[] => [...unmetVersions(release, provided), ...unmetNames(release.imports, provided.exports)]

const unmetVersions = (release: Pick<Release, 'kernel' | 'react' | 'imports'>, provided: Provided): Unmet[] =>
  (['kernel', 'react'] as const)
    .filter((part) => !isSatisfied(provided[part], release[part]))
    .filter((part) => part !== 'kernel' || !isServedAsBefore(release, provided))
    .map((part) => ({ part, needs: release[part], has: provided[part] }))

/** Version 1 was never a package, and had names that no later one has. */
const FIRST_MAJOR_SERVED = 2

/**
 * A release of the major before runs on this one, which still has the names that were deprecated in that. Only
 * where both have written down all of them: those are compared then. A pre-release serves only ranges that
 * name it. The last minor of the major before stands for all of it, so that a range which is held to an earlier
 * one keeps its word.
 */
function isServedAsBefore(
  { kernel, imports }: Pick<Release, 'kernel' | 'imports'>,
  provided: Provided,
): boolean {
  const before = Number(provided.kernel.split('.')[0]) - 1
  if (before < FIRST_MAJOR_SERVED || provided.kernel.includes('-') || !provided.exports) return false
  if (!imports || imports === 'unknown' || takesAll(imports)) return false
  return isSatisfied(`${before}.${Number.MAX_SAFE_INTEGER}.0`, kernel)
}

const takesAll = (imports: Record<string, string[]>): boolean =>
  Object.entries(imports).some(
    ([part, names]) => part.startsWith('@console/shared-kernel/') && names.includes(ALL_NAMES),
  )

function unmetNames(imports: Imports | undefined, exports: Provided['exports']): Unmet[] {
  if (!imports || imports === 'unknown' || !exports) return []
  return Object.entries(imports).flatMap(([part, wanted]) => {
    if (!Object.hasOwn(exports, part)) return [{ part, names: [] }]
    const names = wanted.filter((name) => name !== ALL_NAMES && !exports[part]!.includes(name))
    return names.length > 0 ? [{ part, names }] : []
  })
}

/** As npm reads ranges: `^1.5 || ^2`; a pre-release satisfies only a range that names one of the same version. */
function isSatisfied(version: string, range: string): boolean {
  const [core, preRelease] = version.split('-', 2)
  const alternatives = range.split('||').map((text) => text.trim())
  return alternatives.some((alternative) => {
    const named = alternative.split(/\s+/).some((part) => part.replace(/^\D*/, '').startsWith(`${core}-`))
    if (alternative === '' || (preRelease && !named)) return false
    try {
      return satisfy(version, alternative)
    } catch {
      return false
    }
  })
}
