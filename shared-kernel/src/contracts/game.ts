import { GAME_ID_NAMES } from './gameId'
import { field, normaliserOf, type EntityOf } from './wireFields'
import {
  asRecord,
  normaliseList,
  readBoolean,
  readChoice,
  readFilledText,
  readInteger,
  type WireRecord,
} from './wireReaders'

export const GAME_TYPES = ['Slot', 'Bingo', 'Poker', 'Other'] as const
export type GameType = (typeof GAME_TYPES)[number]

export const GAME_FIELDS = {
  id: field(GAME_ID_NAMES, readInteger),
  name: field('name', readFilledText, ''),
  /** A game sent without a type counts as a Slot, one of an unknown type as Other. */
  type: field('type', readChoice(GAME_TYPES, 'Other'), 'Slot'),
  active: field('gameState', readBoolean, false),
}

export interface Game extends EntityOf<typeof GAME_FIELDS> {
  /** The game as sent: fields that the console does not know survive a save. */
  raw: WireRecord
}

export type NewGame = Pick<Game, 'name' | 'type' | 'active'>

export const NEW_GAME: Readonly<NewGame> = { name: '', type: 'Slot', active: true }

const gameOf = normaliserOf(GAME_FIELDS)

/** Returns null if a required field is invalid. */
export function normaliseGame(wire: unknown): Game | null {
  const game = gameOf(wire)
  return game && { ...game, raw: asRecord(wire) }
}

export const normaliseGames = (wire: unknown): Game[] => normaliseList(wire, normaliseGame, (game) => game.id)

export const newGameToWire = ({ name, type, active }: NewGame) => ({ name, type, gameState: active })

/** The whole game with its state set; all other fields are sent back unchanged. */
export const gameWithStateToWire = ({ id, name, type, raw }: Game, active: boolean): WireRecord => ({
  name,
  type,
  ...raw,
  id,
  gameState: active,
})
