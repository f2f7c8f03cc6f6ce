import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { endSession, leaveSession, rememberSession } from './sessionStorage'
import { holdUnsavedChanges } from './unsavedChanges'
import { userSetting } from './userSetting'
import { aUser } from '../../testing/render'
import { clearStorage } from '../../testing/storage'

const parse = (stored: unknown) => (stored === 'b' ? 'b' : 'a')
const signIn = (userId: number) => rememberSession(`token ${userId}`, aUser({ userId }))

beforeEach(() => signIn(1))
afterEach(() => {
  jest.restoreAllMocks()
  clearStorage()
})

describe('a setting of a user', () => {
  it('is its default until it is chosen, and is stored under its user', () => {
    const setting = userSetting('letter', parse)
    expect(setting.get()).toBe('a')
    const listener = jest.fn()
    setting.subscribe(listener)
    setting.set('b')
    expect(listener).toHaveBeenCalledTimes(1)
    expect(localStorage.getItem('console.1.letter')).toBe('"b"')
    expect(userSetting('letter', parse).get()).toBe('b')
  })

  it('is not that of who signs in next, and comes back with its user', () => {
    const setting = userSetting('letter', parse)
    setting.set('b')
    leaveSession()
    expect(setting.get()).toBe('a')
    signIn(2)
    expect(setting.get()).toBe('a')
    signIn(1)
    expect(setting.get()).toBe('b')
  })

  it('stays while a session that has ended waits for its user over a changed form', () => {
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

  it.each(['', '{', '"c"', '[]', 'null'])('that cannot be read, stored as %j, is its default', (stored) => {
    localStorage.setItem('console.1.letter', stored)
    expect(userSetting('letter', parse).get()).toBe('a')
  })

  it('follows another tab of the same user', () => {
    const setting = userSetting('letter', parse)
    localStorage.setItem('console.1.letter', '"b"')
    dispatchEvent(new StorageEvent('storage', { key: 'console.2.letter' }))
    expect(setting.get()).toBe('a')
    dispatchEvent(new StorageEvent('storage', { key: 'console.1.letter' }))
    expect(setting.get()).toBe('b')
  })

  it('counts in this tab where the browser stores nothing', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no', 'QuotaExceededError')
    })
    const setting = userSetting('letter', parse)
    setting.set('b')
    expect(setting.get()).toBe('b')
    expect(userSetting('letter', parse).get()).toBe('b')
  })

  it('of somebody who is not signed in is stored nowhere', () => {
    leaveSession()
    const setting = userSetting('letter', parse)
    setting.set('b')
    expect(setting.get()).toBe('b')
    expect(Object.keys(localStorage).filter((key) => key.startsWith('console.'))).toEqual([])
  })
})
