import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  creatorOf,
  DEFAULT_COUNTRIES,
  normaliseCountries,
  normaliseUser,
  type User,
  USER_FIELDS,
} from './user'
import type { UserResponse } from './user.schema'
import { newUserToWire, type UserChanges, userToWire } from './userToWire'

const missing = Object.entries(USER_FIELDS).map(([key, field]) => [key, field.missing])
const onlyId = { ...(Object.fromEntries(missing) as User), userId: 7 }

describe('[ENTITY-1] a user as read', () => {
  test('has every field of the contract', () => {
    const wire: Partial<UserResponse> = {
      userId: 7,
      userName: 'ana',
      level: 4,
      countryId: 1,
      countryName: 'Spain',
      isBlocked: true,
      blockedUntil: '2026-11-22T08:00:00.000Z',
      quitPass: true,
      botonBlockedDeshabilitado: true,
      parentUserId: 3,
      treeUserNamesCreators: 'master/admin1/ana',
      createdAt: '2026-11-21T02:35:00Z',
      numeroMaquinas: 12,
      nameClient: 'Ana S.L.',
      listaClientesTecnico: '4,5',
      version: '3',
    }
    const {
      botonBlockedDeshabilitado,
      treeUserNamesCreators,
      numeroMaquinas,
      listaClientesTecnico,
      ...same
    } = wire
    expect(normaliseUser(wire)).toEqual({
      ...onlyId,
      ...same,
      blockDisabled: botonBlockedDeshabilitado,
      creatorChain: treeUserNamesCreators,
      machineCount: numeroMaquinas,
      technicianClients: listaClientesTecnico,
      password: '',
    })
  })

  test.each<[string, Record<string, unknown>, Partial<User>]>([
    ['id for userId', { userId: undefined, id: 7 }, {}],
    ['ids as text', { userId: '7', parentUserId: '3' }, { parentUserId: 3 }],
    ['username', { username: 'ana' }, { userName: 'ana' }],
    ['name', { name: 'ana' }, { userName: 'ana' }],
    ['a blank userName, then name', { userName: ' ', name: 'ana' }, { userName: 'ana' }],
    ['userName before the others', { userName: 'ana', username: 'b', name: 'c' }, { userName: 'ana' }],
    ['levelU', { levelU: 6 }, { level: 6 }],
    ['level before levelU', { level: 5, levelU: 6 }, { level: 5 }],
    ['a level as text', { level: '6' }, { level: 6 }],
    ['[PRODUCT-5] no level: 999', { level: null }, { level: 999 }],
    ['an invalid level: 999', { level: 'high' }, { level: 999 }],
    ['country', { country: 'Peru' }, { countryName: 'Peru' }],
    ['pais', { countryName: '', pais: 'Peru' }, { countryName: 'Peru' }],
    ['countryName before the others', { pais: 'a', country: 'b', countryName: 'c' }, { countryName: 'c' }],
    ['userIdcriador', { userIdcriador: 3 }, { parentUserId: 3 }],
    ['NumeroMaquinas', { NumeroMaquinas: '4' }, { machineCount: 4 }],
    ['flags as text and number', { isBlocked: 'true', quitPass: 1 }, { isBlocked: true, quitPass: true }],
    ['a password sent against the contract', { password: 'x' }, { password: 'x' }],
    [
      'wrong types everywhere',
      { userName: {}, level: [], countryName: 5n, isBlocked: 'maybe', createdAt: {} },
      {},
    ],
    ['extra fields', JSON.parse('{"__proto__":{"level":1},"surprise":1}'), {}],
  ])('%s', (_, fields, expected) => {
    expect(normaliseUser({ userId: 7, ...fields })).toEqual({ ...onlyId, ...expected })
  })

  test.each([
    [null],
    [undefined],
    ['x'],
    [7],
    [[]],
    [{}],
    [{ userId: 'x' }],
    [{ userId: 1.5 }],
    [{ id: '' }],
  ])('is not read from %p', (wire) => expect(normaliseUser(wire)).toBeNull())

  test('is read without an exception from any fields', () => {
    const fields = Object.fromEntries(Object.keys(onlyId).map((key) => [key, fc.anything()]))
    fc.assert(fc.property(fc.record(fields), (wire) => void normaliseUser(wire)))
  })
})

describe('[SHELL-13] the creator is the second-to-last name of the chain:', () => {
  test.each([
    ['master/admin1/ana', 'admin1'],
    ['/master/ana/', 'master'],
    ['master', null],
    ['', null],
  ])('%p has %p', (treeUserNamesCreators, expected) => {
    expect(creatorOf(normaliseUser({ id: 1, treeUserNamesCreators })!)).toBe(expected)
  })
})

describe('[ENTITY-8] countries', () => {
  test.each([
    ['as sent', [{ id: 1, name: 'Spain' }], [{ id: 1, name: 'Spain' }]],
    ['ids as text', [{ id: '2', name: 'Peru' }], [{ id: 2, name: 'Peru' }]],
    ['those without id or name', [{ id: 1 }, { name: 'x' }, null, { id: 3, name: ' ' }], []],
    [
      'one id twice',
      [
        { id: 1, name: 'a' },
        { id: '1', name: 'b' },
      ],
      [{ id: 1, name: 'a' }],
    ],
    ['an object', { id: 1, name: 'a' }, []],
    ['nothing', null, []],
  ])('%s', (_, wire, expected) => expect(normaliseCountries(wire)).toEqual(expected))

  test('[USERFORM-8] [CONST-4] Spain is the fallback, with id 1', () => {
    expect(DEFAULT_COUNTRIES).toEqual([{ id: 1, name: 'Spain' }])
  })
})

test('[ENTITY-2] [CALL-7] [VALID-6] the body that creates a user has the specified fields', () => {
  expect(
    newUserToWire({ userName: 'ana', password: 'secret12', level: 6, countryId: 34, parentUserId: 5 }),
  ).toEqual({
    userName: 'ana',
    password: 'secret12',
    levelU: 6,
    countryId: 34,
    nameClient: 'ana',
    userIdcriador: 5,
    isBlocked: false,
    quitPass: false,
    botonBlockedDeshabilitado: false,
    listaClientesTecnico: '',
  })
})

describe('[ENTITY-3] [CALL-8] the body that changes a user', () => {
  const asRead = {
    userId: 9,
    countryId: 34,
    nameClient: 'Ana S.L.',
    isBlocked: true,
    quitPass: true,
    botonBlockedDeshabilitado: true,
    listaClientesTecnico: '3,4',
    password: '',
  }
  const wire = { ...asRead, userName: 'ana', level: 6, password: 'what a server should not send' }
  test.each<[string, UserChanges, object]>([
    ['nothing changed', {}, asRead],
    ['[VALID-5] an empty password', { password: '' }, asRead],
    ['a password', { password: 'secret12' }, { ...asRead, password: 'secret12' }],
    [
      "a password of one's own",
      { password: 'secret12', currentPassword: 'old' },
      { ...asRead, password: 'secret12', currentPassword: 'old' },
    ],
    [
      'no current password',
      { password: 'secret12', currentPassword: '' },
      { ...asRead, password: 'secret12' },
    ],
    ['unblocked', { isBlocked: false }, { ...asRead, isBlocked: false }],
    [
      'blocked until a time, for a reason',
      { isBlocked: true, blockedUntil: '2026-12-01T07:00:00.000Z', reason: 'moves' },
      { ...asRead, isBlocked: true, blockedUntil: '2026-12-01T07:00:00.000Z', reason: 'moves' },
    ],
  ])('%s', (_, changes, expected) => expect(userToWire(normaliseUser(wire)!, changes)).toEqual(expected))

  test('is complete for a user with few known fields', () => {
    expect(userToWire(normaliseUser({ id: '9', name: 'ana' })!, {})).toEqual({
      userId: 9,
      nameClient: 'ana',
      countryId: 0,
      password: '',
      isBlocked: false,
      quitPass: false,
      botonBlockedDeshabilitado: false,
      listaClientesTecnico: '',
    })
  })
})
