import { describe, expect, test } from '@jest/globals'
import { mergeStoredUser, normaliseLogin, normaliseStoredUser, storedUserOf } from './storedUser'

const ana = { userId: 7, userName: 'ana', level: 4, nameClient: 'Ana S.L.' }

describe('[ENTITY-7] the answer to a sign-in', () => {
  test.each([
    ['whole', { token: 't', ...ana }, { token: 't', ...ana }],
    ['numbers as text', { token: 't', ...ana, userId: '7', level: '4' }, { token: 't', ...ana }],
    ['a token alone', { token: 't' }, { token: 't', userId: 0, userName: '', level: 999, nameClient: '' }],
  ])('%s', (_, wire, expected) => expect(normaliseLogin(wire)).toEqual(expected))

  test.each([
    [null],
    [[]],
    ['t'],
    [{}],
    [ana],
    [{ ...ana, token: '' }],
    [{ token: ' ' }],
    [{ token: 5 }],
    [{ token: null }],
  ])('[VALID-2] %p contains no token', (wire) => expect(normaliseLogin(wire)).toBeNull())
})

describe('[ENTITY-6] the stored user', () => {
  test.each([
    ['as stored', ana, ana],
    ['partly stored', { userId: 7 }, { userId: 7, userName: '', level: 999, nameClient: '' }],
    ['with more than is kept', { ...ana, token: 't', password: 'p' }, ana],
    ['without an id', { userName: 'ana' }, null],
    ['a text', 'ana', null],
    ['a list', [ana], null],
    ['nothing', null, null],
  ])('%s', (_, stored, expected) => expect(normaliseStoredUser(stored)).toEqual(expected))

  test('from a sign-in has no token', () => expect(storedUserOf({ token: 't', ...ana })).toEqual(ana))
})

describe('[STATE-2] the current user merged into the answer to the sign-in', () => {
  test.each([
    { title: 'a new level', stored: ana, current: { level: 5 }, expected: { ...ana, level: 5 } },
    {
      title: 'other names',
      stored: ana,
      current: { id: 7, username: 'Ana', levelU: 3 },
      expected: { ...ana, userName: 'Ana', level: 3 },
    },
    {
      title: 'absent and null fields stay',
      stored: ana,
      current: { userId: 7, nameClient: null },
      expected: ana,
    },
    {
      title: 'an emptied field',
      stored: ana,
      current: { nameClient: '' },
      expected: { ...ana, nameClient: '' },
    },
    { title: 'an invalid answer', stored: ana, current: 'oops', expected: ana },
    {
      title: 'nothing stored before',
      stored: null,
      current: { userId: 7 },
      expected: { userId: 7, userName: '', level: 999, nameClient: '' },
    },
  ])('$title', ({ stored, current, expected }) => expect(mergeStoredUser(stored, current)).toEqual(expected))
})
