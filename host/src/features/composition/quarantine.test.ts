import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createQuarantine, type Quarantine } from './quarantine'

let quarantine: Quarantine
beforeEach(() => {
  sessionStorage.clear()
  quarantine = createQuarantine()
})

const held = () => [...quarantine.builds.get()].map((one) => one.join(' '))
/** Loads the tab again without a `pagehide` event for the previous page. */
const nextStart = () => {
  quarantine = createQuarantine()
  return held()
}

describe('a build whose code runs', () => {
  test('is in quarantine at the next start if the tab died in the meantime', () => {
    quarantine.mark('one', 'users.1')
    expect(nextStart()).toEqual(['users.1 frozen'])
    expect(nextStart()).toEqual([])
  })

  test('is not in quarantine after it has painted, once its last marker is removed', () => {
    quarantine.mark('one', 'users.1')
    quarantine.mark('two', 'users.1')
    quarantine.unmark('one')
    expect(nextStart()).toEqual(['users.1 frozen'])
    quarantine.unmark('two')
    expect(nextStart()).toEqual([])
  })

  test('is not in quarantine if the user left the page, however long it took', () => {
    quarantine.mark('one', 'users.1')
    dispatchEvent(new Event('pagehide'))
    expect(nextStart()).toEqual([])
    quarantine.unmark('one')
  })
})

describe('a build in quarantine', () => {
  beforeEach(() => {
    quarantine.mark('one', 'users.1')
    nextStart()
    quarantine.unmark('one')
  })

  test('may be released and loaded', () => {
    quarantine.release('users.1')
    expect(held()).toEqual([])
  })

  test('may be left out for the life of the tab, and released again', () => {
    quarantine.leaveOut('users.1')
    expect(held()).toEqual(['users.1 left out'])
    expect(nextStart()).toEqual(['users.1 left out'])
    quarantine.release('users.1')
    expect(nextStart()).toEqual([])
  })
})

test.each([
  [
    'is blocked',
    () => {
      throw new Error('denied')
    },
  ],
  ['holds something else', () => '{"a":1}'],
  ['is corrupt', () => '['],
])('if the storage %s, no build is in quarantine', (_, read) => {
  const stored = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(read)
  expect(nextStart()).toEqual([])
  stored.mockRestore()
})
