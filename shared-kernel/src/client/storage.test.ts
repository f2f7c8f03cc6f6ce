import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { onOtherTab, readStorage, readStoredJson, STORAGE_KEYS, writeStorage } from './storage'

const fail = (name: string) => () => {
  throw new DOMException('no', name)
}
const blocked = fail('SecurityError')
const full = fail('QuotaExceededError')

/** Acts as another tab that has written to the shared storage. */
function otherTab(key: string | null, newValue: string | null): void {
  if (key === null) localStorage.clear()
  else if (newValue === null) localStorage.removeItem(key)
  else localStorage.setItem(key, newValue)
  dispatchEvent(new StorageEvent('storage', { key, newValue }))
}

const calledBack = jest.fn<(value: string | null) => void>()
onOtherTab('token', calledBack)

beforeEach(() => {
  for (const key of Object.values(STORAGE_KEYS)) writeStorage(key, null)
})
afterEach(() => {
  jest.restoreAllMocks()
  calledBack.mockReset()
})

test('[CONST-1] the storage keys are the specified ones', () =>
  expect(Object.values(STORAGE_KEYS)).toEqual(['token', 'user', 'themeMode']))

describe('a stored value', () => {
  test('can be read by all tabs and removed', () => {
    writeStorage('token', 't')
    expect(readStorage('token')).toBe('t')
    expect(localStorage.getItem('token')).toBe('t')
    writeStorage('token', null)
    expect(readStorage('token')).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
  })

  test.each([
    ['blocked', blocked],
    ['full', full],
  ])('is kept in this tab if storage is %s', (_, error) => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(error)
    writeStorage('token', 't')
    expect(readStorage('token')).toBe('t')
    writeStorage('token', null)
    expect(readStorage('token')).toBeNull()
  })

  test('takes precedence over an older value if storage is full', () => {
    writeStorage('token', 'old')
    jest.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(full)
    writeStorage('token', 'new')
    expect(readStorage('token')).toBe('new')
    otherTab('token', 'newest')
    expect(readStorage('token')).toBe('newest')
  })

  test('is not written to a storage that cannot be read', () => {
    for (const method of ['getItem', 'setItem', 'removeItem'] as const)
      jest.spyOn(Storage.prototype, method).mockImplementation(blocked)
    expect(readStorage('user')).toBeNull()
    writeStorage('user', 'u')
    expect(readStorage('user')).toBe('u')
    expect(() => writeStorage('user', null)).not.toThrow()
    expect(readStorage('user')).toBeNull()
  })
})

describe('stored JSON', () => {
  test.each([
    ['{"a":1}', { a: 1 }],
    ['null', null],
    ['', null],
    ['{"a":', null],
    ['undefined', null],
    ['[object Object]', null],
  ])('is read: %p', (text, expected) => {
    writeStorage('user', text)
    expect(readStoredJson('user')).toEqual(expected)
  })

  test('may be missing', () => expect(readStoredJson('user')).toBeUndefined())
})

describe('another tab', () => {
  test.each([
    { title: 'writes the key', key: 'token', value: 't', calls: [['t']] },
    { title: 'removes the key', key: 'token', value: null, calls: [[null]] },
    { title: 'writes another key', key: 'themeMode', value: 'dark', calls: [] },
    { title: 'clears everything', key: null, value: null, calls: [[null]] },
  ])('$title', ({ key, value, calls }) => {
    otherTab(key, value)
    expect(calledBack.mock.calls).toEqual(calls)
  })
})
