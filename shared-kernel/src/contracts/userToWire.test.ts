import { describe, expect, test } from '@jest/globals'
import { normaliseUser } from './user'
import { newUserToWire, userToWire, type UserChanges } from './userToWire'

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
  const wire = {
    userId: 9,
    userName: 'ana',
    level: 6,
    countryId: 34,
    nameClient: 'Ana S.L.',
    isBlocked: true,
    quitPass: true,
    botonBlockedDeshabilitado: true,
    listaClientesTecnico: '3,4',
    password: 'what a server should not send',
  }
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
