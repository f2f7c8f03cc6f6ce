import { describe, expect, test } from '@jest/globals'
import type { GameType } from '../../contracts/game'
import { gameLines, type GameListLine } from './gameGroups'

const game = (id: number, name: string, type: GameType) => ({ id, name, type })
const GAMES = [
  game(1, 'Fruit', 'Slot'),
  game(2, 'Bingo 90', 'Bingo'),
  game(3, 'Fire', 'Slot'),
  game(4, 'Dragón', 'Slot'),
]

const textOf = (line: GameListLine): string => {
  if (line.kind === 'group') return `# ${line.type}`
  return line.kind === 'empty' ? line.text : line.games.map(({ name }) => name).join(', ')
}
const texts = (query: string, columns: number, games = GAMES) => gameLines(games, query, columns).map(textOf)

describe('[GAMECONFIG-2] [GAMECONFIG-3] the lines of a game list', () => {
  test('are grouped by type, with several games on a line, and a line for empty types', () => {
    expect(texts('', 2)).toEqual([
      '# Slot',
      'Fruit, Fire',
      'Dragón',
      '# Bingo',
      'Bingo 90',
      '# Poker',
      'No Poker games available',
    ])
  })

  test('name the search if a type has no match', () => {
    expect(texts(' FR ', 3)).toEqual([
      '# Slot',
      'Fruit',
      '# Bingo',
      'No Bingo games available matching "FR"',
      '# Poker',
      'No Poker games available matching "FR"',
    ])
  })

  test('match in any case, with accents as typed', () => {
    expect(texts('DRAGÓN', 1)[1]).toBe('Dragón')
  })

  test('[CONST-13] have a group for games of other types if there are any', () => {
    expect(texts('', 1, [game(9, 'Keno', 'Other')]).slice(-2)).toEqual(['# Other', 'Keno'])
    expect(texts('', 1)).not.toContain('# Other')
  })

  test('show for each type that the catalogue is empty', () => {
    expect(texts('', 4, [])).toEqual([
      '# Slot',
      'No Slot games available',
      '# Bingo',
      'No Bingo games available',
      '# Poker',
      'No Poker games available',
    ])
  })
})
