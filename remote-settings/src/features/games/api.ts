import type { QueryClient } from '@tanstack/react-query'
import {
  CallError,
  gamesQuery,
  http,
  isOutcomeUnknown,
  isStale,
  newKey,
  patchQueryData,
  readAgain,
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

/** Patches the cached catalogue. */
export const replaceListedGame = (client: QueryClient, game: Game): Promise<void> =>
  patchQueryData<Game[]>(client, gamesQuery.queryKey, (games) =>
    games.map((before) => (before.id === game.id ? game : before)),
  )

/** Patches the cached catalogue. */
export const removeListedGame = (client: QueryClient, id: number): Promise<void> =>
  patchQueryData<Game[]>(client, gamesQuery.queryKey, (games) => games.filter((game) => game.id !== id))

/** If the answer is lost, looks for the game in the catalogue, so that the user does not add it twice. */
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
    const now = await readAgain(client, gamesQuery)
    return now.some(({ id, name, type }) => !known.has(id) && name === added.name && type === added.type)
  } catch {
    return false
  }
}

/** Another user may change the game between read and write, but hardly this often. */
const TRIES = 3

/** Reads the game and sends it back with only its state changed. @returns the updated game */
export async function setGameState({ id, active }: { id: number; active: boolean }): Promise<Game> {
  const path = `/api/Games/${id}`
  for (let tries = 1; ; tries += 1) {
    const { data } = await http.get<unknown>(path)
    const game = normaliseGame(data)
    if (!game) throw new CallError(`${path} did not return a game`)
    try {
      const headers = versionHeaders(versionOf(game), newKey())
      const { data: saved } = await http.put<unknown>(path, gameWithStateToWire(game, active), { headers })
      // with its new version, which a deletion right afterwards needs
      const now = normaliseGame(saved)
      return { ...(now?.id === id && now.name !== '' ? now : game), active }
    } catch (failure) {
      if (!isStale(failure) || tries === TRIES) throw failure
    }
  }
}

/** Servers with versions reject it if the game has been changed since. */
export const deleteGame = (game: Game) =>
  http.delete(`/api/Games/${game.id}`, { headers: versionHeaders(versionOf(game), newKey()) })
