import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import {
  acquit,
  beginVigil,
  endVigil,
  leaveOut,
  leftOutStore,
  readmit,
  readVigils,
  suspectStore,
} from './vigil'

beforeEach(() => {
  sessionStorage.clear()
  readVigils()
})

/** The tab is loaded anew, without a goodbye of the page before. */
const nextStart = () => {
  readVigils()
  return [...suspectStore.get()]
}

describe('a build whose code runs', () => {
  it('is a suspect at the next start where the tab died of it', () => {
    beginVigil('one', 'users.1')
    expect(nextStart()).toEqual(['users.1'])
    expect(nextStart()).toEqual([])
  })

  it('is none once it has painted, and no longer than the last of its vigils', () => {
    beginVigil('one', 'users.1')
    beginVigil('two', 'users.1')
    endVigil('one')
    expect(nextStart()).toEqual(['users.1'])
    endVigil('two')
    expect(nextStart()).toEqual([])
  })

  it('is none where the page was left, however long it took', () => {
    beginVigil('one', 'users.1')
    dispatchEvent(new Event('pagehide'))
    expect(nextStart()).toEqual([])
    endVigil('one')
  })
})

describe('a suspect', () => {
  beforeEach(() => {
    beginVigil('one', 'users.1')
    nextStart()
    endVigil('one')
  })

  it('may be opened all the same', () => {
    acquit('users.1')
    expect(suspectStore.get().size).toBe(0)
    expect(leftOutStore.get().size).toBe(0)
  })

  it('may be left out for as long as the tab is there, and taken back', () => {
    leaveOut('users.1')
    expect(suspectStore.get().size).toBe(0)
    nextStart()
    expect([...leftOutStore.get()]).toEqual(['users.1'])
    readmit('users.1')
    nextStart()
    expect([...leftOutStore.get()]).toEqual([])
  })
})

it.each([
  [
    'is blocked',
    () => {
      throw new Error('denied')
    },
  ],
  ['holds something else', () => '{"a":1}'],
  ['is corrupt', () => '['],
])('a storage that %s suspects nobody', (_, read) => {
  const stored = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(read)
  expect(nextStart()).toEqual([])
  stored.mockRestore()
})
