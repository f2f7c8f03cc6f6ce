import { createContext, use, useId, useState, type ReactNode } from 'react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import FilterIcon from '@mui/icons-material/FilterListOutlined'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Alert from '@mui/material/Alert'
import { returnFocusOnRemoval } from '../focus'
import { READ_OUT_ONLY } from '../theme'

interface FilterBarProps {
  count: number
  onClear: () => void
  children: ReactNode
}

const FOLDED_SX = {
  flexBasis: '100%',
  // on a line of its own below the rest of the row
  order: 1,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))',
  gap: 1.5,
  // overrides the widths that fields have in a row
  '&& > *, && .MuiFormControl-root': { width: '100%', minWidth: 0 },
} as const

/** The smallest phones have no room for the word next to a search and a menu. */
const BUTTON_SX = {
  '@media (max-width: 389px)': {
    minWidth: 0,
    px: 1,
    '& .word': READ_OUT_ONLY,
  },
} as const

/** Whether the row has too little room for fields. */
export const FoldFiltersContext = createContext(false)

/**
 * Filter fields in a row of the screen. In a narrow window (where the drawer is an overlay) or a narrow list,
 * one button opens them and shows how many are set.
 */
export function FilterBar({ count, onClear, children }: FilterBarProps) {
  const isWindowNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true })
  const hasLittleRoom = use(FoldFiltersContext)
  const narrow = isWindowNarrow || hasLittleRoom
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
        sx={BUTTON_SX}
      >
        <span>
          <span className="word">Filters</span>
          {count > 0 && ` (${count})`}
        </span>
      </Button>
      {open && (
        <Box id={id} role="group" aria-label="Filters" sx={FOLDED_SX}>
          {children}
          <Button disabled={count === 0} onClick={onClear} sx={{ justifyContent: 'start' }}>
            Clear filters
          </Button>
        </Box>
      )}
    </>
  )
}

interface FilterSelectProps<Value extends string> {
  label: string
  value: Value
  /** The choices; the first one means no filter. */
  choices: readonly (readonly [value: Value, text: string])[]
  onChange: (value: Value) => void
}

export function FilterSelect<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: FilterSelectProps<Value>) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as Value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ width: 140 }}
    >
      {choices.map(([each, text]) => (
        <MenuItem key={each} value={each}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  )
}

interface UnknownFilterAlertProps {
  onClear: () => void
  filters?: readonly string[]
}

/** Shown in place of a list whose filter is invalid, because the user did not ask for the unfiltered list. */
export const UnknownFilterAlert = ({ onClear, filters = [] }: UnknownFilterAlertProps) => (
  <Alert
    ref={returnFocusOnRemoval}
    severity="error"
    role="alert"
    action={
      <Button color="inherit" size="small" onClick={onClear}>
        Clear filters
      </Button>
    }
  >
    {subjectOf(filters)} somebody or something that you may not see, or that does not exist.
  </Alert>
)

function subjectOf(filters: readonly string[]): string {
  if (filters.length === 0) return 'A filter names'
  if (filters.length === 1) return `The filter '${filters[0]}' names`
  return `The filters ${filters.map((label) => `'${label}'`).join(' and ')} name`
}
