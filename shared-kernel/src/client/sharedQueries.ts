import { queryOptions } from '@tanstack/react-query'
import { normaliseCountries, type Country } from '../contracts/country'
import { normaliseGames, type Game } from '../contracts/game'
import { fetchList } from './fetchJson'

/* What screens of several remotes read: one key and one type each, so that a page reads it once. Lists of users
 * and machines are `listQuery`'s. */

/** The whole catalogue of games. */
export const gamesQuery = queryOptions({
  queryKey: ['games'],
  queryFn: async ({ signal }): Promise<Game[]> => normaliseGames(await fetchList('/api/Games', signal)),
  meta: { failure: 'Error loading games' },
})

export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: async ({ signal }): Promise<Country[]> =>
    normaliseCountries(await fetchList('/api/Users/countries', signal)),
})
