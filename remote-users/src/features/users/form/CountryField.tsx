import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { countriesQuery, useFocusRecovery } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { countriesFailureText } from '../texts'
import { LockableSelect } from './LockableSelect'
import { availableCountries, countryIdOf } from './model'

interface Props {
  /** The parent of a new user, else the user. */
  from: User
  idOf?: typeof countryIdOf
  /** The form's own error, which is not repeated here. */
  formError?: string | undefined
}

/** Read-only. */
export function CountryField({ from, idOf = countryIdOf, formError }: Props) {
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
