import { foldCase, matcher } from '@console/shared-kernel/rules'

export const GROUPS = ['Screens', 'Actions', 'Users', 'Machines'] as const

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

/** To compare the beginnings of 100,000 names at each letter would be felt. */
const MAX_COMPARED_ROWS = 5_000

/** The first of what a list has found: whole names before those that begin so, these before all others. */
export function best<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  query: string,
  most: number,
): Row[] {
  const wanted = foldCase(query.trim())
  const isWhole = (name: string) => name.length === wanted.length && foldCase(name) === wanted
  const whole = rows.filter((row) => isWhole(nameOf(row))).slice(0, most)
  const beginnings: Row[] = []
  const others: Row[] = []
  for (const row of rows.slice(0, MAX_COMPARED_ROWS)) {
    if (whole.includes(row)) continue
    const place = foldCase(nameOf(row)).startsWith(wanted) ? beginnings : others
    place.push(row)
  }
  return [...whole, ...beginnings, ...others].slice(0, most)
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
