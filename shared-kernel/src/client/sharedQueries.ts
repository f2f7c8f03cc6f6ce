import {
  type DataTag,
  type QueryFunction,
  type QueryKey,
  type UseQueryOptions,
  queryOptions,
} from '@tanstack/react-query'
import { normaliseCountries, type Country } from '../contracts/user'
import { normaliseGames, type Game } from '../contracts/game'
import { fetchList } from './fetchChecked'

/**
 * The result of `queryOptions`. It is declared, because its inferred type names `@tanstack/query-core`, which another
 * repository need not find, and which `exactOptionalPropertyTypes` rejects.
 */
export interface SharedQuery<Data, Key extends QueryKey = string[]> extends Omit<
  UseQueryOptions<Data, Error, Data, Key>,
  'queryFn' | 'queryKey'
> {
  queryFn?: QueryFunction<Data, Key>
  queryKey: DataTag<Key, Data, Error>
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
