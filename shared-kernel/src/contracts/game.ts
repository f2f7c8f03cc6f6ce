import {
  firstOf,
  isRecord,
  normaliseList,
  readBoolean,
  readChoice,
  readFilledText,
  readInteger,
  type WireRecord,
} from './wire'

export const GAME_TYPES = ['Slot', 'Bingo', 'Poker', 'Other'] as const
export type GameType = (typeof GAME_TYPES)[number]

export interface Game {
  id: number
  name: string
  /** A game sent without a type counts as a Slot, one of a type nobody knows as Other. */
  type: GameType
  active: boolean
  /** As sent: a changed game goes back whole. */
  raw: WireRecord
}

export type NewGame = Pick<Game, 'name' | 'type' | 'active'>

/** What the form for a new game starts with. */
export const NEW_GAME: Readonly<NewGame> = { name: '', type: 'Slot', active: true }

const readType = readChoice(GAME_TYPES)

const typeOf = (sent: unknown): GameType =>
  readFilledText(sent) === undefined ? 'Slot' : (readType(sent) ?? 'Other')

/** One game, or null where there is nothing to know it by. */
export function normaliseGame(wire: unknown): Game | null {
  if (!isRecord(wire)) return null
  const id = firstOf(wire, ['id', '_id'], readInteger)
  if (id === undefined) return null
  return {
    id,
    name: firstOf(wire, ['name'], readFilledText) ?? '',
    type: typeOf(wire['type']),
    active: firstOf(wire, ['gameState'], readBoolean) ?? false,
    raw: wire,
  }
}

export const normaliseGames = (wire: unknown): Game[] => normaliseList(wire, normaliseGame, (game) => game.id)

export const newGameToWire = ({ name, type, active }: NewGame) => ({ name, type, gameState: active })

/** The whole game with its state set; whatever else the server sent goes back as it came. */
export const gameWithStateToWire = ({ id, name, type, raw }: Game, active: boolean): WireRecord => ({
  name,
  type,
  ...raw,
  id,
  gameState: active,
})
