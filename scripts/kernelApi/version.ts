import type { Change } from './changes'

const BUMPS = ['none', 'patch', 'minor', 'major'] as const
type Bump = (typeof BUMPS)[number]

export interface Versions {
  /** Of the last release. */
  released: string
  /** In package.json, after the changesets that wait. */
  next: string
}

/** A deprecated name of the last release. */
export interface ReleasedDeprecation {
  entry: string
  name: string
  /** The version that removes the name. */
  gone: string
}

/** @returns violations of the promises in docs/kernel.md */
export function versionProblems(
  changes: readonly Change[],
  versions: Versions,
  deprecated: readonly ReleasedDeprecation[],
): string[] {
  const { released, next } = versions
  const step = stepBetween(released, next)
  if (step === null) return [`Version ${next} is older than ${released}, which was released.`]
  const broken = changes.flatMap((change) => brokenPromise(change, versions, deprecated) ?? [])
  const tooFar = changes.filter((change) => rank(BUMP_OF[change.kind]) > rank(step))
  if (tooFar.length === 0) return broken
  const needed = tooFar.some(({ kind }) => kind === 'removed') ? 'major' : 'minor'
  return [
    ...broken,
    ...tooFar.map((change) => `${textOf(change)} (${BUMP_OF[change.kind]})`),
    `The kernel was released as ${released}: this needs a ${needed} step. Say so in a changeset (npm run changeset).`,
  ]
}

/** No bump allows a changed name. */
const BUMP_OF: Record<Change['kind'], Bump> = {
  new: 'minor',
  more: 'minor',
  removed: 'major',
  changed: 'none',
}

function textOf({ kind, entry, name }: Change): string {
  if (name === null) return `${entry} is a new entry`
  return `${entry}: ${name} ${kind === 'more' ? 'takes more' : `is ${kind}`}`
}

/** Problems that remain even with a major bump. */
function brokenPromise(
  change: Change,
  { released, next }: Versions,
  deprecated: readonly ReleasedDeprecation[],
): string | null {
  if (change.kind === 'changed')
    return `${textOf(change)}, which no version may do and no changeset lifts: leave it as it was in ${released}, deprecate it, and give what is new a name of its own (docs/kernel.md).`
  if (change.kind !== 'removed') return null
  const row = deprecated.find(
    ({ entry, name }) => entry.replaceAll('/', '-') === change.entry && name === change.name,
  )
  if (!row)
    return `${textOf(change)}, and was not deprecated in ${released}, which no changeset lifts: bring it back and deprecate it (docs/kernel.md).`
  const early = stepBetween(row.gone, next) === null
  return early ? `${textOf(change)} in ${next}, and was promised until ${row.gone}.` : null
}

const rank = (bump: Bump): number => BUMPS.indexOf(bump)

/** Null if `to` is older. */
function stepBetween(from: string, to: string): Bump | null {
  const before = from.split('.').map(Number)
  const after = to.split('.').map(Number)
  const at = before.findIndex((part, index) => part !== after[index])
  if (at < 0) return 'none'
  if (after[at]! < before[at]!) return null
  return (['major', 'minor', 'patch'] as const)[at]!
}
