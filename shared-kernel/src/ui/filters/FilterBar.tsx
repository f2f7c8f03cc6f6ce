import { useId, useState, type ReactNode } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import FilterIcon from '@mui/icons-material/FilterListOutlined'

interface Props {
  count: number
  onClear: () => void
  children: ReactNode
}

const FOLDED = {
  flexBasis: '100%',
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))',
  gap: 1.5,
  '& > *, & .MuiFormControl-root': { width: '100%', minWidth: 0 },
} as const

/**
 * Fields for a row of the screen: as they are, or, on phones and where the drawer is an overlay, behind one button
 * that says how many are set.
 */
export function FilterBar({ count, onClear, children }: Props) {
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true })
  const [open, setOpen] = useState(false)
  const id = useId()
  if (!narrow) return <>{children}</>
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<FilterIcon />}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      {open && (
        <Box id={id} role="group" aria-label="Filters" sx={FOLDED}>
          {children}
          <Button disabled={count === 0} onClick={onClear} sx={{ justifyContent: 'start' }}>
            Clear filters
          </Button>
        </Box>
      )}
    </>
  )
}
