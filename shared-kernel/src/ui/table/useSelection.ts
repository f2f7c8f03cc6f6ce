import { useMemo, useState } from 'react'
import { useFocusRecovery } from '../focus'
import { EMPTY_SELECTION, withKeys, withRange, withToggled } from './selection'
import type { RowKey } from './useKeptPosition'

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

const keysOf = <Row>(rows: readonly Row[], keyOf: Options<Row>['keyOf']): RowKey[] =>
  rows.map(keyOf).filter((key) => key !== null)

/** Rows that are gone are no longer selected. */
export function useSelection<Row>({ rows, keyOf, nameOf }: Options<Row>) {
  const [selection, setSelection] = useState(EMPTY_SELECTION)
  const [selecting, setSelecting] = useState(false)
  const { keys } = selection
  // 'Select' disappears when selecting begins, and 'Done' when it ends
  useFocusRecovery(!selecting)
  useFocusRecovery(selecting)

  const selected = useMemo((): readonly Row[] => {
    if (keys.size === 0) return NONE
    return rows.filter((row) => keys.has(keyOf(row) ?? ''))
  }, [rows, keys, keyOf])

  const table = useMemo((): TableSelection<Row> => {
    return {
      nameOf,
      canHave: (row) => keyOf(row) !== null,
      has: (row) => keys.has(keyOf(row) ?? ''),
      toggle: (row, range) => {
        const key = keyOf(row)
        if (key === null) return
        setSelection((now) => (range ? withRange(now, key, keysOf(range, keyOf)) : withToggled(now, key)))
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
    add: (some: readonly Row[]) => setSelection((now) => withKeys(now, keysOf(some, keyOf), true)),
    drop: (some: readonly RowKey[]) => setSelection((now) => withKeys(now, some, false)),
  }
}
