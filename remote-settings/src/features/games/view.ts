import { GAME_TYPES, type GameType } from '@console/shared-kernel/contracts'
import { choicePart, sortPart, textPart } from '@console/shared-kernel/table'

/** What the address of the screen holds; a type of '' is any. */
export const GAMES_VIEW = {
  search: textPart('search'),
  sort: sortPart('id', ['name', 'type', 'status']),
  type: choicePart<GameType | ''>('type', ['', ...GAME_TYPES]),
}
