import { z } from 'zod'
import {
  BROWSERS,
  CREDITS_FORMATS,
  CURRENCY_SYMBOLS,
  EXECUTION_MODES,
  INITIAL_LOADS,
  LANGUAGES,
  MACHINE_CURRENCIES,
} from './gameSettings'

const jackpot = z.object({
  apMinimum: z.number().default(0),
  initial: z.number().default(0),
  maximum: z.number().default(0),
  increasePercentage: z.number().default(0),
  increaseBackupPercentage: z.number().default(0),
})

const jackpotSettings = z.object({
  megaJackpot: jackpot.prefault({}),
  superJackpot: jackpot.prefault({}),
  miniJackpot: jackpot.prefault({}),
  literalMonedaJackpot: z.enum(CURRENCY_SYMBOLS).default('€'),
})

const otherSettings = z.object({
  browser: z.enum(BROWSERS).default('Chrome'),
  executionMode: z.enum(EXECUTION_MODES).default('Release'),
  initialLoad: z.enum(INITIAL_LOADS).default('AllGames'),
  currency: z.enum(MACHINE_CURRENCIES).default('Euro'),
  touchScreen: z.boolean().default(false),
  showVolumeButton: z.boolean().default(false),
  logoLuckHand: z.boolean().default(false),
  canCreatePlayer: z.boolean().default(false),
  creditsFormat: z.enum(CREDITS_FORMATS).default('Credits'),
  languages: z.array(z.enum(LANGUAGES)).max(LANGUAGES.length).default([]),
})

/** GET /api/Games/user-settings/{userId}. */
export const gameSettingsResponse = z.object({
  selectedGames: z.array(z.int()).default([]),
  jackpotSettings: jackpotSettings.prefault({}),
  otherSettings: otherSettings.prefault({}),
  version: z.string().optional(),
})

const MOST_GAMES = 10_000
const gameId = z.int().min(0)

/** PUT of the same: a chosen game is an id, or an object of which the id alone counts. */
export const gameSettingsRequest = gameSettingsResponse.omit({ version: true }).extend({
  selectedGames: z
    .array(z.union([gameId, z.object({ id: gameId })]))
    .max(MOST_GAMES)
    .default([]),
})

export type GameSettingsResponse = z.infer<typeof gameSettingsResponse>
export type GameSettingsRequest = z.infer<typeof gameSettingsRequest>
