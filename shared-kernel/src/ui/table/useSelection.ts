import { useMemo, useState } from 'react'
import { EMPTY_SELECTION, withKeys, withRange, withToggled } from './selection'
import type { RowKey } from './useKeptPlace'

/** What a table needs of a selection: its first column are checkboxes then. */
export interface TableSelection<Row> {
  /** Names the row's checkbox. */
  nameOf: (row: Row) => string
  canHave: (row: Row) => boolean
  has: (row: Row) => boolean
  /** @param range all rows as they are shown, where those from the last one up to this one are meant */
  toggle: (row: Row, range: readonly Row[] | null) => void
}

interface Options<Row> {
  /** All rows there are, found or not. */
  rows: readonly Row[]
  /** Null for a row that nothing can be done to. */
  keyOf: (row: Row) => RowKey | null
  nameOf: (row: Row) => string
}

const NONE: readonly never[] = []

/** The rows that are chosen in a list, while its user selects. Rows that are gone are no longer chosen. */
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
    /** As the list has them now, in its order. */
    selected,
    /** For the table; undefined while nothing is selected in it. */
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
