import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { endSession, leaveSession, rememberSession } from './storedSession'
import { holdUnsavedChanges } from './unsavedChanges'
import { userSetting } from './userSetting'
import { aUser } from '../../testing/entities'
import { clearStorage } from '../../testing/storage'

const parse = (stored: unknown) => (stored === 'b' ? 'b' : 'a')
const signIn = (userId: number) => rememberSession(`token ${userId}`, aUser({ userId }))

beforeEach(() => signIn(1))
afterEach(() => {
  jest.restoreAllMocks()
  clearStorage()
})

describe('a setting of a user', () => {
  test('has its default until it is chosen, and is stored for its user', () => {
    const setting = userSetting('letter', parse)
    expect(setting.get()).toBe('a')
    const listener = jest.fn()
    setting.subscribe(listener)
    setting.set('b')
    expect(listener).toHaveBeenCalledTimes(1)
    expect(localStorage.getItem('console.1.letter')).toBe('"b"')
    expect(userSetting('letter', parse).get()).toBe('b')
  })

  test('is not used for the next user, and returns with its own user', () => {
    const setting = userSetting('letter', parse)
    setting.set('b')
    leaveSession()
    expect(setting.get()).toBe('a')
    signIn(2)
    expect(setting.get()).toBe('a')
    signIn(1)
    expect(setting.get()).toBe('b')
  })

  test('stays while an interrupted session waits for its user', () => {
    const setting = userSetting('letter', parse)
    setting.set('b')
    const release = holdUnsavedChanges()
    endSession()
    expect(setting.get()).toBe('b')
    signIn(1)
    expect(setting.get()).toBe('b')
    endSession()
    signIn(2)
    expect(setting.get()).toBe('a')
    release()
  })

  test.each(['', '{', '"c"', '[]', 'null'])('that is malformed, stored as %j, has its default', (stored) => {
    localStorage.setItem('console.1.letter', stored)
    expect(userSetting('letter', parse).get()).toBe('a')
  })

  test('changes with another tab of the same user', () => {
    const setting = userSetting('letter', parse)
    localStorage.setItem('console.1.letter', '"b"')
    dispatchEvent(new StorageEvent('storage', { key: 'console.2.letter' }))
    expect(setting.get()).toBe('a')
    dispatchEvent(new StorageEvent('storage', { key: 'console.1.letter' }))
    expect(setting.get()).toBe('b')
  })

  test('is kept in this tab if the browser stores nothing', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no', 'QuotaExceededError')
    })
    const setting = userSetting('letter', parse)
    setting.set('b')
    expect(setting.get()).toBe('b')
    expect(userSetting('letter', parse).get()).toBe('b')
  })

  test('is not stored while no user is signed in', () => {
    leaveSession()
    const setting = userSetting('letter', parse)
    setting.set('b')
    expect(setting.get()).toBe('b')
    expect(Object.keys(localStorage).filter((key) => key.startsWith('console.'))).toEqual([])
  })
})
