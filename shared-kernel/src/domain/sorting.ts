import type { SortKind } from '../contracts/wireFields'
import { parseInstant } from './instants'

export type { SortKind }

export type SortDirection = 'asc' | 'desc'

export interface Sort {
  key: string
  direction: SortDirection
}

export interface SortColumn<Row> {
  kind: SortKind
  read: (row: Row) => unknown
}

type Value = number | string

/** One collator, because creating one is slow. Ignores accents and case; 2 comes before 10. */
const spanish = new Intl.Collator('es', { sensitivity: 'base', numeric: true })

/**
 * Compares in Spanish order. The result is also 0 for names that differ only in case or accents, so it does
 * not test equality.
 */
export const compareNames = (a: string, b: string): number => spanish.compare(a, b)

const textOf = (value: unknown): string =>
  value == null || typeof value === 'object' || typeof value === 'function' ? '' : String(value)

const VALUE_OF: Readonly<Record<SortKind, (value: unknown) => Value>> = {
  name: textOf,
  number: (value) => {
    const number = typeof value === 'boolean' ? Number(value) : value
    return typeof number === 'number' && !Number.isNaN(number) ? number : -Infinity
  },
  time: (value) => parseInstant(value)?.getTime() ?? -Infinity,
  text: (value) => textOf(value).toLowerCase(),
}

/** Unreadable values come first in ascending order. */
export const sortValue = <Row>({ kind, read }: SortColumn<Row>, row: Row): Value => VALUE_OF[kind](read(row))

export const compareValues = (kind: SortKind, a: Value, b: Value): number =>
  kind === 'name' ? compareNames(String(a), String(b)) : a < b ? -1 : a > b ? 1 : 0

/** A stable sorted copy. The list worker sorts long lists instead. */
export function sortRows<Row>(
  rows: readonly Row[],
  column: SortColumn<Row>,
  direction: SortDirection = 'asc',
): Row[] {
  const sign = direction === 'asc' ? 1 : -1
  return rows
    .map((row) => ({ row, value: sortValue(column, row) }))
    .sort((a, b) => sign * compareValues(column.kind, a.value, b.value))
    .map(({ row }) => row)
}
