import type { ReactNode } from 'react'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { countriesQuery, useFocusRecovery } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { countriesFailureText } from '../texts'
import { availableCountries, countryIdOf, PASSWORD_RULE } from './model'

interface CountryProps {
  /** The parent of a new user, or the user being edited. */
  from: User
  idOf?: typeof countryIdOf
  /** The form's own error, which is not repeated here. */
  formError?: string | undefined
}

/** Read-only. */
export function CountryField({ from, idOf = countryIdOf, formError }: CountryProps) {
  const { data, isPending, error, isFetching, refetch } = useQuery(countriesQuery)
  const countryId = idOf(from, data)
  const failure = error && countriesFailureText(error)
  return (
    <LockableSelect
      label="Country"
      value={countryId}
      options={availableCountries(data, countryId, from.countryName)}
      error={
        failure && (
          <Failure
            text={failure === formError ? '' : failure}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      }
      helperText={
        isPending ? 'Loading countries...' : 'Country is inherited from parent user and cannot be changed'
      }
    />
  )
}

interface FailureProps {
  text: string
  busy: boolean
  onRetry: () => void
}

/** Replaces the help text, so that the form keeps its size. */
function Failure({ text, busy, onRetry }: FailureProps) {
  useFocusRecovery(busy)
  return (
    <>
      {text}
      <Button
        color="inherit"
        size="small"
        onClick={onRetry}
        loading={busy}
        sx={{
          ml: text ? 1 : 0,
          p: 0,
          minWidth: 0,
          minHeight: 0,
          verticalAlign: 'top',
          font: 'inherit',
          textDecoration: 'underline',
        }}
      >
        Reintentar
      </Button>
    </>
  )
}

interface SelectProps {
  label: string
  value: number
  options: readonly { id: number; name: string }[]
  /** Without it, the field is read-only. */
  onChange?: ((value: number) => void) | undefined
  error?: ReactNode
  helperText?: ReactNode
}

/** MUI's colour for disabled text is too faint to read. */
const LEGIBLE = {
  '& .MuiSelect-select.Mui-disabled': { color: 'text.secondary', WebkitTextFillColor: 'currentcolor' },
  '& .MuiInputLabel-root.Mui-disabled, & .MuiFormHelperText-root.Mui-disabled': { color: 'text.secondary' },
}

export function LockableSelect({ label, value, options, onChange, error, helperText }: SelectProps) {
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

/** The specified help text, then the rule. */
export function PasswordHelp({ text }: { text: string }) {
  return (
    <>
      <span>{text}</span>
      {'. '}
      <span>{PASSWORD_RULE}</span>
    </>
  )
}
