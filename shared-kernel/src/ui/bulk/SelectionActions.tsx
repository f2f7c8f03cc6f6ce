import { useMemo, useState, type ReactNode } from 'react'
import Button from '@mui/material/Button'
import type { BulkId } from '../../domain/bulkRun'
import type { useSelection } from '../table/useSelection'
import { SelectionBar } from './SelectionBar'

export interface BulkAction<Row> {
  label: string
  main?: boolean
  /**
   * @param onClose gets ids to deselect
   * @param selected in table order, visible rows first
   */
  dialog: (onClose: (done?: readonly BulkId[]) => void, selected: readonly Row[]) => ReactNode
}

interface Props<Row> {
  /** Singular: 'machine'. */
  noun: string
  selection: ReturnType<typeof useSelection<Row>>
  shown: readonly Row[]
  actions: readonly BulkAction<Row>[]
}

const NONE: readonly never[] = []

function notShown<Row>(selected: readonly Row[], shown: readonly Row[]): readonly Row[] {
  const onShow = new Set(shown)
  return selected.filter((row) => !onShow.has(row))
}

function inTableOrder<Row>(selected: readonly Row[], shown: readonly Row[]): readonly Row[] {
  const chosen = new Set(selected)
  return [...shown.filter((row) => chosen.has(row)), ...notShown(selected, shown)]
}

export function SelectionActions<Row>({ noun, selection, shown, actions }: Props<Row>) {
  const [open, setOpen] = useState<string | null>(null)
  const none = selection.selected.length === 0
  const hidden = useMemo(
    () => (none ? 0 : notShown(selection.selected, shown).length),
    [none, selection.selected, shown],
  )
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
        hidden={hidden}
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
