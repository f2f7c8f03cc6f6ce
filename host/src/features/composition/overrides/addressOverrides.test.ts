import { afterEach, describe, expect, test } from '@jest/globals'
import {
  readAccepted,
  readSearch,
  rememberAccepted,
  takeRequested,
  type OverrideAddresses,
} from './addressOverrides'

const LOCAL = 'http://localhost:4101/'

afterEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

describe('an address', () => {
  test.each<{ search: string; requested: OverrideAddresses; rest: string }>([
    { search: '', requested: {}, rest: '' },
    { search: '?run=1', requested: {}, rest: '?run=1' },
    { search: '?q=a%20b', requested: {}, rest: '?q=a%20b' },
    { search: `?remote.users=${LOCAL}`, requested: { users: LOCAL }, rest: '' },
    { search: `?run=1&remote.users=${LOCAL}&q=a`, requested: { users: LOCAL }, rest: '?run=1&q=a' },
    { search: '?remote.users=', requested: { users: '' }, rest: '' },
    { search: '?remote.=x&remotes.users=y', requested: {}, rest: '?remote.=x&remotes.users=y' },
  ])('asks for a release: $search', ({ search, requested, rest }) =>
    expect(readSearch(search)).toEqual({ requested, search: rest }),
  )

  test('loses only the request for a release', () => {
    history.replaceState({ idx: 1 }, '', `/machines?run=1&remote.users=${LOCAL}#part`)
    expect(takeRequested()).toEqual({ users: LOCAL })
    expect(location.href).toMatch(/\/machines\?run=1#part$/)
    expect(history.state).toEqual({ idx: 1 })
    expect(takeRequested()).toEqual({})
  })
})

describe('a tab', () => {
  const KEY = 'console.acceptedOverrides'
  const NOTHING = { userId: null, overrides: {} }

  test('keeps accepted overrides and their user until they are forgotten', () => {
    rememberAccepted({ userId: 7, overrides: { users: LOCAL } })
    expect(readAccepted()).toEqual({ userId: 7, overrides: { users: LOCAL } })
    rememberAccepted({ userId: 7, overrides: {} })
    expect(sessionStorage.getItem(KEY)).toBeNull()
  })

  test.each(['[', 'null', '5', '{"overrides":{"users":1}}', '{"overrides":null}', '{"userId":"7"}'])(
    'with %s in its storage has accepted nothing',
    (text) => {
      sessionStorage.setItem(KEY, text)
      expect(readAccepted()).toEqual(NOTHING)
    },
  )

  test('ignores a release that an older host stored without asking', () => {
    sessionStorage.setItem('console.overrides', JSON.stringify({ users: LOCAL }))
    expect(readAccepted()).toEqual(NOTHING)
  })
})
