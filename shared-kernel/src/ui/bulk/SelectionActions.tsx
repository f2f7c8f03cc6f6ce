import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { counted, grouped } from '../../domain/texts'
import { barRef } from '../bottomEdge'
import { returnFocusOnRemoval } from '../focus'
import type { BulkId } from '../../domain/bulkRun'
import type { useSelection } from '../table/selection'

interface SelectionBarProps {
  /** The noun in the singular: 'machine'. */
  noun: string
  count: number
  /** How many of the selected rows the search or the filters currently hide. */
  hidden: number
  found: number
  onSelectAll: () => void
  onClear: () => void
  onLeave: () => void
  children: ReactNode
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (step === undefined) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  if (at === -1) return
  event.preventDefault()
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
}

/** Shown below the table, so that the rows stay in place; toasts appear above it. */
export function SelectionBar(props: SelectionBarProps) {
  const { noun, count, hidden, found, onSelectAll, onClear, onLeave, children } = props
  return (
    <Paper
      ref={barRef}
      role="toolbar"
      aria-label="Selection"
      variant="outlined"
      onKeyDown={moveFocus}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 2,
        py: 1,
        mt: 'var(--toasts-above-bar, 0px)',
        // as far from the edge as the end of the screen, even while the screen scrolls under it
        position: 'sticky',
        bottom: { xs: 16, md: 24 },
        zIndex: 5,
        displayPrint: 'none',
      }}
    >
      <Typography role="status" variant="body2" sx={{ fontWeight: 500 }}>
        {`${counted(count, noun)} selected${hidden > 0 ? `, ${grouped(hidden)} not shown` : ''}`}
      </Typography>
      <Button size="small" onClick={onSelectAll}>
        {`Select all ${counted(found, noun)} found`}
      </Button>
      {count > 0 && (
        <Button ref={returnFocusOnRemoval} size="small" onClick={onClear}>
          Clear
        </Button>
      )}
      <Box sx={{ flexGrow: 1 }} />
      {children}
      <Button size="small" color="inherit" onClick={onLeave}>
        Done
      </Button>
    </Paper>
  )
}

export interface BulkAction<Row> {
  label: string
  main?: boolean
  /**
   * @param onClose receives ids to deselect
   * @param selected in table order, visible rows first
   */
  dialog: (onClose: (done?: readonly BulkId[]) => void, selected: readonly Row[]) => ReactNode
}

interface SelectionActionsProps<Row> {
  /** The noun in the singular: 'machine'. */
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

export function SelectionActions<Row>({ noun, selection, shown, actions }: SelectionActionsProps<Row>) {
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
