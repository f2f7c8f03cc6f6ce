import { useMemo, useState, type ReactNode } from 'react'
import Button from '@mui/material/Button'
import type { BulkId } from '../../domain/bulkRun'
import type { useSelection } from '../table/useSelection'
import { SelectionBar } from './SelectionBar'

export interface BulkAction<Row> {
  label: string
  /** The one that is meant most often. */
  main?: boolean
  /**
   * Asks about the selected rows.
   *
   * @param onClose is given those that need not be selected any more
   * @param selected those on show first, in the order of the table
   */
  dialog: (onClose: (done?: readonly BulkId[]) => void, selected: readonly Row[]) => ReactNode
}

interface Props<Row> {
  /** What the rows are, one of them: 'machine'. */
  noun: string
  selection: ReturnType<typeof useSelection<Row>>
  /** Rows of the search and the filters. */
  shown: readonly Row[]
  actions: readonly BulkAction<Row>[]
}

const NONE: readonly never[] = []

function inTableOrder<Row>(selected: readonly Row[], shown: readonly Row[]): readonly Row[] {
  const chosen = new Set(selected)
  const first = shown.filter((row) => chosen.has(row))
  const onShow = new Set(first)
  return [...first, ...selected.filter((row) => !onShow.has(row))]
}

/** How many rows are selected, and what can be done with them. */
export function SelectionActions<Row>({ noun, selection, shown, actions }: Props<Row>) {
  const [open, setOpen] = useState<string | null>(null)
  const none = selection.selected.length === 0
  const isOpen = open !== null
  const selected = useMemo(
    () => (isOpen ? inTableOrder(selection.selected, shown) : NONE),
    [isOpen, selection.selected, shown],
  )
  const close = (done: readonly BulkId[] = []) => {
    setOpen(null)
    selection.drop(done)
  }
  return (
    <>
      <SelectionBar
        noun={noun}
        count={selection.selected.length}
        found={shown.length}
        onSelectAll={() => selection.add(shown)}
        onClear={selection.clear}
        onLeave={selection.stop}
      >
        {actions.map(({ label, main }) => (
          <Button
            key={label}
            size="small"
            variant={main ? 'contained' : 'outlined'}
            disabled={none}
            onClick={() => setOpen(label)}
          >
            {label}
          </Button>
        ))}
      </SelectionBar>
      {actions.find(({ label }) => label === open)?.dialog(close, selected)}
    </>
  )
}
