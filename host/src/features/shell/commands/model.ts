import { foldCase, matcher } from '@console/shared-kernel/rules'

export const GROUPS = ['Screens', 'Actions', 'Users', 'Machines'] as const

/** Something that the box finds. */
export interface Command {
  key: string
  group: (typeof GROUPS)[number]
  label: string
  /** Stands behind the label, quieter. */
  hint?: string
  /** What else it is found by. */
  words?: string
  run: () => void
}

/** Those that hold every word of the query. */
export function matching(commands: readonly Command[], query: string): Command[] {
  const words = query.split(/\s+/).map((word) => matcher(word))
  return commands.filter(({ label, words: more = null }) => words.every((isIn) => isIn(label, more)))
}

/** Of more than these the first ones are the best: to compare 100,000 names at each letter would be felt. */
const MOST_COMPARED = 5_000

/** The first of what a list has found: whole names before those that begin so, these before all others. */
export function best<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  query: string,
  most: number,
): Row[] {
  const wanted = foldCase(query.trim())
  const places: Row[][] = [[], [], []]
  for (const row of rows.slice(0, MOST_COMPARED)) {
    const name = foldCase(nameOf(row))
    places[name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2]!.push(row)
  }
  return places.flat().slice(0, most)
}

const PAGE = 8

/** Where a key leads in a list that goes round; null where it is no such key. */
export function highlightAfter(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (at - 1 + count) % count
    case 'PageDown':
      return Math.min(count - 1, at + PAGE)
    case 'PageUp':
      return Math.max(0, at - PAGE)
    default:
      return null
  }
}

interface Status {
  query: string
  count: number
  /** Users or machines are on their way. */
  loading: boolean
  /** Lists that could not be loaded. */
  failed: readonly string[]
}

/** What the box says below what it has found. */
export function statusText({ query, count, loading, failed }: Status): string {
  if (query.trim() === '') return 'Type a name to find users and machines.'
  if (failed.length > 0) return `${failed.join(' and ')} could not be loaded.`
  if (loading) return 'Users and machines are still loading.'
  if (count === 0) return 'Nothing found.'
  return count === 1 ? '1 result' : `${count} results`
}
