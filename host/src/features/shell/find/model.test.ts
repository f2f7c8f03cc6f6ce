import { describe, expect, jest, test } from '@jest/globals'
import { best, excerpt, matching, statusText, type Command } from './model'

const command = (label: string, words?: string): Command => ({
  key: label,
  group: 'Actions',
  label,
  ...(words !== undefined && { words }),
  run: () => undefined,
})
const COMMANDS = [command('New user', 'create add'), command('Logout', 'sign out'), command('Users')]

describe('commands', () => {
  test.each([
    ['', ['New user', 'Logout', 'Users']],
    ['user', ['New user', 'Users']],
    ['  USER new ', ['New user']],
    ['sign out', ['Logout']],
    ['create user', ['New user']],
    ['users new', []],
  ])('found by %p', (query, labels) =>
    expect(matching(COMMANDS, query).map(({ label }) => label)).toEqual(labels),
  )
})

describe('the best results of a list', () => {
  const names = ['subjoe', 'joe2', 'Joe', 'joe1', 'majoe']
  test('are whole names, then beginnings, in the order of the list', () => {
    expect(best(names, (name) => name, ' joe', 4)).toEqual(['Joe', 'joe2', 'joe1', 'subjoe'])
  })
  test('list matches of the name before other matches', () => {
    const users = ['spaniard of Spain', 'a user', 'zSpain', 'Spain 2']
    expect(best(users, (name) => name, 'spain', 3)).toEqual(['Spain 2', 'spaniard of Spain', 'zSpain'])
  })
  test('from beyond the first 5,000 rows are only whole names', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `user ${99_999 - index}`)
    const folded = jest.spyOn(String.prototype, 'normalize')
    expect(best(many, (name) => name, 'user 4', 1)).toEqual(['user 4'])
    expect(folded.mock.calls.length).toBeLessThan(10_000)
    folded.mockRestore()
  })
})

test.each([
  { text: 'bill reader\n is stuck', query: 'reader', shown: 'bill reader is stuck' },
  {
    text: `${'word '.repeat(20)}reader is stuck ${'and '.repeat(20)}`,
    query: 'READER',
    shown: '…word word reader is stuck and and and and and and and and an…',
  },
  { text: 'x'.repeat(80), query: 'nowhere', shown: `${'x'.repeat(60)}…` },
])('the excerpt of $text for "$query" is $shown', ({ text, query, shown }) =>
  expect(excerpt(text, query)).toBe(shown),
)

const listed = (count: number) => Array.from({ length: count }, (_, index) => command(`result ${index}`))
const showsMore = (more: number) => ({ ...command('Show all'), more })

test.each<[Partial<Parameters<typeof statusText>[0]>, string]>([
  [{ query: ' ' }, "Type a name, or an action such as 'credit slot 12'."],
  [{ loading: true }, 'Users and machines are still loading.'],
  [{ searchesNotes: true }, 'Notes are still being searched.'],
  [{ failed: ['Users', 'Machines'] }, 'Users and Machines could not be loaded.'],
  [{}, 'Nothing found.'],
  [{ commands: listed(1) }, '1 result'],
  [{ commands: listed(12) }, '12 results'],
  [{ commands: [...listed(6), showsMore(30)] }, '6 of 36 results'],
  [{ commands: [...listed(12), showsMore(9_994), showsMore(39_994)] }, '12 of 50,000 results'],
])('the message for %j', (over, text) =>
  expect(
    statusText({ query: 'joe', commands: [], loading: false, searchesNotes: false, failed: [], ...over }),
  ).toBe(text),
)
