import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { countriesQuery, useFocusRecovery } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { countriesFailureText } from '../texts'
import { LockableSelect } from './LockableSelect'
import { countriesOnOffer, countryIdOf } from './model'

interface Props {
  /** Whose country it is: the parent of a new user, else the user. */
  from: User
  /** What the form says already, and is not said here again. */
  said?: string | undefined
}

/** The country of a form, which is not to be changed. */
export function CountryField({ from, said }: Props) {
  const { data, isPending, error, isFetching, refetch } = useQuery(countriesQuery)
  const countryId = countryIdOf(from, data)
  const failure = error && countriesFailureText(error)
  return (
    <LockableSelect
      label="Country"
      value={countryId}
      options={countriesOnOffer(data, countryId, from.countryName)}
      error={
        failure && (
          <Failure text={failure === said ? '' : failure} busy={isFetching} onRetry={() => void refetch()} />
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

/** In the line of the help, so that the form keeps its size. */
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
        sx={{ ml: text ? 1 : 0, p: 0, minWidth: 0, font: 'inherit', textDecoration: 'underline' }}
      >
        Reintentar
      </Button>
    </>
  )
}
