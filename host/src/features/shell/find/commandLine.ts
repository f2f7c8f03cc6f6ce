import { foldCase, MACHINE_ACTIONS, USER_ACTIONS } from '@console/shared-kernel/rules'

/** Screens about one user or machine: the label of the link, then other words for it. */
export const LINKS = {
  '/external': ['External report', 'report', 'external', 'money'],
  '/internal': ['Internal report', 'report', 'internal', 'money'],
  '/activity': ['Activity', 'history', 'log', 'audit'],
  '/machines': ['Machines'],
} as const

export const isReport = (verb: string): boolean => verb === '/external' || verb === '/internal'

/**
 * The ranges of `DAY_RANGES`, which is not imported because it would make the box's code larger: the label,
 * then other words for it.
 */
export const RANGES: Readonly<Record<string, readonly [label: string, ...others: string[]]>> = {
  today: ['Today'],
  yesterday: ['Yesterday'],
  last7days: ['Last 7 days', '7 days', 'week'],
  thisMonth: ['This month', 'month'],
  lastMonth: ['Last month'],
}

export interface CommandLine {
  /** The actions, and the paths of links, that the words may mean. */
  verbs: ReadonlySet<string>
  /** The name of the user or machine; '' for none. */
  subject: string
  /** The days of a report. */
  range: { name: string; label: string } | null
}

/** A name and its phrases, which are lists of words. */
type Entry = readonly [name: string, phrases: readonly string[][]]

const entriesOf = (table: Readonly<Record<string, readonly string[]>>): Entry[] =>
  Object.entries(table).map(([name, phrases]) => [name, phrases.map((phrase) => foldCase(phrase).split(' '))])

const RANGE_ENTRIES = entriesOf(RANGES)
const VERBS = [USER_ACTIONS, MACHINE_ACTIONS, LINKS].flatMap(entriesOf)

/** A shorter word does not count as the beginning of another. */
const MIN_BEGINNING = 4

/** The number of words if the phrase is at this place, otherwise 0. The last word may be unfinished. */
function wordsAt(words: readonly string[], at: number, expected: readonly string[]): number {
  const isMatch = expected.every((word, index) => {
    const typed = words[at + index] ?? ''
    const isLast = index === expected.length - 1
    return typed === word || (isLast && typed.length >= MIN_BEGINNING && word.startsWith(typed))
  })
  return isMatch ? expected.length : 0
}

interface Found {
  names: string[]
  at: number
  length: number
}

/** The names with the longest phrase at a place that `isWanted` accepts. */
function longest(
  words: readonly string[],
  table: readonly Entry[],
  isWanted: (at: number, length: number) => boolean,
): Found | null {
  let best: Found | null = null
  for (const at of words.keys())
    for (const [name, phrases] of table) {
      const length = Math.max(...phrases.map((phrase) => wordsAt(words, at, phrase)))
      if (length === 0 || !isWanted(at, length)) continue
      if (length > (best?.length ?? 0)) best = { names: [name], at, length }
      else if (length === best?.length && at === best.at) best.names.push(name)
    }
  return best
}

const without = (words: readonly string[], { at, length }: Found) =>
  words.filter((_, index) => index < at || index >= at + length)

/** Finds the action, which comes first or last. */
const findVerbs = (words: readonly string[]) =>
  longest(words, VERBS, (at) => at === 0) ??
  longest(words, VERBS, (at, length) => at + length === words.length)

/**
 * Parses 'credit slot 0001', 'slot 0001 credit', 'report distributor1 yesterday'. Null if no words name an
 * action.
 */
export function parseCommand(query: string): CommandLine | null {
  const words = foldCase(query).split(/\s+/).filter(Boolean)
  const found = findVerbs(words)
  if (!found) return null
  const rest = without(words, found)
  const range = found.names.some(isReport) ? longest(rest, RANGE_ENTRIES, () => true) : null
  const name = range?.names[0] ?? ''
  const label = RANGES[name]?.[0]
  return {
    verbs: new Set(found.names),
    subject: (range ? without(rest, range) : rest).join(' '),
    range: label === undefined ? null : { name, label },
  }
}
