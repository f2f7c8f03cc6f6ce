import { useQuery } from '@tanstack/react-query'
import { countriesQuery, RetryAlert } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { countriesFailureText } from '../failures'
import { LockableSelect } from './LockableSelect'
import { countriesOnOffer, countryIdOf } from './model'

/**
 * The country of a form, which nobody changes.
 *
 * @param from whose country it is: the parent of a new user, else the user
 */
export function CountryField({ from }: { from: User }) {
  const { data, isPending, error, isFetching, refetch } = useQuery(countriesQuery)
  const countryId = countryIdOf(from, data)
  return (
    <>
      <LockableSelect
        label="Country"
        value={countryId}
        options={countriesOnOffer(data, countryId, from.countryName)}
        helperText={
          isPending ? 'Loading countries...' : 'Country is inherited from parent user and cannot be changed'
        }
      />
      {error && (
        <RetryAlert message={countriesFailureText(error)} onRetry={() => void refetch()} busy={isFetching} />
      )}
    </>
  )
}
