import {
  type DataTag,
  type QueryClient,
  type QueryFunction,
  type QueryKey,
  type UseQueryOptions,
  queryOptions,
} from '@tanstack/react-query'
import { normaliseCountries, type Country } from '../contracts/user'
import { normaliseGames, type Game } from '../contracts/game'
import { CallError } from './errors'
import { fetchList } from './fetchChecked'

/**
 * The result of `queryOptions`. Declared explicitly, because its inferred type names `@tanstack/query-core`,
 * which other repositories may not be able to resolve, and which `exactOptionalPropertyTypes` rejects.
 */
export interface SharedQuery<Data, Key extends QueryKey = string[]> extends Omit<
  UseQueryOptions<Data, Error, Data, Key>,
  'queryFn' | 'queryKey'
> {
  queryFn?: QueryFunction<Data, Key>
  queryKey: DataTag<Key, Data, Error>
}

/**
 * Reads the state after a change.
 *
 * @throws CallError if it cannot be read
 */
export async function readAgain<Data, Key extends QueryKey>(
  client: QueryClient,
  query: SharedQuery<Data, Key>,
): Promise<Data> {
  for (let tries = 1; tries <= 2; tries += 1) {
    // a read in progress may be older than the change
    await client.cancelQueries({ queryKey: query.queryKey })
    const askedAt = Date.now()
    const data = await client.fetchQuery({ ...query, staleTime: 0, retry: false })
    // a read that is cancelled elsewhere, as by a patch, resolves to the old data
    const { dataUpdatedAt = 0 } = client.getQueryState(query.queryKey) ?? {}
    if (dataUpdatedAt >= askedAt) return data
  }
  throw new CallError('The current state could not be read')
}

/* Shared by screens of several remotes, so that a page reads each once. For long lists see `listQuery`. */

export const gamesQuery: SharedQuery<Game[]> = queryOptions({
  queryKey: ['games'],
  queryFn: async ({ signal }): Promise<Game[]> => normaliseGames(await fetchList('/api/Games', signal)),
  meta: { failure: 'Error loading games' },
})

export const countriesQuery: SharedQuery<Country[]> = queryOptions({
  queryKey: ['countries'],
  queryFn: async ({ signal }): Promise<Country[]> =>
    normaliseCountries(await fetchList('/api/Users/countries', signal)),
})
