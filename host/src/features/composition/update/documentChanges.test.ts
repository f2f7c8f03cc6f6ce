import { describe, expect, test } from '@jest/globals'
import { parseEnvironment } from '@console/shared-kernel/remote'
import { deployed, environment, release } from '@console/shared-kernel/testing/node'
import { canTakeInPlace, changesBetween, contentOf } from './updates'

const users = (build: string) => ({ ...deployed(), release: release({ build }) })
const content = (over: Record<string, unknown>) =>
  contentOf(parseEnvironment(environment(over)).environment, { userId: 7, browser: 1234 })
const host = { version: '2.3.0', build: '77aa01cd' }
const newerHost = (percent: number) => ({ ...host, canary: { version: '2.4.0', build: 'ffffffff', percent } })
const page = content({ remotes: { users: users('a') } })
const added = deployed({ name: 'machines' })

describe('a new environment document', () => {
  test.each<[string, Record<string, unknown>]>([
    ['the same', { remotes: { users: users('a') } }],
    ['a new revision of the same', { revision: 43, remotes: { users: users('a') } }],
    ['another fall-back', { remotes: { users: { ...users('a'), previous: users('0') } } }],
    [
      'the canary of others',
      { remotes: { users: { ...users('a'), canary: { ...users('c'), percent: 0 } } } },
    ],
    ['the host’s canary of others', { host: newerHost(0), remotes: { users: users('a') } }],
    ['another host to fall back to', { host: { ...host, previous: host }, remotes: { users: users('a') } }],
  ])('with %s needs no reload', (_, served) => expect(changesBetween(page, content(served))).toBeNull())

  test.each<[string, Record<string, unknown>, string[]]>([
    ['another build', { remotes: { users: users('b') } }, ['users b']],
    [
      'a canary of one’s own',
      { remotes: { users: { ...users('a'), canary: { ...users('c'), percent: 100 } } } },
      ['users c'],
    ],
    ['one more remote', { remotes: { users: users('a'), machines: added } }, ['machines 3f9c2a1b']],
    ['one remote less', { remotes: {} }, []],
    ['another host', { host: { version: '2.3.0', build: 'ffffffff' }, remotes: { users: users('a') } }, []],
    ['a canary of the host of one’s own', { host: newerHost(100), remotes: { users: users('a') } }, []],
    ['another server', { apiUrl: 'https://other.example.com', remotes: { users: users('a') } }, []],
    ['another time zone', { timeZone: 'America/Lima', remotes: { users: users('a') } }, []],
  ])('with %s needs a reload', (_, served, expected) =>
    expect(
      changesBetween(page, content(served))?.map(({ release }) => `${release.name} ${release.build}`),
    ).toEqual(expected),
  )
})

describe('a page uses a new document without a reload', () => {
  const read = (document: object) => ({ ...parseEnvironment(document), document, readMs: 0 })
  const at = (baseUrl: string) => ({ ...users('a'), baseUrl })
  const developer = { developer: true, overrides: ['http://localhost:4101'] }
  const served = (over: Record<string, unknown>, page: Record<string, unknown> = {}) => {
    const own = { host, remotes: { users: users('a') } }
    const pageDocument = read(environment({ ...own, ...page }))
    return canTakeInPlace(pageDocument, host, read(environment({ ...own, ...over })), 1234)
  }
  const other = at('https://other.example.com/users/')

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['that is the same', {}, {}],
    ['with another release at the same origin', { remotes: { users: users('b') } }, {}],
    [
      'whose origin the page had in a faulty record',
      { remotes: { users: other } },
      { remotes: { users: { ...other, release: null } } },
    ],
    ['with one remote less', { remotes: {} }, {}],
  ])('%s', (_, over, page) => expect(served(over, page)).toBe(true))

  test.each<[string, Record<string, unknown>]>([
    ['a remote at a new origin', { remotes: { users: other } }],
    ['a previous release at a new origin', { remotes: { users: { ...users('a'), previous: other } } }],
    ['a canary at a new origin', { remotes: { users: { ...users('a'), canary: { ...other, percent: 0 } } } }],
    ['a new origin of overrides', developer],
    ['a new telemetry server', { telemetryUrl: 'https://told.example.com/' }],
    ['another server', { apiUrl: 'https://other.example.com' }],
    ['another time zone', { timeZone: 'America/Lima' }],
    ['another host', { host: { ...host, build: 'ffffffff' } }],
  ])('but not with %s', (_, over) => expect(served(over)).toBe(false))
})
