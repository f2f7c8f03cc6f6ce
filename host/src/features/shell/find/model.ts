import { counted, countedOf } from '@console/shared-kernel/domain'
import { foldCase, matcher, searchKey } from '@console/shared-kernel/rules'

/** Groups in display order. Commands are actions on users and machines. */
export const GROUPS = [
  'Recent',
  'Screens',
  'Actions',
  'Commands',
  'Saved views',
  'Users',
  'Machines',
  'Notes',
] as const

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
  /** The address that the command shows. */
  to?: string
  /** The panel or the dialog that it opens over the screen. */
  opens?: { kind: 'machine' | 'user'; id: string | number; action?: string }
  /** The user or machine of an action. */
  subject?: Pick<Command, 'key' | 'label' | 'hint'>
  /** Any other action. */
  run?: () => void
}

/** Commands that contain every word of the query. */
export function matching(commands: readonly Command[], query: string): Command[] {
  const words = query.split(/\s+/).map((word) => matcher(word))
  return commands.filter(({ label, words: more = null }) => words.every((isIn) => isIn(label, more)))
}

/** Comparing 100,000 names at each key press would be slow. */
const MAX_COMPARED_ROWS = 5_000

/** Best matches: exact names, then prefixes, then names containing the query, then rows found otherwise. */
export function best<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  query: string,
  max: number,
): Row[] {
  const wanted = foldCase(query.trim())
  const isExact = (name: string) => name.length === wanted.length && foldCase(name) === wanted
  const exact = rows.filter((row) => isExact(nameOf(row))).slice(0, max)
  const prefixes: Row[] = []
  const named: Row[] = []
  const others: Row[] = []
  for (const row of rows.slice(0, MAX_COMPARED_ROWS)) {
    if (exact.includes(row)) continue
    const name = searchKey(nameOf(row))
    const matches = name.startsWith(wanted) ? prefixes : name.includes(wanted) ? named : others
    matches.push(row)
  }
  return [...exact, ...prefixes, ...named, ...others].slice(0, max)
}

const EXCERPT_LENGTH = 60

/** A line of a note, starting shortly before the words that were found. */
export function excerpt(text: string, query: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const at = foldCase(line).indexOf(foldCase(query.trim()))
  const from = at > EXCERPT_LENGTH / 2 ? line.lastIndexOf(' ', at - 10) + 1 : 0
  const shown = [...line.slice(from)]
  const end = shown.length > EXCERPT_LENGTH ? '…' : ''
  return `${from > 0 ? '…' : ''}${shown.slice(0, EXCERPT_LENGTH).join('').trimEnd()}${end}`
}

interface Status {
  query: string
  commands: readonly Command[]
  loading: boolean
  searchesNotes: boolean
  /** Lists that could not be loaded. */
  failed: readonly string[]
  /** Asks for what is missing, if nothing was found. */
  question?: string | null
}

export function statusText(status: Status): string {
  const { query, commands, loading, searchesNotes, failed, question } = status
  if (query.trim() === '') return "Type a name, or an action such as 'credit slot 12'."
  if (failed.length > 0) return `${failed.join(' and ')} could not be loaded.`
  if (loading) return 'Users and machines are still loading.'
  if (searchesNotes) return 'Notes are still being searched.'
  const listed = commands.filter(({ more }) => more === undefined).length
  const all = commands.reduce((sum, { more = 0 }) => sum + more, listed)
  if (all === 0) return question ?? 'Nothing found.'
  return listed === all ? counted(all, 'result') : countedOf(listed, all, 'result')
}
