import { describe, expect, it } from '@jest/globals'
import { matcher, searchIndex, searchUsers } from './search'

const users = [
  { userName: 'Ana.García', countryName: 'Spain' },
  { userName: 'spinner', countryName: null },
  { userName: 'bob', countryName: 'PERÚ' },
  { userName: 'ΣΟΦΙΑ', countryName: 'Ελλάδα' },
]
const found = (query: string) => searchUsers(users, query).map((user) => user.userName)

describe('[USERS-3] [VALID-18] searching users', () => {
  it.each([
    ['', ['Ana.García', 'spinner', 'bob', 'ΣΟΦΙΑ']],
    ['   ', ['Ana.García', 'spinner', 'bob', 'ΣΟΦΙΑ']],
    ['ana', ['Ana.García']],
    ['GARCÍA', ['Ana.García']],
    ['garci\u0301a', ['Ana.García']],
    ['sp', ['Ana.García', 'spinner']],
    ['perú', ['bob']],
    ['garcia', ['Ana.García']],
    ['PERU', ['bob']],
    ['spínner', []],
    ['garcìa', []],
    ['σοφια', ['ΣΟΦΙΑ']],
    ['ελλαδα', ['ΣΟΦΙΑ']],
    ['σοφ', ['ΣΟΦΙΑ']],
    [' bob ', ['bob']],
    ['.', ['Ana.García']],
    ['.*', []],
    ['null', []],
    ['nobody', []],
  ])('%p finds %p', (query, expected) => expect(found(query)).toEqual(expected))

  it('gives the very same list back where nothing is typed', () =>
    expect(searchUsers(users, ' ')).toBe(users))

  it('goes through 100,000 users within half a second', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => ({ userName: `User${i}`, countryName: 'España' }))
    const start = performance.now()
    expect(searchUsers(many, 'user99999')).toHaveLength(1)
    expect(performance.now() - start).toBeLessThan(500)
  })
})

describe('a matcher', () => {
  it('looks into any number of texts', () => {
    expect(matcher('b')('a', null, 'ABC')).toBe(true)
    expect(matcher('x')('a', null, 'ABC')).toBe(false)
    expect(matcher('x')()).toBe(false)
    expect(matcher('')(null)).toBe(true)
  })
})

describe('a list that is searched at each letter', () => {
  const people = [{ name: 'Ana' }, { name: 'José' }, { name: 'ANASTASIA' }]

  it.each([
    ['', ['Ana', 'José', 'ANASTASIA']],
    ['  ', ['Ana', 'José', 'ANASTASIA']],
    ['ana', ['Ana', 'ANASTASIA']],
    ['JOSE\u0301', ['José']],
    ['jose', ['José']],
    ['x', []],
  ])('%p finds %p', (query, expected) =>
    expect(searchIndex(people, ({ name }) => name)(query).map(({ name }) => name)).toEqual(expected),
  )

  it('is folded once, and not before it is searched', () => {
    let read = 0
    const search = searchIndex(people, ({ name }) => {
      read += 1
      return name
    })
    search('')
    expect(read).toBe(0)
    search('a')
    search('an')
    expect(read).toBe(people.length)
  })
})
