import { describe, expect, test } from '@jest/globals'
import { matchRoutes } from 'react-router-dom'
import { hasParameters, hostRoutes, routeProblems } from './routeProblems'

const USERS = [
  { owner: 'users', path: '/hello/:id' },
  { owner: 'users', path: '/files/*' },
  { owner: 'users', path: '/' },
]

describe('the screen paths of a remote among others', () => {
  test.each([
    [['/machines', '/machines/:id']],
    [['/hello']],
    [['/hello/:id/edit']],
    [['/own/:id', '/own/new', '/own/*']],
    [['/login/help']],
    [['/statics', '/own/static']],
    [['/v1.2/own', '/v1.2/:id']],
    // the remote's present release is replaced
    [['/']],
  ])('with %j are accepted', (paths) =>
    expect(routeProblems('other', paths, [...hostRoutes, ...USERS.slice(0, 2)])).toEqual([]),
  )

  test.each([
    ['/hello/new', '/hello/new of other and /hello/:id of users match the same addresses'],
    ['/Hello/:name/', '/Hello/:name/ of other and /hello/:id of users match the same addresses'],
    ['/:anything/5', '/:anything/5 of other and /hello/:id of users match the same addresses'],
    ['/hello/*', '/hello/* of other and /hello/:id of users match the same addresses'],
    ['/files', '/files of other and /files/* of users match the same addresses'],
    ['/files/a/b', '/files/a/b of other and /files/* of users match the same addresses'],
    ['/', '/ of other and / of users match the same addresses'],
    ['/login', '/login of other and /login of the host match the same addresses'],
    ['/:page', '/:page of other and /login of the host match the same addresses'],
    ['/token-debug/*', '/token-debug/* of other and /token-debug of the host match the same addresses'],
    ['/*', '/* of other is a catch-all: it matches the addresses of all other screens'],
    ['/*/a', '/*/a of other is a catch-all: it matches the addresses of all other screens'],
    ['/a/*/b', '/a/*/b of other has a star that is not its whole last segment'],
    ['/a*', '/a* of other has a star that is not its whole last segment'],
    ['/a/:id?', '/a/:id? of other has an optional segment'],
    ...['/static', '/static/x', '/Static/:id', '/static/*'].map((path) => [
      path,
      `${path} of other is below /static, where the console's server serves only files`,
    ]),
    ...['/.own/:id', '/own/.b', '/..'].map((path) => [
      path,
      `${path} of other has a segment that begins with a dot: the console's server hides it`,
    ]),
    ...['/environment.json', '/own/report.v2', '/own/a.b/', '/own/a.b/*', '/own/:id.json'].map((path) => [
      path,
      `${path} of other has a dot in its last segment: the console's server takes it for a file`,
    ]),
  ])('with %s are rejected: %s', (path, problem) =>
    expect(routeProblems('other', [path], [...hostRoutes, ...USERS])).toEqual([problem]),
  )

  test.each([
    [['/a/:id', '/A/:name/'], '/A/:name/ of other and /a/:id of other match the same addresses'],
    [['/:a/x', '/b/:y'], '/b/:y of other and /:a/x of other match the same addresses'],
  ])('with %j rank equally within one remote', (paths, problem) =>
    expect(routeProblems('other', paths, [])).toEqual([problem]),
  )

  test("are not compared with the remote's own former paths", () =>
    expect(routeProblems('users', ['/', '/hello/:name'], USERS)).toEqual([]))
})

describe('the rule agrees with react-router', () => {
  const segments = ['a', 'b', ':x', '*']
  const patterns = [
    '/',
    ...segments.map((one) => `/${one}`),
    ...['a', 'b', ':x'].flatMap((one) => segments.map((two) => `/${one}/${two}`)),
  ].filter((path) => path !== '/*')
  const letters = ['a', 'b', 'c']
  const two = letters.flatMap((one) => letters.map((other) => `/${one}/${other}`))
  const addresses = ['/', ...letters.map((one) => `/${one}`), ...two, '/a/b/c']
  const matches = (path: string, address: string) => matchRoutes([{ path }], address) !== null
  const winner = (paths: string[], address: string) =>
    matchRoutes(
      paths.map((path) => ({ path })),
      address,
    )![0]!.route.path

  test.each(patterns)('on what overlaps %s, and on equal ranks', (one) => {
    for (const other of patterns) {
      const common = addresses.filter((address) => matches(one, address) && matches(other, address))
      const ofTwo = routeProblems('second', [other], [{ owner: 'first', path: one }])
      expect([other, ofTwo.length > 0]).toEqual([other, common.length > 0])
      // paths of one remote: rejected only if the order in which they are listed would decide
      const isUndecided = common.some(
        (address) => winner([one, other], address) !== winner([other, one], address),
      )
      const ofOne = routeProblems('first', [one, other], [])
      expect([other, ofOne.length > 0]).toEqual([other, isUndecided || one === other])
    }
  })
})

test.each([
  ['/', false],
  ['/hello', false],
  ['/hello/:id', true],
  ['/files/*', true],
])('%s has parameters: %p', (path, has) => expect(hasParameters(path)).toBe(has))
