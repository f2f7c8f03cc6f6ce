import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createCrashGuard, type CrashGuard } from './crashGuard'

let guard: CrashGuard
beforeEach(() => {
  sessionStorage.clear()
  guard = createCrashGuard()
})

/** The tab is loaded again, and the page before was not told. */
const nextStart = () => {
  guard = createCrashGuard()
  return [...guard.suspects.get()]
}

describe('a build whose code runs', () => {
  test('is a suspect at the next start if the tab died meanwhile', () => {
    guard.arm('one', 'users.1')
    expect(nextStart()).toEqual(['users.1'])
    expect(nextStart()).toEqual([])
  })

  test('is no suspect after it has painted, while its last guard is disarmed', () => {
    guard.arm('one', 'users.1')
    guard.arm('two', 'users.1')
    guard.disarm('one')
    expect(nextStart()).toEqual(['users.1'])
    guard.disarm('two')
    expect(nextStart()).toEqual([])
  })

  test('is no suspect if the page was left, however long it took', () => {
    guard.arm('one', 'users.1')
    dispatchEvent(new Event('pagehide'))
    expect(nextStart()).toEqual([])
    guard.disarm('one')
  })
})

describe('a suspect', () => {
  beforeEach(() => {
    guard.arm('one', 'users.1')
    nextStart()
    guard.disarm('one')
  })

  test('may be dismissed and loaded', () => {
    guard.dismiss('users.1')
    expect(guard.suspects.get().size).toBe(0)
    expect(guard.disabled.get().size).toBe(0)
  })

  test('may be disabled for the life of the tab, and enabled again', () => {
    guard.disable('users.1')
    expect(guard.suspects.get().size).toBe(0)
    nextStart()
    expect([...guard.disabled.get()]).toEqual(['users.1'])
    guard.enable('users.1')
    nextStart()
    expect([...guard.disabled.get()]).toEqual([])
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
])('a storage that %s gives no suspects', (_, read) => {
  const stored = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(read)
  expect(nextStart()).toEqual([])
  stored.mockRestore()
})
