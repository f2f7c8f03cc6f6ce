import { GAME_TYPES, type GameType } from '@console/shared-kernel/contracts'
import { choicePart, sortPart, textPart } from '@console/shared-kernel/table'

/** A type of '' means any. */
export const GAMES_VIEW = {
  search: textPart('search'),
  sort: sortPart('id', ['name', 'type', 'status']),
  type: choicePart<GameType | ''>('type', ['', ...GAME_TYPES]),
}
