import { createContext, use, type MouseEvent } from 'react'
import type { Column } from './columns'
import { useRowTabIndex } from './currentRow'
import type { TableSelection } from './useSelection'

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

/** A touch target. */
export const SELECT_COLUMN: Column<unknown> = {
  key: 'select',
  header: 'Select',
  minWidth: 56,
  fixed: true,
  screenOnly: true,
  cell: (row) => <SelectCell row={row} />,
}
