import { satisfy } from '@module-federation/runtime'
import { ALL_NAMES, type Imports, type Release } from './release'

export interface Provided {
  kernel: string
  react: string
  /** Absent in the records of older hosts. */
  exports?: Readonly<Record<string, readonly string[]>>
}

export type Unmet =
  | {
      part: 'kernel' | 'react'
      needs: string
      has: string
    }
  | {
      part: string
      /** The names that the host lacks; empty if it lacks the whole module. */
      names: string[]
    }

/** The needs that a host does not meet; empty if the release can run. */
export const unmetNeeds = (
  release: Pick<Release, 'kernel' | 'react' | 'imports'>,
  provided: Provided,
): Unmet[] => [...unmetVersions(release, provided), ...unmetNames(release.imports, provided.exports)]

const unmetVersions = (release: Pick<Release, 'kernel' | 'react' | 'imports'>, provided: Provided): Unmet[] =>
  (['kernel', 'react'] as const)
    .filter((part) => !isSatisfied(provided[part], release[part]))
    .filter((part) => part !== 'kernel' || !isServedAsBefore(release, provided))
    .map((part) => ({ part, needs: release[part], has: provided[part] }))

/** Version 1 was never published as a package. */
const FIRST_MAJOR_SERVED = 2

/**
 * A release built for the previous major also runs, because deprecated names stay for one major; but only if
 * both records list all their names, which `unmetNames` then compares. The last minor represents the whole
 * previous major; a pre-release satisfies only ranges that name it.
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

/** Compares as npm does: `^1.5 || ^2`; a pre-release satisfies only a range that names one of the same version. */
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
