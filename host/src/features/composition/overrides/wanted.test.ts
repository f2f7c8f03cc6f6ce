import { afterEach, describe, expect, it } from '@jest/globals'
import { parseEnvironment } from '@console/shared-kernel/remote'
import { environment } from '@console/shared-kernel/testing/node'
import { forget, overridesOf, readSearch, remember, type Wanted } from './wanted'

const LOCAL = 'http://localhost:4101/'
const { environment: production } = parseEnvironment(environment())

afterEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

describe('an address', () => {
  it.each<[string, Wanted, Wanted, string]>([
    ['', {}, {}, ''],
    ['?run=1', {}, {}, '?run=1'],
    [`?remote.users=${LOCAL}`, {}, { users: LOCAL }, ''],
    [`?run=1&remote.users=${LOCAL}&q=a`, {}, { users: LOCAL }, '?run=1&q=a'],
    ['?remote.users=x', { users: LOCAL, machines: LOCAL }, { users: 'x', machines: LOCAL }, ''],
    ['?remote.users=', { users: LOCAL, machines: LOCAL }, { machines: LOCAL }, ''],
    ['?remote.=x&remotes.users=y', {}, {}, '?remote.=x&remotes.users=y'],
  ])('%j after %j', (search, before, wanted, rest) =>
    expect(readSearch(search, before)).toEqual({ wanted, search: rest }),
  )
})

describe('a tab', () => {
  const stored = () => sessionStorage.getItem('console.overrides')

  it('without overrides is as it was, and loads nothing for them', async () => {
    history.replaceState(null, '', '/machines?run=1#part')
    expect(await overridesOf(production)).toEqual({})
    expect(location.href).toMatch(/\/machines\?run=1#part$/)
    expect(stored()).toBeNull()
  })

  it('keeps what it wants until it is forgotten', () => {
    remember({ users: LOCAL, machines: LOCAL })
    forget('users')
    expect(stored()).toBe(JSON.stringify({ machines: LOCAL }))
    forget('machines')
    expect(stored()).toBeNull()
  })

  it.each(['[', 'null', '5', '{"users":1}'])('with %s in its memory wants nothing', async (text) => {
    sessionStorage.setItem('console.overrides', text)
    expect(await overridesOf(production)).toEqual({})
  })
})
