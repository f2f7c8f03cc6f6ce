import { describe, expect, test } from '@jest/globals'
import { changed, deployed, environment } from '../../testing/documents'
import { DocumentFault } from './documentFields'
import { parseEnvironment } from './parseEnvironment'

function messageOf(value: unknown): string {
  try {
    parseEnvironment(value)
  } catch (error) {
    if (error instanceof DocumentFault) return error.message
    throw error
  }
  return 'none'
}

const machines = {
  baseUrl: 'https://static.example.com/machines/',
  release: { ...deployed().release, name: 'machines' },
}
const both = environment({ remotes: { users: deployed(), machines } })

/** What is wrong with the remote `users`, and which remotes are left. */
function disabled(value: unknown): [faults: string[], left: string[]] {
  const { environment: parsed, faults } = parseEnvironment(value)
  return [faults.map(({ remote, fault }) => `${remote} | ${fault.message}`), Object.keys(parsed.remotes)]
}

test('a valid document is read completely', () =>
  expect(parseEnvironment(environment())).toEqual({ environment: environment(), faults: [] }))

test.each(['revision', 'host', 'telemetryUrl'])('%s is optional', (key) => {
  const value = changed(environment(), [key], undefined)
  expect(parseEnvironment(value)).toEqual({ environment: value, faults: [] })
})

test('the addresses of servers lose their final slash', () => {
  const value = environment({
    apiUrl: 'https://api.example.com/base/',
    externalReportsUrl: 'http://r.example//',
  })
  expect(parseEnvironment(value).environment).toMatchObject({
    apiUrl: 'https://api.example.com/base',
    externalReportsUrl: 'http://r.example',
  })
})

describe('overrides', () => {
  const overrides = ['http://localhost:4101']

  test('are read if the document is for developers', () => {
    const value = environment({ developer: true, overrides })
    expect(parseEnvironment(value)).toEqual({ environment: value, faults: [] })
  })

  test.each([[undefined], [false]])('are refused and named if developer is %p', (developer) =>
    expect(messageOf(environment({ developer, overrides }))).toBe(
      'environment.json, overrides: must be empty without "developer": true',
    ),
  )

  test.each([['true'], [1], [null], [{}]])('with developer %p are refused and named', (developer) =>
    expect(messageOf(environment({ developer }))).toBe('environment.json, developer: is not true or false'),
  )

  test.each([true, false])('may be empty if developer is %p', (developer) => {
    const value = environment({ developer })
    expect(parseEnvironment(value)).toEqual({ environment: value, faults: [] })
  })
})

describe('the start files of a host', () => {
  const SHA384 = `sha384-${'A'.repeat(64)}`
  const of = (path: string, integrity: unknown = SHA384) => ({
    version: '1.0.0',
    build: 'b',
    files: [{ path, integrity }],
  })

  test('are paths of the console', () => {
    const host = {
      ...of('/static/js/index.js'),
      previous: of('/a.css'),
      canary: { ...of('/b.js'), percent: 5 },
    }
    expect(parseEnvironment(environment({ host })).environment.host).toEqual(host)
  })

  test.each([
    '//evil.example/x.js',
    'https://evil.example/x.js',
    'x.js',
    '/\\evil.example/x.js',
    '/%2e%2e/x.js',
    '/../x.js',
    '/x.js?v',
  ])('at %p are refused and named', (path) => {
    expect(messageOf(environment({ host: of(path) }))).toBe(
      'environment.json, host.files[0].path: is not a path of the console',
    )
    expect(messageOf(environment({ host: { ...of('/x.js'), previous: of(path) } }))).toContain(
      'host.previous.files[0].path',
    )
  })

  test.each([
    'x',
    'sha384-x',
    `sha256-${'A'.repeat(64)}`,
    `${SHA384} sha256-x`,
    `${SHA384}\n`,
    `x ${SHA384}`,
  ])('with the hash %p are refused', (integrity) => {
    const wrong = of('/x.js', integrity)
    const problem = (at: string) => `environment.json, ${at}.files[0].integrity: is not a sha384 hash`
    expect(messageOf(environment({ host: wrong }))).toBe(problem('host'))
    expect(messageOf(environment({ host: { ...of('/x.js'), previous: wrong } }))).toBe(
      problem('host.previous'),
    )
    expect(messageOf(environment({ host: { ...of('/x.js'), canary: { ...wrong, percent: 5 } } }))).toBe(
      problem('host.canary'),
    )
  })

  test.each([
    [undefined, 'is missing'],
    ['', 'is not a text'],
    [5, 'is not a text'],
  ])('require a hash: %p', (integrity, problem) =>
    expect(
      messageOf(environment({ host: changed(of('/x.js'), ['files', '0', 'integrity'], integrity) })),
    ).toBe(`environment.json, host.files[0].integrity: ${problem}`),
  )
})

describe('a document is invalid', () => {
  test.each([[null], [[]], ['x'], [5], [undefined]])('with %p', (value) =>
    expect(messageOf(value)).toBe('environment.json: is not an object'),
  )

  test.each([
    [['schema']],
    [['name']],
    [['apiUrl']],
    [['externalReportsUrl']],
    [['timeZone']],
    [['overrides']],
    [['remotes']],
    [['host', 'version']],
    [['host', 'build']],
  ])('without %j', (path) =>
    expect(messageOf(changed(environment(), path, undefined))).toBe(
      `environment.json, ${path.join('.')}: is missing`,
    ),
  )

  test.each<[string, unknown, string]>([
    ['schema', 2, 'is 2; this console knows 1'],
    ['schema', null, 'is null; this console knows 1'],
    ['name', '', 'is not a text'],
    ['revision', '42', 'is not a number'],
    ['revision', null, 'is not a number'],
    ['host', '2.3.0', 'is not an object'],
    ['telemetryUrl', 5, 'is not a text'],
    ['telemetryUrl', '/events', 'is not an absolute address'],
    ['apiUrl', 5, 'is not a text'],
    ['apiUrl', '/api', 'is not an absolute address'],
    ['apiUrl', 'api.example.com', 'is not an absolute address'],
    ['apiUrl', 'javascript:alert(1)', 'is not an absolute address'],
    ['apiUrl', 'https://', 'is not an absolute address'],
    ['apiUrl', 'https:///x', 'is not an absolute address'],
    ['apiUrl', 'http://a b/', 'is not an absolute address'],
    ['externalReportsUrl', 'ftp://reports.example.com', 'is not an absolute address'],
    ['timeZone', 'Mars/Olympus', 'is no time zone: Mars/Olympus'],
    ['timeZone', 1, 'is not a text'],
    ['overrides', 'https://x', 'is not a list of texts'],
    ['overrides', [5], 'is not a list of texts'],
    ['remotes', [], 'is not an object'],
    ['remotes', null, 'is not an object'],
  ])('with %s %j', (key, value, problem) =>
    expect(messageOf(environment({ [key]: value }))).toBe(`environment.json, ${key}: ${problem}`),
  )
})

describe('an invalid remote disables that remote alone', () => {
  const users = ['remotes', 'users']
  const record = [...users, 'release']
  test.each<[string, string[], unknown, string]>([
    ['no object', users, 'x', 'remotes.users: is not an object'],
    ['null', users, null, 'remotes.users: is not an object'],
    ['no address', [...users, 'baseUrl'], undefined, 'remotes.users.baseUrl: is missing'],
    [
      'a relative address',
      [...users, 'baseUrl'],
      '/users/',
      'remotes.users.baseUrl: is not an absolute address',
    ],
    [
      'an address without a slash',
      [...users, 'baseUrl'],
      'https://x/users',
      'remotes.users.baseUrl: does not end in a slash',
    ],
    [
      'an address with a query',
      [...users, 'baseUrl'],
      'https://x/users/?v=/',
      'remotes.users.baseUrl: has a query or a fragment',
    ],
    [
      'a first file elsewhere',
      [...record, 'screens', '0', 'preload'],
      ['../machines/x.js'],
      'remotes.users.release.screens[0].preload[0]: is not a path inside the release',
    ],
    ['no record', record, undefined, 'remotes.users.release: is missing'],
    ['an empty record', record, {}, 'remotes.users.release.schema: is missing'],
    ['a record that is a list', record, [], 'remotes.users.release: is not an object'],
    [
      'an unknown schema',
      [...record, 'schema'],
      2,
      'remotes.users.release.schema: is 2; this console knows 1',
    ],
    [
      'the record of another',
      [...record, 'name'],
      'machines',
      'remotes.users.release.name: is "machines", not "users"',
    ],
    ['no entry', [...record, 'entry'], undefined, 'remotes.users.release.entry: is missing'],
    ['a wrong previous', [...users, 'previous'], {}, 'remotes.users.previous.baseUrl: is missing'],
    ['a wrong canary', [...users, 'canary'], { ...deployed() }, 'remotes.users.canary.percent: is missing'],
  ])('%s', (_, path, value, message) =>
    expect(disabled(changed(both, path, value))).toEqual([
      [`users | environment.json, ${message}`],
      ['machines'],
    ]),
  )

  test.each(['Users', '1users', 'us ers', '../users', '__proto__', 'toString', 'users/'])(
    'with a name like %p',
    (name) => {
      const value = {
        ...both,
        remotes: JSON.parse(JSON.stringify({ machines }).replace('{', `{"${name}":{},`)),
      }
      const [faults, left] = disabled(value)
      expect(faults).toEqual([
        `${name} | environment.json, remotes.${name}: is not a name of small letters, digits and dashes`,
      ])
      expect(left).toEqual(['machines'])
    },
  )

  test('twice, with both named', () =>
    expect(disabled(environment({ remotes: { users: {}, machines: {} } }))).toEqual([
      [
        'users | environment.json, remotes.users.baseUrl: is missing',
        'machines | environment.json, remotes.machines.baseUrl: is missing',
      ],
      [],
    ]))
})

test('a document cannot modify a prototype', () => {
  const text = JSON.stringify(environment()).replace(
    '{',
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
  )
  expect(parseEnvironment(JSON.parse(text))).toEqual({ environment: environment(), faults: [] })
  expect({}).not.toHaveProperty('polluted')
  expect(messageOf(JSON.parse('{"__proto__":{"schema":1}}'))).toBe('environment.json, schema: is missing')
  expect(messageOf(Object.create({ schema: 1 }))).toBe('environment.json, schema: is missing')
})
