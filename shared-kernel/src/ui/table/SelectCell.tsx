import { createContext, use, type MouseEvent } from 'react'
import type { Column } from './columns'
import { useRowTabIndex } from './currentRow'
import type { TableSelection } from './useSelection'

/** Of the table around, with its rows as they are shown; null while nothing is selected. */
export const SelectionContext = createContext<{
  selection: TableSelection<unknown>
  rows: readonly unknown[]
} | null>(null)

/** The checkbox of a row. All of its cell can be clicked. */
function SelectCell({ row }: { row: unknown }) {
  const around = use(SelectionContext)
  const tabIndex = useRowTabIndex()
  if (!around?.selection.canHave(row)) return null
  const { selection, rows } = around
  // a change event does not have the keys that are held, and a click on the label is one on the checkbox
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

/** Before the others, as wide as a finger. */
export const SELECT_COLUMN: Column<unknown> = {
  key: 'select',
  header: 'Select',
  minWidth: 56,
  fixed: true,
  screenOnly: true,
  cell: (row) => <SelectCell row={row} />,
}
