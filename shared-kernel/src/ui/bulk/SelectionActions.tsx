import { useState, type ReactNode } from 'react'
import Button from '@mui/material/Button'
import type { BulkId } from '../../domain/bulkRun'
import type { useSelection } from '../table/useSelection'
import { SelectionBar } from './SelectionBar'

export interface BulkAction {
  label: string
  /** The one that is meant most often. */
  main?: boolean
  /** Asks about the selected rows. @param onClose is given those that need not be selected any more */
  dialog: (onClose: (done?: readonly BulkId[]) => void) => ReactNode
}

interface Props<Row> {
  /** What the rows are, one of them: 'machine'. */
  noun: string
  selection: ReturnType<typeof useSelection<Row>>
  /** Rows of the search and the filters. */
  shown: readonly Row[]
  actions: readonly BulkAction[]
}

/** How many rows are selected, and what can be done with them. */
export function SelectionActions<Row>({ noun, selection, shown, actions }: Props<Row>) {
  const [open, setOpen] = useState<string | null>(null)
  const none = selection.selected.length === 0
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
      {actions.find(({ label }) => label === open)?.dialog(close)}
    </>
  )
}
