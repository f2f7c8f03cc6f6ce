import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createStore } from './store'
import {
  endSession,
  leaveSession,
  rememberSession,
  sessionStore,
  storedToken,
  updateStoredUser,
} from './storedSession'
import { hasUnsavedChanges, holdUnsavedChanges } from './unsavedChanges'

const ana = { userId: 7, userName: 'ana', level: 4, nameClient: 'Ana S.L.' }
const SIGNED_OUT = { token: null, user: null }

beforeEach(() => {
  leaveSession()
  endSession()
})
afterEach(() => {
  jest.restoreAllMocks()
  localStorage.clear()
})

/** The session of a page that starts with this in its storage. */
async function sessionAtStart(stored: Record<string, string>) {
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  jest.resetModules()
  return (await import('./storedSession')).sessionStore.get()
}

describe('[STATE-1] the session at the start', () => {
  const user = JSON.stringify(ana)
  test.each([
    ['token and user', { token: 't', user }, { token: 't', user: ana }],
    ['nothing', {}, SIGNED_OUT],
    ['an empty token', { token: '', user }, SIGNED_OUT],
    ['a token of signs that no header may hold', { token: '\u2603', user }, SIGNED_OUT],
    ['a token of several lines', { token: 'a\nb', user }, SIGNED_OUT],
    ['a user without a token', { user }, SIGNED_OUT],
    ['a token alone', { token: 't' }, { token: 't', user: null }],
    ['a user that is no JSON', { token: 't', user: '{"userId":' }, SIGNED_OUT],
    ['a user of another shape', { token: 't', user: '[1]' }, SIGNED_OUT],
    ['a user that is null', { token: 't', user: 'null' }, SIGNED_OUT],
    ['a user without an id', { token: 't', user: '{}' }, { token: 't', user: null }],
    [
      'a user under older names',
      { token: 't', user: '{"id":"7","username":"ana","levelU":4}' },
      { token: 't', user: { ...ana, nameClient: '' } },
    ],
  ])('%s', async (_, stored, expected) => expect(await sessionAtStart(stored)).toEqual(expected))

  test('is signed out if storage cannot be read', async () => {
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    expect(await sessionAtStart({})).toEqual(SIGNED_OUT)
  })
})

describe('a session', () => {
  test('[LOGIN-5] [ENTITY-6] is stored as token and user', () => {
    rememberSession('t', ana)
    expect(storedToken()).toBe('t')
    expect(localStorage.getItem('token')).toBe('t')
    expect(JSON.parse(localStorage.getItem('user')!)).toEqual(ana)
  })

  test.each([
    ['by itself', endSession, SIGNED_OUT],
    ['[SHELL-6] because the user left', leaveSession, { ...SIGNED_OUT, left: true }],
  ])('[STATE-3] ends %s, and nothing of it is kept', (_, end, expected) => {
    rememberSession('t', ana)
    end()
    expect(sessionStore.get()).toEqual(expected)
    expect(localStorage).toHaveLength(0)
  })

  test('continues in this tab if storage is full', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    rememberSession('t', ana)
    expect(sessionStore.get()).toEqual({ token: 't', user: ana })
  })
})

describe('a session that ends while a form has changes', () => {
  const INTERRUPTED = { ...SIGNED_OUT, interrupted: { token: 't', user: ana } }
  let letGo: () => void
  beforeEach(() => {
    rememberSession('t', ana)
    letGo = holdUnsavedChanges()
  })
  afterEach(() => letGo())

  test('is interrupted: its storage is cleared, and the screen stays', () => {
    endSession()
    expect(sessionStore.get()).toEqual(INTERRUPTED)
    expect(localStorage).toHaveLength(0)
    endSession()
    expect(sessionStore.get()).toEqual(INTERRUPTED)
  })

  test('ends once the form has no changes', () => {
    letGo()
    endSession()
    expect(sessionStore.get()).toEqual(SIGNED_OUT)
  })

  test('ends if the user leaves', () => {
    endSession()
    leaveSession()
    expect(sessionStore.get()).toEqual({ ...SIGNED_OUT, left: true })
  })

  test('continues after the next sign-in', () => {
    endSession()
    rememberSession('t2', ana)
    expect(sessionStore.get()).toEqual({ token: 't2', user: ana })
  })

  test.each([
    ['ended in another tab is interrupted here too', [null], INTERRUPTED],
    ['left in another tab is left here too', ['', null], { ...SIGNED_OUT, left: true, elsewhere: true }],
  ])('%s', (_, values, expected) => {
    localStorage.clear()
    for (const newValue of values) dispatchEvent(new StorageEvent('storage', { key: 'token', newValue }))
    expect(sessionStore.get()).toEqual(expected)
  })
})

describe('unsaved edits', () => {
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

  test('block closing the tab while there are any', () => {
    expect([hasUnsavedChanges(), isAsked()]).toEqual([false, false])
    const [one, other] = [holdUnsavedChanges(), holdUnsavedChanges()]
    one()
    one()
    expect([hasUnsavedChanges(), isAsked()]).toEqual([true, true])
    other()
    expect([hasUnsavedChanges(), isAsked()]).toEqual([false, false])
  })
})

describe('another tab', () => {
  const changeInOtherTab = (key: string | null, newValue: string | null) =>
    dispatchEvent(new StorageEvent('storage', { key, newValue }))

  test('that signs in signs in this one', () => {
    localStorage.setItem('user', JSON.stringify(ana))
    localStorage.setItem('token', 't2')
    changeInOtherTab('token', 't2')
    expect(sessionStore.get()).toEqual({ token: 't2', user: ana })
  })

  test('that signs in as another user changes the user here', () => {
    rememberSession('t1', ana)
    localStorage.setItem('user', JSON.stringify({ ...ana, userId: 8 }))
    localStorage.setItem('token', 't2')
    changeInOtherTab('token', 't2')
    expect(sessionStore.get()).toMatchObject({ token: 't2', user: { userId: 8 } })
  })

  test.each([
    ['signs out', 'token'],
    ['clears everything', null],
  ])('that %s also signs out this one', (_, key) => {
    rememberSession('t1', ana)
    localStorage.clear()
    changeInOtherTab(key, null)
    expect(sessionStore.get()).toEqual(SIGNED_OUT)
  })

  test.each([
    ['the end of the own session', endSession, 't2'],
    ['an answer about the own user', () => updateStoredUser({ ...ana, level: 3 }), 't1'],
  ])('that has signed in keeps its session after %s, even before its event arrives', (_, act, token) => {
    rememberSession('t1', ana)
    localStorage.setItem('user', JSON.stringify({ ...ana, userId: 8 }))
    localStorage.setItem('token', 't2')
    act()
    expect(localStorage.getItem('token')).toBe('t2')
    expect(JSON.parse(localStorage.getItem('user')!)).toMatchObject({ userId: 8 })
    expect(storedToken()).toBe(token)
  })

  test('that writes another key has no effect', () => {
    rememberSession('t1', ana)
    const before = sessionStore.get()
    changeInOtherTab('themeMode', 'dark')
    expect(sessionStore.get()).toBe(before)
  })
})

describe('[STATE-2] the current user over the stored one', () => {
  test('merges the sent fields into the stored ones, and keeps the others', () => {
    rememberSession('t', ana)
    updateStoredUser({ id: 7, username: 'Ana', level: 3 })
    const merged = { ...ana, userName: 'Ana', level: 3 }
    expect(sessionStore.get()).toEqual({ token: 't', user: merged })
    expect(JSON.parse(localStorage.getItem('user')!)).toEqual(merged)
  })

  test('notifies no listener if nothing changed', () => {
    rememberSession('t', ana)
    const before = sessionStore.get()
    updateStoredUser({ ...ana })
    expect(sessionStore.get()).toBe(before)
  })

  test('stores nothing while no user is signed in', () => {
    updateStoredUser(ana)
    expect(sessionStore.get()).toEqual(SIGNED_OUT)
    expect(localStorage).toHaveLength(0)
  })
})

describe('a store', () => {
  test('notifies its listeners once for each new value, until they unsubscribe', () => {
    const store = createStore(1)
    const listener = jest.fn()
    const leave = store.subscribe(listener)
    store.set(1)
    expect(listener).not.toHaveBeenCalled()
    store.set(2)
    expect([store.get(), listener.mock.calls.length]).toEqual([2, 1])
    leave()
    store.set(3)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('notifies all listeners, even if one unsubscribes meanwhile', () => {
    const store = createStore(1)
    const second = jest.fn()
    const leave = store.subscribe(() => leave())
    store.subscribe(second)
    store.set(2)
    expect(second).toHaveBeenCalledTimes(1)
  })
})
