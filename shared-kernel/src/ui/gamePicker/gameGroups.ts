import type { Game, GameType } from '../../contracts/game'
import { matcher } from '../../domain/search'

export type PickableGame = Pick<Game, 'id' | 'name' | 'type'>

export type GameListLine =
  /** A group with the ids of the games that the search finds. */
  | { kind: 'group'; type: GameType; gameIds: readonly number[] }
  | { kind: 'games'; games: readonly PickableGame[] }
  | { kind: 'empty'; text: string }

const ALWAYS: readonly GameType[] = ['Slot', 'Bingo', 'Poker']

export function gameLines(games: readonly PickableGame[], query: string, columns: number): GameListLine[] {
  const matches = matcher(query)
  const found = games.filter(({ name }) => matches(name))
  const types = games.some(({ type }) => type === 'Other') ? [...ALWAYS, 'Other' as const] : ALWAYS
  return types.flatMap((type) => {
    const ofType = found.filter((game) => game.type === type)
    const lines = ofType.length > 0 ? rowsOf(ofType, columns) : [emptyLine(type, query)]
    return [{ kind: 'group', type, gameIds: ofType.map(({ id }) => id) } as const, ...lines]
  })
}

function rowsOf(games: readonly PickableGame[], columns: number): GameListLine[] {
  const count = Math.ceil(games.length / columns)
  return Array.from({ length: count }, (_, row) => ({
    kind: 'games',
    games: games.slice(row * columns, (row + 1) * columns),
  }))
}

const emptyLine = (type: GameType, query: string): GameListLine => {
  const searched = query.trim() === '' ? '' : ` matching "${query.trim()}"`
  return { kind: 'empty', text: `No ${type} games available${searched}` }
}
