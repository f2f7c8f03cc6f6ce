import { describe, expect, test } from '@jest/globals'
import { machineListQuery, userListQuery } from './listParams'
import { gameParams, userParams } from './params'

const messagesOf = (query: object): string[] =>
  userListQuery.safeParse(query).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ??
  []

describe('the parameters of a list', () => {
  test('are optional', () => expect(userListQuery.parse({})).toEqual({}))

  test('are read', () =>
    expect(
      userListQuery.parse({
        limit: '25',
        cursor: 'abc',
        search: 'Ana',
        branch: '7',
        level: '3,6',
        fields: 'userName,level',
      }),
    ).toEqual({
      limit: 25,
      cursor: 'abc',
      search: 'Ana',
      branch: 7,
      level: [3, 6],
      fields: ['userName', 'level'],
    }))

  test.each(['1', '1000'])('allow a page of %s rows', (limit) =>
    expect(userListQuery.parse({ limit })).toEqual({ limit: Number(limit) }),
  )

  test.each(['0', '1001', '99999', '-1', '1.5', 'x', '5x', 'x5', ''])(
    'do not allow a page of %j rows',
    (limit) => expect(messagesOf({ limit })).toEqual(['limit: Debe ser un número de 1 a 1000']),
  )

  test.each(['0', '8', '3,', ',3', '3;4', '34', 'x'])('do not allow %j as levels', (level) =>
    expect(messagesOf({ level })).toEqual(['level: Debe ser uno o varios, separados por comas, de: 1 a 7']),
  )

  test('do not allow an unknown field, even among others', () => {
    const [message] = messagesOf({ fields: 'userName,password' })
    expect(message).toMatch(/^fields: Debe ser uno o varios, separados por comas, de: userId, /)
    expect(messagesOf({ fields: '' })).toHaveLength(1)
    expect(machineListQuery.safeParse({ fields: 'userName' }).success).toBe(
      machineListQuery.safeParse({ fields: 'idMachine,userName' }).success,
    )
    expect(machineListQuery.parse({ fields: 'idMachine' })).toEqual({ fields: ['idMachine'] })
  })

  test('allow a search of up to 100 characters without control characters', () => {
    expect(messagesOf({ search: 'x'.repeat(100) })).toEqual([])
    expect(messagesOf({ search: 'x'.repeat(101) })).toHaveLength(1)
    for (const search of ['a\0b', '\u0007', 'a\n'])
      expect(messagesOf({ search })).toEqual(['search: No puede contener caracteres de control'])
    expect(messagesOf({ search: '' })).toEqual([])
  })

  test('allow a cursor of up to 100 characters', () => {
    expect(messagesOf({ cursor: 'x'.repeat(100) })).toEqual([])
    expect(messagesOf({ cursor: 'x'.repeat(101) })).toHaveLength(1)
  })
})

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
