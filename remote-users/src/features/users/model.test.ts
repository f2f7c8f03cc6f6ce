import { describe, expect, it } from '@jest/globals'
import { countLine, emptyText } from './model'

describe('how many users there are', () => {
  it.each([
    [0, 0, '', 'No users found'],
    [0, 20, 'x', 'No users found'],
    [1, 1, '', '1 user'],
    [20, 20, '', '20 users'],
    [1234, 1234, '   ', '1,234 users'],
    [1, 20, 'ana', '1 of 20 users'],
    [20, 20, 'a', '20 of 20 users'],
    [1, 1, 'a', '1 of 1 user'],
    [1500, 100_000, 'a', '1,500 of 100,000 users'],
  ])('%d of %d, searching %p: %s', (shown, all, search, expected) =>
    expect(countLine({ shown, all, search, incomplete: false })).toBe(expected),
  )

  it('[ERROR-16] is not said of a list that could not be loaded, but of the users it still shows', () => {
    expect(countLine({ shown: 0, all: 0, search: '', incomplete: true })).toBe('')
    expect(countLine({ shown: 1, all: 1, search: '', incomplete: true })).toBe('1 user')
  })
})

describe('[USERS-10] why there are none', () => {
  const noMatch = 'No users match your search. Try a different name or country.'
  const missing = 'The list of users could not be loaded.'
  it.each([
    ['', false, 'There are no users below you yet.'],
    ['  ', false, 'There are no users below you yet.'],
    ['x', false, noMatch],
    ['', true, missing],
    ['x', true, missing],
  ])('searching %p, incomplete %p: %s', (search, incomplete, expected) =>
    expect(emptyText({ search, incomplete })).toBe(expected),
  )
})
