import { describe, expect, it } from '@jest/globals'
import { best, highlightAfter, matching, statusText, type Command } from './model'

const command = (label: string, words?: string): Command => ({
  key: label,
  group: 'Actions',
  label,
  ...(words !== undefined && { words }),
  run: () => undefined,
})
const COMMANDS = [command('New user', 'create add'), command('Logout', 'sign out'), command('Users')]

describe('commands', () => {
  it.each([
    ['', ['New user', 'Logout', 'Users']],
    ['user', ['New user', 'Users']],
    ['  USER new ', ['New user']],
    ['sign out', ['Logout']],
    ['create user', ['New user']],
    ['users new', []],
  ])('that %p finds', (query, labels) =>
    expect(matching(COMMANDS, query).map(({ label }) => label)).toEqual(labels),
  )
})

describe('the best of what a list has found', () => {
  const names = ['subjoe', 'joe2', 'Joe', 'joe1', 'majoe']
  it('are whole names, then beginnings, in the order of the list', () => {
    expect(best(names, (name) => name, ' joe', 4)).toEqual(['Joe', 'joe2', 'joe1', 'subjoe'])
  })
  it('does not look through all of 100,000', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `user${index}`)
    let compared = 0
    best(many, (name) => ((compared += 1), name), 'user', 6)
    expect(compared).toBeLessThan(10_000)
  })
})

it.each([
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, 0],
  ['ArrowUp', 0, 3, 2],
  ['PageDown', 1, 30, 9],
  ['PageDown', 1, 3, 2],
  ['PageUp', 1, 3, 0],
  ['ArrowDown', 0, 0, null],
  ['Home', 2, 3, null],
])('%s leads from %d of %d to %p', (key, at, count, next) =>
  expect(highlightAfter(key, at, count)).toBe(next),
)

it.each([
  [{ query: ' ' }, 'Type a name to find users and machines.'],
  [{ loading: true }, 'Users and machines are still loading.'],
  [{ failed: ['Users', 'Machines'] }, 'Users and Machines could not be loaded.'],
  [{}, 'Nothing found.'],
  [{ count: 1 }, '1 result'],
  [{ count: 12 }, '12 results'],
])('says of %j', (over, text) =>
  expect(statusText({ query: 'joe', count: 0, loading: false, failed: [], ...over })).toBe(text),
)
