import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { finish } from '../contracts/steps'
import { searchTexts, matcher, searchIndex, userSearch } from './search'

const users = [
  { userName: 'Ana.García', countryName: 'Spain' },
  { userName: 'spinner', countryName: null },
  { userName: 'bob', countryName: 'PERÚ' },
  { userName: 'ΣΟΦΙΑ', countryName: 'Ελλάδα' },
]
const texts = finish(searchTexts(users))
const forwards = Uint32Array.from(users.keys())
const backwards = forwards.toReversed()
const found = (query: string, order = forwards) =>
  Array.from(userSearch(texts)(order, query), (index) => users[index]!.userName)

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

  it('gives the very same order back where nothing is typed', () =>
    expect(userSearch(texts)(backwards, ' ')).toBe(backwards))

  it('keeps the order that it is given', () =>
    expect(found('sp', backwards)).toEqual(['spinner', 'Ana.García']))

  it('finds nobody among nobody', () => expect(userSearch([])(new Uint32Array(0), 'a')).toHaveLength(0))

  it('finds the same whatever was looked for before', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'n', 'í', ' '), maxLength: 4 })
    const names = ['ana', 'aníana', 'nan', 'ían', '', 'n a n']
    const upwards = Uint32Array.from(names.keys())
    const orders = fc.constantFrom(upwards, upwards.toReversed())
    fc.assert(
      fc.property(fc.array(fc.tuple(letters, orders)), (searches) => {
        const search = userSearch(names)
        for (const [query, order] of searches) {
          expect(search(order, query)).toEqual(userSearch(names)(order, query))
        }
      }),
    )
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
