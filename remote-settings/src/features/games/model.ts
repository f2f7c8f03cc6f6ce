import type { Game, GameType } from '@console/shared-kernel/contracts'
import { counted, countedOf } from '@console/shared-kernel/domain'
import { matcher, type SortColumn, type SortDirection, sortRows } from '@console/shared-kernel/rules'

/** Searches names and ids. */
export function findGames(games: readonly Game[], query: string, type: GameType | ''): Game[] {
  const matches = matcher(query)
  return games.filter((game) => (type === '' || game.type === type) && matches(game.name, String(game.id)))
}

const COLUMNS: ReadonlyMap<string, SortColumn<Game>> = new Map([
  ['id', { kind: 'number', read: ({ id }: Game) => id }],
  ['name', { kind: 'name', read: ({ name }: Game) => name }],
  ['type', { kind: 'text', read: ({ type }: Game) => type }],
  ['status', { kind: 'number', read: ({ active }: Game) => Number(active) }],
])

/** Sorts by id if the key is unknown. */
export function sortGames(games: readonly Game[], key: string, direction: SortDirection): Game[] {
  return sortRows(games, COLUMNS.get(key) ?? COLUMNS.get('id')!, direction)
}

export const countLine = (shown: number, all: number): string =>
  shown === all ? counted(all, 'game') : countedOf(shown, all, 'game')
