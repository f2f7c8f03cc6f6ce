import { CallError, http, queryOptions, type QueryClient } from '@console/shared-kernel/core'
import {
  gameWithStateToWire,
  newGameToWire,
  normaliseGame,
  normaliseGames,
  type Game,
  type NewGame,
} from '@console/shared-kernel/contracts/game'

const GAMES = ['games']

/** The whole catalogue. */
export const gamesQuery = queryOptions({
  queryKey: GAMES,
  queryFn: async ({ signal }): Promise<Game[]> => {
    const { data } = await http.get<unknown>('/api/Games', { signal })
    if (!Array.isArray(data)) throw new CallError('/api/Games answered no list')
    return normaliseGames(data)
  },
  meta: { failure: 'Error loading games' },
})

/** Puts a game as it is now in its place in the list, without waiting for all the others. */
export function replaceGame(client: QueryClient, game: Game): void {
  client.setQueryData<Game[]>(GAMES, (games) =>
    games?.map((before) => (before.id === game.id ? game : before)),
  )
}

/** Without an answer a change may have been made, and a game that is not there was deleted by another: the list says. */
export function readAgainAfter(client: QueryClient, failure: unknown): void {
  if (failure instanceof CallError && (failure.status === null || failure.status === 404))
    void client.invalidateQueries(gamesQuery)
}

export const addGame = (game: NewGame) => http.post('/api/Games', newGameToWire(game))

/** Reads the game and sends it back whole with its state set. @returns the game as it is now */
export async function setGameState({ id, active }: { id: number; active: boolean }): Promise<Game> {
  const path = `/api/Games/${id}`
  const { data } = await http.get<unknown>(path)
  const game = normaliseGame(data)
  if (!game) throw new CallError(`${path} answered no game`)
  await http.put(path, gameWithStateToWire(game, active))
  return { ...game, active }
}

export const deleteGame = (id: number) => http.delete(`/api/Games/${id}`)
