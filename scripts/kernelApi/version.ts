import { BUMPS, type Bump, type Change } from './changes'

export interface Versions {
  /** The one whose reports are kept. */
  released: string
  /** What package.json says. */
  current: string
  /** What changesets wait with. */
  pending: Bump
}

/** What is wrong with a version after these changes; empty where it follows semver. */
export function versionProblems(changes: readonly Change[], versions: Versions): string[] {
  const { released, current, pending } = versions
  const step = stepBetween(released, current)
  if (step === null) return [`Version ${current} is older than ${released}, which was released.`]
  const planned = rank(step) > rank(pending) ? step : pending
  const tooFar = changes.filter(({ bump }) => rank(bump) > rank(planned))
  if (tooFar.length === 0) return []
  const needed = tooFar.some(({ bump }) => bump === 'major') ? 'major' : 'minor'
  return [
    ...tooFar.map(({ bump, text }) => `${text} (${bump})`),
    `The kernel was released as ${released}: this needs a ${needed} step. Say so in a changeset (npm run changeset).`,
  ]
}

const rank = (bump: Bump): number => BUMPS.indexOf(bump)

/** Null for a step back. */
function stepBetween(from: string, to: string): Bump | null {
  const before = from.split('.').map(Number)
  const after = to.split('.').map(Number)
  const at = before.findIndex((part, index) => part !== after[index])
  if (at < 0) return 'none'
  if (after[at]! < before[at]!) return null
  return (['major', 'minor', 'patch'] as const)[at]!
}

/** The largest step of a package in changesets. */
export function pendingBump(name: string, changesets: readonly string[]): Bump {
  const found = changesets.map((text) => {
    const [, head = ''] = text.split(/^---$/m)
    const line = head.split('\n').find((each) => each.replace(/['"]/g, '').startsWith(`${name}:`))
    return BUMPS.find((bump) => line?.trim().endsWith(bump)) ?? 'none'
  })
  return found.sort((a, b) => rank(b) - rank(a))[0] ?? 'none'
}
