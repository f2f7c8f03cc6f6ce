import { describe, expect, test } from '@jest/globals'
import { gameParams, userParams } from './params'

describe('an id in a path', () => {
  test.each([
    ['0', 0],
    ['7', 7],
    ['999999999999999', 999_999_999_999_999],
  ])('%s is read as a number', (userId, id) => expect(userParams.parse({ userId })).toEqual({ userId: id }))

  test.each(['', 'x', '7x', 'x7', '-1', '1.5', '1000000000000000'])('%j is refused', (gameId) =>
    expect(gameParams.safeParse({ gameId }).error?.issues[0]?.message).toBe('Debe ser un número'),
  )
})
