import type { Activity } from '@console/shared-kernel/contracts'
import { counted, type CreditDifference, kindLabel, whatOf } from '@console/shared-kernel/domain'
import { ownerOf, targetNameOf } from './model'

/** One change, or a bulk change of several rows, which can be expanded. */
export interface Line {
  key: string | number
  /** Newest first. */
  rows: readonly [Activity, ...Activity[]]
  /** The rows that no other row reverts. */
  unreverted: readonly Activity[]
  place: { level: number; position: number; siblings: number; expanded: boolean | null }
  /** Whether filters may exclude rows of the bulk change. */
  isPart?: boolean
}

const NOWHERE = { level: 1, position: 1, siblings: 1, expanded: null }

const lineOf = (line: Omit<Line, 'unreverted'>, reverted: ReadonlySet<number>): Line => ({
  ...line,
  unreverted: line.rows.filter(({ id }) => !reverted.has(id)),
})

/** Whether one of `rows` reverts this row. */
export const isReverted = ({ id }: Activity, rows: readonly Activity[]): boolean =>
  rows.some(({ reverts }) => reverts === id)

/** Ids of the changes that the rows revert. */
const revertedBy = (rows: readonly Activity[]): ReadonlySet<number> =>
  new Set(rows.flatMap(({ reverts }) => reverts ?? []))

/** One line per row, for servers that may split a bulk change. */
export function singleLines(rows: readonly Activity[]): Line[] {
  const reverted = revertedBy(rows)
  return rows.map((row) => lineOf({ key: row.id, rows: [row], place: NOWHERE }, reverted))
}

/**
 * Combines rows of one call that have the same kind into one line, at the position of the newest row.
 * @param isPart whether filters may exclude rows of a call
 */
export function bulkLines(
  rows: readonly Activity[],
  opened: readonly Line['key'][],
  isPart: boolean,
): Line[] {
  const groups = new Map<Line['key'], [Activity, ...Activity[]]>()
  for (const row of rows) {
    const key = row.requestId === null ? row.id : `${row.requestId} ${row.kind}`
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  const reverted = revertedBy(rows)
  let position = 0
  return [...groups].flatMap(([key, group]): Line[] => {
    const isBulk = group.length > 1
    const expanded = isBulk ? opened.includes(key) : null
    const place = { level: 1, position: (position += 1), siblings: groups.size, expanded }
    const line = lineOf({ key: isBulk ? key : group[0].id, rows: group, place, isPart }, reverted)
    return expanded ? [line, ...childrenOf(group, reverted)] : [line]
  })
}

const childrenOf = (group: readonly Activity[], reverted: ReadonlySet<number>): Line[] =>
  group.map((row, index) => {
    const place = { level: 2, position: index + 1, siblings: group.length, expanded: null }
    return lineOf({ key: row.id, rows: [row], place }, reverted)
  })

/** The description that its rows share, or their kind's label if the descriptions differ. */
export function whatOfLine({ rows: [first, ...others] }: Pick<Line, 'rows'>): string {
  const what = whatOf(first)
  return others.every((row) => whatOf(row) === what) ? what : kindLabel(first.kind)
}

/** 'Slot 1', '10 machines', or '2 machines that match' the filters. */
export function targetOf({ rows, isPart = false }: Line): string {
  const [first] = rows
  if (rows.length === 1) return targetNameOf(first)
  const type = first.subject?.type
  const isOneType = rows.every(({ subject }) => subject?.type === type)
  const count = counted(rows.length, (isOneType && type) || 'change')
  return isPart ? `${count} that match` : count
}

/** 'ana', or '3 owners'. */
export function ownersOf({ rows }: Line, userName: (id: number) => string | undefined): string {
  const owners = new Set(rows.map((row) => ownerOf(row, userName)))
  return owners.size === 1 ? [...owners][0]! : counted(owners.size, 'owner')
}

/** In cents; null if no row changes credit. */
export function differenceOf(rows: readonly Activity[]): number | null {
  const changes = creditChanges(rows)
  if (changes.length === 0) return null
  return changes.reduce((sum, { fromCents, toCents }) => sum + toCents - fromCents, 0)
}

export const creditChanges = (rows: readonly Activity[]): CreditDifference[] =>
  rows.flatMap(({ kind, before, after }) => {
    const [from, to] = [before?.['creditCents'], after?.['creditCents']]
    if (kind !== 'machine.credit' || typeof from !== 'number' || typeof to !== 'number') return []
    return [{ fromCents: from, toCents: to }]
  })

/** The largest credit change, up or down, in cents. */
export const largestDifference = (rows: readonly Activity[]): number =>
  Math.max(0, ...creditChanges(rows).map(({ fromCents, toCents }) => Math.abs(toCents - fromCents)))

/** The total for changes with the same description in a shift. Totals are ordered by their newest change. */
export interface KindSum {
  what: string
  count: number
  /** In cents; null if the changes move no credit. */
  added: number | null
  taken: number | null
}

export function sumsByKind(rows: readonly Activity[]): KindSum[] {
  const sums = new Map<string, KindSum>()
  for (const row of rows) {
    const what = whatOf(row)
    const { count, added, taken } = sums.get(what) ?? { count: 0, added: null, taken: null }
    const change = differenceOf([row])
    sums.set(what, {
      what,
      count: count + 1,
      added: change === null ? added : (added ?? 0) + Math.max(0, change),
      taken: change === null ? taken : (taken ?? 0) + Math.min(0, change),
    })
  }
  return [...sums.values()]
}

/** The total of all kinds of change that moved credit, for the handover; null if there are fewer than two. */
export function allCredit(sums: readonly KindSum[]): KindSum | null {
  const moved = sums.filter(({ added }) => added !== null)
  if (moved.length < 2) return null
  const sum = (of: (one: KindSum) => number | null) => moved.reduce((all, one) => all + (of(one) ?? 0), 0)
  return {
    what: 'All credit',
    count: sum(({ count }) => count),
    added: sum(({ added }) => added),
    taken: sum(({ taken }) => taken),
  }
}
