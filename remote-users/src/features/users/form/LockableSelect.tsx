import type { ReactNode } from 'react'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

interface Props {
  label: string
  value: number
  options: readonly { id: number; name: string }[]
  /** Absent: read-only. */
  onChange?: ((value: number) => void) | undefined
  error?: ReactNode
  helperText?: ReactNode
}

/** MUI's colour for disabled text is too faint to read. */
const LEGIBLE = {
  '& .MuiSelect-select.Mui-disabled': { color: 'text.secondary', WebkitTextFillColor: 'currentcolor' },
  '& .MuiInputLabel-root.Mui-disabled, & .MuiFormHelperText-root.Mui-disabled': { color: 'text.secondary' },
}

export function LockableSelect({ label, value, options, onChange, error, helperText }: Props) {
  const known = options.some(({ id }) => id === value)
  return (
    <TextField
      select
      fullWidth
      label={label}
      value={known ? value : ''}
      disabled={onChange === undefined}
      onChange={(event) => onChange?.(Number(event.target.value))}
      error={Boolean(error)}
      helperText={error ?? helperText}
      slotProps={{ formHelperText: error ? { role: 'alert' } : {} }}
      sx={LEGIBLE}
    >
      {options.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}
