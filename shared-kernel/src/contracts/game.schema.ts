import { z } from 'zod'
import { schemaOf } from './wireFields.schema'
import { GAME_FIELDS, GAME_TYPES } from './game'

export const gameResponse = schemaOf(GAME_FIELDS, { version: z.string().optional() })

export const gameListResponse = z.array(gameResponse)

/** GET /api/Machines/available-games: the games in use, as a machine's configuration offers them. */
export const availableGameListResponse = z.array(gameResponse.omit({ gameState: true, version: true }))

const name = z
  .string()
  .trim()
  .min(1, 'Escribe un nombre')
  .max(100)
  .regex(/^[^\p{Cc}\p{Surrogate}]*$/u)

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
