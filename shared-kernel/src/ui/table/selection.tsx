import { createContext, use, useCallback, useMemo, useState, type MouseEvent } from 'react'
import { useFocusRecovery } from '../focus'
import type { Column } from './columns'
import type { RowKey } from './useKeptPosition'
import { useRowTabIndex } from './useRowFocus'

/** Rows are selected by their keys, so that sorting and searching keep the selection. */
export interface Selection {
  readonly keys: ReadonlySet<RowKey>
  /** The row at which a range begins. */
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
 * Selects or deselects the rows from the anchor to this one, to match the anchor. If the anchor is not in
 * `order` (the rows as shown), only this row changes.
 */
export function withRange(selection: Selection, to: RowKey, order: readonly RowKey[]): Selection {
  const { keys, anchor } = selection
  const from = anchor === null ? -1 : order.indexOf(anchor)
  const end = order.indexOf(to)
  if (anchor === null || from === -1 || end === -1) return withToggled(selection, to)
  const range = order.slice(Math.min(from, end), Math.max(from, end) + 1)
  return { ...withKeys(selection, range, keys.has(anchor)), anchor: to }
}

/** Adds a column of checkboxes. */
export interface TableSelection<Row> {
  nameOf: (row: Row) => string
  canHave: (row: Row) => boolean
  has: (row: Row) => boolean
  /**
   * @param range the rows as shown, to toggle all from the last toggled one to this; null for only this row
   */
  toggle: (row: Row, range: readonly Row[] | null) => void
}

interface Options<Row> {
  rows: readonly Row[]
  /** Null for a row that cannot be selected. */
  keyOf: (row: Row) => RowKey | null
  nameOf: (row: Row) => string
}

const NONE: readonly never[] = []

const keysOf = <Row,>(rows: readonly Row[], keyOf: Options<Row>['keyOf']): RowKey[] =>
  rows.map(keyOf).filter((key) => key !== null)

/** The selection of rows; removed rows are no longer selected. */
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

  const start = useCallback(() => setSelecting(true), [])
  return {
    selecting,
    /** The selected rows, as they are in the list now. */
    selected,
    /** Undefined while nothing is being selected. */
    table: selecting ? table : undefined,
    start,
    stop: () => {
      setSelecting(false)
      setSelection(EMPTY_SELECTION)
    },
    clear: () => setSelection(EMPTY_SELECTION),
    add: (some: readonly Row[]) => setSelection((now) => withKeys(now, keysOf(some, keyOf), true)),
    drop: (some: readonly RowKey[]) => setSelection((now) => withKeys(now, some, false)),
  }
}

export const SelectionContext = createContext<{
  selection: TableSelection<unknown>
  rows: readonly unknown[]
} | null>(null)

function SelectCell({ row }: { row: unknown }) {
  const around = use(SelectionContext)
  const tabIndex = useRowTabIndex()
  if (!around?.selection.canHave(row)) return null
  const { selection, rows } = around
  // not onChange, whose event lacks the Shift key; a click on the label also clicks the checkbox
  const toggle = ({ shiftKey }: MouseEvent) => selection.toggle(row, shiftKey ? rows : null)
  return (
    <label className="select">
      <input
        type="checkbox"
        aria-label={`Select ${selection.nameOf(row)}`}
        tabIndex={tabIndex}
        checked={selection.has(row)}
        onChange={() => undefined}
        onClick={toggle}
      />
    </label>
  )
}

/** The column of checkboxes, wide enough for touch. */
export const SELECT_COLUMN: Column<unknown> = {
  key: 'select',
  header: 'Select',
  minWidth: 56,
  fixed: true,
  screenOnly: true,
  cell: (row) => <SelectCell row={row} />,
}
