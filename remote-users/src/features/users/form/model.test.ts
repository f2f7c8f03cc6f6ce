import { describe, expect, test } from '@jest/globals'
import { normaliseUser, type User } from '@console/shared-kernel/contracts'
import { aUser } from '@console/shared-kernel/testing/page'
import { availableCountries, countryIdOf, formOf, formUnder, newCountryIdOf } from './model'

describe('[STATE-13] [ENTITY-5] [PRODUCT-2] the level of a new user follows its parent', () => {
  test.each([
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
    [5, 6],
    [6, 6],
    [7, 6],
    [0, 6],
    [999, 6],
  ])('level %d gives %d', (parent, level) =>
    expect(formUnder(aUser({ level: parent }))).toMatchObject({ userName: '', password: '', level }),
  )
})

describe('[STATE-14] [CONST-4] the country of a new user', () => {
  const countries = [
    { id: 1, name: 'Spain' },
    { id: 34, name: 'México' },
  ]
  test.each([
    ['is the parent’s', 34, null, 34],
    ['known by name alone is found by it', 0, ' méxico', 34],
    ['that no list has is none', 0, 'Atlantis', 0],
    ['else is Spain', 0, null, 1],
  ])('%s', (_, countryId, countryName, expected) =>
    expect(countryIdOf({ countryId, countryName }, countries)).toBe(expected),
  )
})

test.each([
  ['by name alone is that of the one option', { countryId: 0, countryName: 'Perú' }, [], 1],
  ['is the parent’s', { countryId: 51, countryName: 'Perú' }, [], 51],
  ['is found in the list', { countryId: 0, countryName: 'Perú' }, [{ id: 51, name: 'Perú' }], 51],
])('[USERFORM-8] with these countries the id of a country %s', (_, parent, countries, id) =>
  expect(newCountryIdOf(parent, countries)).toBe(id),
)

describe('[ENTITY-4] the form of a user', () => {
  test.each<[string, User, object]>([
    [
      'holds what it is',
      aUser({ userName: 'ana', level: 3, nameClient: 'Ana S.L.', technicianClients: '3', password: 'x' }),
      {
        userName: 'ana',
        password: '',
        currentPassword: '',
        level: 3,
        nameClient: 'Ana S.L.',
        technicianClients: '3',
      },
    ],
    [
      'has defaults',
      normaliseUser({ userId: 9, userName: 'bea' })!,
      { userName: 'bea', password: '', currentPassword: '', level: 6, nameClient: '', technicianClients: '' },
    ],
  ])('%s', (_, user, expected) => expect(formOf(user)).toEqual(expected))
})

describe('[USERFORM-8] the offered countries', () => {
  const spain = { id: 1, name: 'Spain' }
  const peru = { id: 51, name: 'Perú' }
  test.each([
    ['the list', [peru, spain], 51, 'Perú', [peru, spain]],
    ['Spain while it loads', undefined, 1, null, [spain]],
    ['Spain where it is empty', [], 1, 'Spain', [spain]],
    ['and the user’s own, which is not among them', [], 51, 'Perú', [spain, peru]],
    ['and none without a name', [], 51, null, [spain]],
  ])('%s', (_, list, id, name, expected) => expect(availableCountries(list, id, name)).toEqual(expected))
})
