import { describe, expect, test } from '@jest/globals'
import type { Game, GameType } from '@console/shared-kernel/contracts'
import { GAMES_VIEW } from './GamesList'
import { countLine, findGames, sortGames } from './model'

const game = (id: number, name: string, type: GameType, active = true): Game => ({
  id,
  name,
  type,
  active,
  raw: {},
})
const GAMES = [
  game(10, 'Dragón', 'Slot'),
  game(2, 'bingo 90', 'Bingo', false),
  game(3, 'Álamo', 'Poker'),
  game(4, 'Keno', 'Other'),
]
const ids = (games: readonly Game[]) => games.map(({ id }) => id)

describe('finding games', () => {
  test.each<[string, GameType | '', number[]]>([
    ['', '', [10, 2, 3, 4]],
    ['DRAG', '', [10]],
    [' 90 ', '', [2]],
    ['10', '', [10]],
    ['', 'Bingo', [2]],
    ['a', 'Poker', [3]],
    ['keno', 'Slot', []],
  ])('with %j of type %j', (query, type, expected) =>
    expect(ids(findGames(GAMES, query, type))).toEqual(expected),
  )

  test.each([
    ['type=Slot', 'Slot'],
    ['type=Other', 'Other'],
    ['type=slot', ''],
    ['type=Keno', ''],
    ['', ''],
  ])('[CONST-13] the address %j means type %j', (address, type) =>
    expect(GAMES_VIEW.type.read(new URLSearchParams(address))).toBe(type),
  )
})

describe('sorting games', () => {
  test.each<[string, 'asc' | 'desc', number[]]>([
    ['id', 'asc', [2, 3, 4, 10]],
    ['id', 'desc', [10, 4, 3, 2]],
    ['name', 'asc', [3, 2, 10, 4]],
    ['type', 'asc', [2, 4, 3, 10]],
    ['status', 'asc', [2, 10, 3, 4]],
    ['constructor', 'asc', [2, 3, 4, 10]],
  ])('by %s %s', (key, direction, expected) =>
    expect(ids(sortGames(GAMES, key, direction))).toEqual(expected),
  )
})

test.each([
  [1, 1, '1 game'],
  [0, 1, '0 of 1 game'],
  [1200, 1200, '1,200 games'],
  [3, 1200, '3 of 1,200 games'],
])('%d of %d shows %s', (shown, all, text) => expect(countLine(shown, all)).toBe(text))
