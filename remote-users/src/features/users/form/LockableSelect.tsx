import type { ReactNode } from 'react'
import { MenuItem, TextField } from '@console/shared-kernel/core'

interface Props {
  label: string
  value: number
  options: readonly { id: number; name: string }[]
  /** Without it the value is shown, and cannot be changed. */
  onChange?: ((value: number) => void) | undefined
  error?: string | undefined
  helperText?: ReactNode
}

/** A choice of one, or the one thing there is: readable all the same. */
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
      error={error !== undefined}
      helperText={error ?? helperText}
      slotProps={{ formHelperText: error ? { role: 'alert' } : {} }}
      sx={{ '& .MuiSelect-select.Mui-disabled': { WebkitTextFillColor: 'currentcolor' } }}
    >
      {options.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}
