import { counted, countedOf } from '@console/shared-kernel/domain'
import { foldCase, matcher, searchKey } from '@console/shared-kernel/rules'

export const GROUPS = ['Screens', 'Actions', 'Users', 'Machines'] as const

export interface Command {
  key: string
  group: (typeof GROUPS)[number]
  label: string
  /** Shown after the label, in grey. */
  hint?: string
  /** Further search words. */
  words?: string
  /** How many results of the group are not listed; this command shows them. */
  more?: number
  run: () => void
}

/** Commands that contain every word of the query. */
export function matching(commands: readonly Command[], query: string): Command[] {
  const words = query.split(/\s+/).map((word) => matcher(word))
  return commands.filter(({ label, words: more = null }) => words.every((isIn) => isIn(label, more)))
}

/** Comparing all of 100,000 names at each key would be slow. */
const MAX_COMPARED_ROWS = 5_000

/** Best matches: exact names, then prefixes, then names that contain it, then rows found by something else. */
export function best<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  query: string,
  most: number,
): Row[] {
  const wanted = foldCase(query.trim())
  const isExact = (name: string) => name.length === wanted.length && foldCase(name) === wanted
  const exact = rows.filter((row) => isExact(nameOf(row))).slice(0, most)
  const prefixes: Row[] = []
  const named: Row[] = []
  const others: Row[] = []
  for (const row of rows.slice(0, MAX_COMPARED_ROWS)) {
    if (exact.includes(row)) continue
    const name = searchKey(nameOf(row))
    const matches = name.startsWith(wanted) ? prefixes : name.includes(wanted) ? named : others
    matches.push(row)
  }
  return [...exact, ...prefixes, ...named, ...others].slice(0, most)
}

interface Status {
  query: string
  commands: readonly Command[]
  loading: boolean
  /** Lists that could not be loaded. */
  failed: readonly string[]
}

export function statusText({ query, commands, loading, failed }: Status): string {
  if (query.trim() === '') return 'Type a name to find users and machines.'
  if (failed.length > 0) return `${failed.join(' and ')} could not be loaded.`
  if (loading) return 'Users and machines are still loading.'
  const listed = commands.filter(({ more }) => more === undefined).length
  const all = commands.reduce((sum, { more = 0 }) => sum + more, listed)
  if (all === 0) return 'Nothing found.'
  return listed === all ? counted(all, 'result') : countedOf(listed, all, 'result')
}
