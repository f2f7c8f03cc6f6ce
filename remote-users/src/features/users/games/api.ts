import { queryOptions } from '@tanstack/react-query'
import { fetchList, fetchRecord, http } from '@console/shared-kernel/core'
import { ownKey } from '@console/shared-kernel/remote'
import {
  type Game,
  gameSettingsToWire,
  normaliseGames,
  normaliseGameSettings,
  type UserGameSettings,
} from '@console/shared-kernel/contracts'

/** The form needs both the user's settings and all games. */
export interface GameConfiguration {
  settings: UserGameSettings
  games: Game[]
}

const pathOf = (userId: number) => `/api/Games/user-settings/${userId}`

export const readGameSettings = async (
  userId: number,
  signal = new AbortController().signal,
): Promise<UserGameSettings> => normaliseGameSettings(await fetchRecord(pathOf(userId), signal))

/** Read again each time a form is opened, because the form is filled from it. */
export const gameConfigurationQuery = (userId: number) =>
  queryOptions({
    queryKey: ownKey('game-configuration', userId),
    queryFn: async ({ signal }): Promise<GameConfiguration> => {
      const [settings, games] = await Promise.all([
        readGameSettings(userId, signal),
        fetchList('/api/Games', signal),
      ])
      return { settings, games: normaliseGames(games) }
    },
    staleTime: 0,
    gcTime: 0,
  })

interface SaveSettingsParams {
  userId: number
  settings: UserGameSettings
  headers: Record<string, string>
}

export const saveGameSettings = ({ userId, settings, headers }: SaveSettingsParams) =>
  http.put(pathOf(userId), gameSettingsToWire(settings), { headers })
