import type { QueryClient } from '@tanstack/react-query'
import {
  CallError,
  gamesQuery,
  http,
  isOutcomeUnknown,
  isStale,
  newKey,
  patchQueryData,
  versionHeaders,
} from '@console/shared-kernel/core'
import {
  type Game,
  gameWithStateToWire,
  type NewGame,
  newGameToWire,
  normaliseGame,
  versionOf,
} from '@console/shared-kernel/contracts'

/** Puts a game as it is now in its place in the catalogue, until that is read again. */
export const replaceListedGame = (client: QueryClient, game: Game): Promise<void> =>
  patchQueryData<Game[]>(client, gamesQuery.queryKey, (games) =>
    games.map((before) => (before.id === game.id ? game : before)),
  )

/** Takes a game out of the catalogue, until that is read again. */
export const removeListedGame = (client: QueryClient, id: number): Promise<void> =>
  patchQueryData<Game[]>(client, gamesQuery.queryKey, (games) => games.filter((game) => game.id !== id))

/** Adds a game. Where no answer comes the catalogue is asked: who is told that it failed would add it twice. */
export async function addGame(client: QueryClient, game: NewGame): Promise<void> {
  const before = client.getQueryData(gamesQuery.queryKey)
  try {
    await http.post('/api/Games', newGameToWire(game))
  } catch (failure) {
    if (!before || !isOutcomeUnknown(failure) || !(await isAddedTo(client, before, game))) throw failure
  }
}

async function isAddedTo(client: QueryClient, before: readonly Game[], added: NewGame): Promise<boolean> {
  const known = new Set(before.map(({ id }) => id))
  try {
    await client.cancelQueries(gamesQuery)
    const now = await client.fetchQuery({ ...gamesQuery, staleTime: 0, retry: false })
    return now.some(({ id, name, type }) => !known.has(id) && name === added.name && type === added.type)
  } catch {
    return false
  }
}

/** One may be changed by somebody else between the reading and the writing; not as often as that. */
const TRIES = 3

/** Reads the game and sends it back whole with its state set. @returns the game as it is now */
export async function setGameState({ id, active }: { id: number; active: boolean }): Promise<Game> {
  const path = `/api/Games/${id}`
  for (let tries = 1; ; tries += 1) {
    const { data } = await http.get<unknown>(path)
    const game = normaliseGame(data)
    if (!game) throw new CallError(`${path} answered no game`)
    try {
      const headers = versionHeaders(versionOf(game), newKey())
      await http.put(path, gameWithStateToWire(game, active), { headers })
      return { ...game, active }
    } catch (failure) {
      if (!isStale(failure) || tries === TRIES) throw failure
    }
  }
}

/** Deletes a game, if it is still as it was shown. */
export const deleteGame = (game: Game) =>
  http.delete(`/api/Games/${game.id}`, { headers: versionHeaders(versionOf(game), newKey()) })
