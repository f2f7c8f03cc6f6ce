import { z } from 'zod'
import { schemaWithDefaults } from './wireFields.schema'
import { JACKPOT_FIELDS, JACKPOTS_FIELDS, LANGUAGES, OTHER_FIELDS } from './gameSettings'

const jackpot = schemaWithDefaults(JACKPOT_FIELDS, {}).prefault({})
const jackpotSettings = schemaWithDefaults(JACKPOTS_FIELDS, {
  megaJackpot: jackpot,
  superJackpot: jackpot,
  miniJackpot: jackpot,
})
const otherSettings = schemaWithDefaults(OTHER_FIELDS, {
  languages: z.array(z.enum(LANGUAGES)).max(LANGUAGES.length).default([]),
})

/** GET /api/Games/user-settings/{userId}. */
export const gameSettingsResponse = z.object({
  selectedGames: z.array(z.int()).default([]),
  jackpotSettings: jackpotSettings.prefault({}),
  otherSettings: otherSettings.prefault({}),
  version: z.string().optional(),
})

const MAX_GAMES = 10_000
const gameId = z.int().min(0)

/** PUT of the same: a chosen game is an id, or an object of which the id alone counts. */
export const gameSettingsRequest = gameSettingsResponse.omit({ version: true }).extend({
  selectedGames: z
    .array(z.union([gameId, z.object({ id: gameId })]))
    .max(MAX_GAMES)
    .default([]),
})

export type GameSettingsResponse = z.infer<typeof gameSettingsResponse>
export type GameSettingsRequest = z.infer<typeof gameSettingsRequest>
