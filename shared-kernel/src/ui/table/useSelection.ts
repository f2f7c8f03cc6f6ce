import { useMemo, useState } from 'react'
import type { RowKey } from './useKeptPlace'

/** Adds a column of checkboxes. */
export interface TableSelection<Row> {
  nameOf: (row: Row) => string
  canHave: (row: Row) => boolean
  has: (row: Row) => boolean
  /** @param range the visible rows, to select all from the last one to this */
  toggle: (row: Row, range: readonly Row[] | null) => void
}

interface Options<Row> {
  rows: readonly Row[]
  /** Null for a row that cannot be selected. */
  keyOf: (row: Row) => RowKey | null
  nameOf: (row: Row) => string
}

const NONE: readonly never[] = []

/** Rows that are gone are no longer selected. */
export function useSelection<Row>({ rows, keyOf, nameOf }: Options<Row>) {
  const [selection, setSelection] = useState(EMPTY_SELECTION)
  const [selecting, setSelecting] = useState(false)
  const { keys } = selection

  const selected = useMemo((): readonly Row[] => {
    if (keys.size === 0) return NONE
    return rows.filter((row) => keys.has(keyOf(row) ?? ''))
  }, [rows, keys, keyOf])

  const table = useMemo((): TableSelection<Row> => {
    const keysOf = (some: readonly Row[]) => some.map(keyOf).filter((key) => key !== null)
    return {
      nameOf,
      canHave: (row) => keyOf(row) !== null,
      has: (row) => keys.has(keyOf(row) ?? ''),
      toggle: (row, range) => {
        const key = keyOf(row)
        if (key === null) return
        setSelection((now) => (range ? withRange(now, key, keysOf(range)) : withToggled(now, key)))
      },
    }
  }, [keys, keyOf, nameOf])

  return {
    selecting,
    /** The current rows of the list. */
    selected,
    /** Undefined while nothing is being selected. */
    table: selecting ? table : undefined,
    start: () => setSelecting(true),
    stop: () => {
      setSelecting(false)
      setSelection(EMPTY_SELECTION)
    },
    clear: () => setSelection(EMPTY_SELECTION),
    add: (some: readonly Row[]) =>
      setSelection((now) =>
        withKeys(
          now,
          some.map(keyOf).filter((key) => key !== null),
          true,
        ),
      ),
    drop: (some: readonly RowKey[]) => setSelection((now) => withKeys(now, some, false)),
  }
}

/** By keys, so that sorting and searching keep them. */
export interface Selection {
  readonly keys: ReadonlySet<RowKey>
  /** Where a range begins. */
  readonly anchor: RowKey | null
}

export const EMPTY_SELECTION: Selection = { keys: new Set(), anchor: null }

export function withKeys({ keys, anchor }: Selection, some: readonly RowKey[], chosen: boolean): Selection {
  const next = new Set(keys)
  for (const key of some) {
    if (chosen) next.add(key)
    else next.delete(key)
  }
  // no anchor at a deselected row, because a range from it would deselect more rows
  return { keys: next, anchor: anchor !== null && next.has(anchor) ? anchor : null }
}

export const withToggled = (selection: Selection, key: RowKey): Selection => ({
  ...withKeys(selection, [key], !selection.keys.has(key)),
  anchor: key,
})

/**
 * Selects or deselects the rows from the anchor up to this one, as the anchor is. If the anchor is not in `order`
 * (the rows as shown), only this row changes.
 */
export function withRange(selection: Selection, to: RowKey, order: readonly RowKey[]): Selection {
  const { keys, anchor } = selection
  const from = anchor === null ? -1 : order.indexOf(anchor)
  const end = order.indexOf(to)
  if (anchor === null || from === -1 || end === -1) return withToggled(selection, to)
  const range = order.slice(Math.min(from, end), Math.max(from, end) + 1)
  return { ...withKeys(selection, range, keys.has(anchor)), anchor: to }
}
