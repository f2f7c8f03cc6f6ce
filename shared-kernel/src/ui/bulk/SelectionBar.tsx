import type { KeyboardEvent, ReactNode } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { counted, grouped } from '../../domain/countText'
import { barRef } from '../bottomEdge'
import { handOnFocus } from '../focus'

interface Props {
  /** Singular: 'machine'. */
  noun: string
  count: number
  /** Of those: selected before a search or a filter that leaves them out. */
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

/** Below the table, so that its rows stay in place; toasts are above it. */
export function SelectionBar(props: Props) {
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
        // as far from the edge as the screen's end, also while the screen scrolls under it
        position: 'sticky',
        bottom: { xs: 16, md: 24 },
        zIndex: 5,
        displayPrint: 'none',
      }}
    >
      <Typography role="status" variant="body2" sx={{ fontWeight: 500, fontVariantNumeric: 'tabular-nums' }}>
        {`${counted(count, noun)} selected${hidden > 0 ? `, ${grouped(hidden)} not shown` : ''}`}
      </Typography>
      <Button size="small" onClick={onSelectAll}>
        {`Select all ${counted(found, noun)} found`}
      </Button>
      {count > 0 && (
        <Button ref={handOnFocus} size="small" onClick={onClear}>
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
