import { describe, expect, test } from '@jest/globals'
import { gameWithStateToWire, NEW_GAME, newGameToWire, normaliseGame, normaliseGames } from './game'

describe('[ENTITY-9] a game', () => {
  test.each([
    [
      'as sent',
      { id: 1, name: 'A', type: 'Poker', gameState: true },
      { id: 1, name: 'A', type: 'Poker', active: true },
    ],
    ['_id', { _id: '5', name: 'A', type: 'Bingo' }, { id: 5, name: 'A', type: 'Bingo', active: false }],
    ['id before _id', { id: 1, _id: 2 }, { id: 1, name: '', type: 'Slot', active: false }],
    ['[GAMECONFIG-2] no type: Slot', { id: 1, type: '' }, { id: 1, name: '', type: 'Slot', active: false }],
    ['a type in other case', { id: 1, type: 'bingo' }, { id: 1, name: '', type: 'Bingo', active: false }],
    ['an unknown type', { id: 1, type: 'Keno' }, { id: 1, name: '', type: 'Other', active: false }],
    [
      'wrong types',
      { id: 1, name: [], type: {}, gameState: 'on?' },
      { id: 1, name: '', type: 'Slot', active: false },
    ],
  ])('%s', (_, wire, expected) => expect(normaliseGame(wire)).toEqual({ ...expected, raw: wire }))

  test.each([[null], [{}], [[]], [{ id: 'abc' }], [7]])('%p is not a game', (wire) =>
    expect(normaliseGame(wire)).toBeNull(),
  )

  test('lists leave out invalid and repeated games', () => {
    expect(normaliseGames([{ id: 1 }, { id: '1' }, {}, { _id: 2 }]).map((game) => game.id)).toEqual([1, 2])
    expect(normaliseGames({})).toEqual([])
  })
})

describe('games on the wire', () => {
  test('[ENTITY-10] a new game begins empty, as an active Slot', () => {
    expect(newGameToWire(NEW_GAME)).toEqual({ name: '', type: 'Slot', gameState: true })
  })

  test('[STATE-19] a toggle sends back the whole game, including unknown fields and types', () => {
    const wire = { id: 1, name: 'A', type: 'Keno', gameState: true, maker: 'X' }
    expect(gameWithStateToWire(normaliseGame(wire)!, false)).toEqual({ ...wire, gameState: false })
  })

  test('[STATE-19] a toggle fills in fields that the answer left out', () => {
    expect(gameWithStateToWire(normaliseGame({ _id: 4 })!, true)).toEqual({
      _id: 4,
      id: 4,
      name: '',
      type: 'Slot',
      gameState: true,
    })
  })
})
