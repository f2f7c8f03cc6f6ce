import { z } from 'zod'
import { ONE_LINE } from './common.schema'
import { GAME_FIELDS, GAME_TYPES } from './game'
import { JACKPOT_FIELDS, JACKPOTS_FIELDS, LANGUAGES, OTHER_FIELDS } from './gameSettings'
import { schemaOf, schemaWithDefaults } from './wireFields.schema'

export const gameResponse = schemaOf(GAME_FIELDS, { version: z.string().optional() })

export const gameListResponse = z.array(gameResponse)

/** GET /api/Machines/available-games: the games in use, as a machine's configuration offers them. */
export const availableGameListResponse = z.array(gameResponse.omit({ gameState: true, version: true }))

const name = z.string().trim().min(1, 'Escribe un nombre').max(100).regex(ONE_LINE)

export const createGameRequest = z.object({
  name,
  type: z.enum(GAME_TYPES).default('Slot'),
  gameState: z.boolean().default(true),
})

/** PUT /api/Games/{gameId}: the whole game. */
export const updateGameRequest = z.object({
  id: z.int().optional(),
  name,
  type: z.enum(GAME_TYPES),
  gameState: z.boolean(),
})

export type GameResponse = z.infer<typeof gameResponse>
export type CreateGameRequest = z.infer<typeof createGameRequest>
export type UpdateGameRequest = z.infer<typeof updateGameRequest>

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

/** PUT of the same path: a chosen game is an id, or an object of which only the id is read. */
export const gameSettingsRequest = gameSettingsResponse.omit({ version: true }).extend({
  selectedGames: z
    .array(z.union([gameId, z.object({ id: gameId })]))
    .max(MAX_GAMES)
    .default([]),
})

export type GameSettingsResponse = z.infer<typeof gameSettingsResponse>
export type GameSettingsRequest = z.infer<typeof gameSettingsRequest>
