import { describe, expect, test } from '@jest/globals'
import { changed, deployed, environment } from '../../testing/documents'
import { parseEnvironment } from './environment'
import { DocumentFault } from './documentFields'

/** The document's fault, or else the faults of its remotes, each prefixed with the name of its remote. */
function faultsOf(value: unknown): string | string[] {
  try {
    const { faults } = parseEnvironment(value)
    return faults.map(({ remote, fault }) => `${remote} | ${fault.message}`)
  } catch (error) {
    if (error instanceof DocumentFault) return error.message
    throw error
  }
}
const ofDocument = (problem: string) => `environment.json, ${problem}`
const validRemotes = (value: unknown) => Object.keys(parseEnvironment(value).environment.remotes)

const machines = {
  baseUrl: 'https://static.example.com/machines/',
  release: deployed({ name: 'machines' }).release,
}
const both = environment({ remotes: { users: deployed(), machines } })
const withUsers = (over: object) => environment({ remotes: { users: { ...deployed(), ...over } } })

const SHA384 = `sha384-${'A'.repeat(64)}`
const hostFile = (path: string, integrity: unknown = SHA384) => ({
  version: '1.0.0',
  build: 'b',
  files: [{ path, integrity }],
})

describe('a valid document is read completely', () => {
  const overrides = ['http://localhost:4101']
  test.each<[string, Record<string, unknown>]>([
    ['as delivered', environment()],
    ...['revision', 'host', 'telemetryUrl'].map((key): [string, Record<string, unknown>] => [
      `without ${key}`,
      changed(environment(), [key], undefined) as Record<string, unknown>,
    ]),
    ['with overrides, for developers', environment({ developer: true, overrides })],
    ['without overrides, for developers', environment({ developer: true })],
    ['explicitly not for developers', environment({ developer: false })],
    [
      'with files of the host, its previous build and its canary',
      environment({
        host: {
          ...hostFile('/static/js/index.js'),
          previous: hostFile('/a.css'),
          canary: { ...hostFile('/b.js'), percent: 5 },
        },
      }),
    ],
    [
      'with a previous release and a canary',
      withUsers({ previous: deployed({ version: '1.3.0' }), canary: { ...deployed(), percent: 12.5 } }),
    ],
  ])('%s', (_, value) => expect(parseEnvironment(value)).toEqual({ environment: value, faults: [] }))

  test('and server addresses lose their trailing slashes', () =>
    expect(
      parseEnvironment(
        environment({ apiUrl: 'https://a.example/b/', externalReportsUrl: 'http://r.example//' }),
      ).environment,
    ).toMatchObject({ apiUrl: 'https://a.example/b', externalReportsUrl: 'http://r.example' }))
})

describe('a document is invalid', () => {
  test.each([[null], [[]], ['x'], [5], [undefined]])('with %p', (value) =>
    expect(faultsOf(value)).toBe('environment.json: is not an object'),
  )

  const required = ['schema', 'name', 'apiUrl', 'externalReportsUrl', 'timeZone', 'overrides', 'remotes']
  test.each([...required, 'host.version', 'host.build'])('without %s', (path) =>
    expect(faultsOf(changed(environment(), path.split('.'), undefined))).toBe(
      ofDocument(`${path}: is missing`),
    ),
  )

  test.each<[string, unknown, string]>([
    ['schema', 2, 'is 2; this console knows 1'],
    ['schema', null, 'is null; this console knows 1'],
    ['name', '', 'is not a non-empty string'],
    ['revision', '42', 'is not a number'],
    ['revision', null, 'is not a number'],
    ['host', '2.3.0', 'is not an object'],
    ['telemetryUrl', 5, 'is not a non-empty string'],
    ['telemetryUrl', '/events', 'is not an absolute address'],
    ['apiUrl', 5, 'is not a non-empty string'],
    ['apiUrl', '/api', 'is not an absolute address'],
    ['apiUrl', 'api.example.com', 'is not an absolute address'],
    ['apiUrl', 'javascript:alert(1)', 'is not an absolute address'],
    ['apiUrl', 'https://', 'is not an absolute address'],
    ['apiUrl', 'https:///x', 'is not an absolute address'],
    ['apiUrl', 'http://a b/', 'is not an absolute address'],
    ['externalReportsUrl', 'ftp://reports.example.com', 'is not an absolute address'],
    ['timeZone', 'Mars/Olympus', 'is not a time zone: Mars/Olympus'],
    ['timeZone', 1, 'is not a non-empty string'],
    ['overrides', 'https://x', 'is not a list of strings'],
    ['overrides', [5], 'is not a list of strings'],
    ['overrides', ['http://localhost:4101'], 'must be empty without "developer": true'],
    ...['true', 1, null, {}].map((value): [string, unknown, string] => [
      'developer',
      value,
      'is not true or false',
    ]),
    ['remotes', [], 'is not an object'],
    ['remotes', null, 'is not an object'],
  ])('with %s %j', (key, value, problem) =>
    expect(faultsOf(environment({ [key]: value }))).toBe(ofDocument(`${key}: ${problem}`)),
  )

  test('with overrides and "developer": false', () =>
    expect(faultsOf(environment({ developer: false, overrides: ['http://localhost:4101'] }))).toBe(
      ofDocument('overrides: must be empty without "developer": true'),
    ))

  const PATH = 'path: is not a path of the console'
  const HASH = 'integrity: is not a sha384 hash'
  test.each<[object, string]>([
    ...['//evil.example/x.js', 'https://evil.example/x.js', 'x.js', '/\\evil.example/x.js'].map(
      (path): [object, string] => [hostFile(path), PATH],
    ),
    ...['/%2e%2e/x.js', '/../x.js', '/x.js?v'].map((path): [object, string] => [hostFile(path), PATH]),
    ...['x', 'sha384-x', `sha256-${'A'.repeat(64)}`, `${SHA384} sha256-x`, `${SHA384}\n`, `x ${SHA384}`].map(
      (hash): [object, string] => [hostFile('/x.js', hash), HASH],
    ),
    [hostFile('/x.js', ''), 'integrity: is not a non-empty string'],
    [hostFile('/x.js', 5), 'integrity: is not a non-empty string'],
    [changed(hostFile('/x.js'), ['files', 0, 'integrity'], undefined) as object, 'integrity: is missing'],
  ])('with host start files as in %j, in each of its builds', (files, problem) => {
    const at = (host: object) => faultsOf(environment({ host }))
    expect(at(files)).toBe(ofDocument(`host.files[0].${problem}`))
    expect(at({ ...hostFile('/x.js'), previous: files })).toBe(
      ofDocument(`host.previous.files[0].${problem}`),
    )
    expect(at({ ...hostFile('/x.js'), canary: { ...files, percent: 5 } })).toBe(
      ofDocument(`host.canary.files[0].${problem}`),
    )
  })
})

describe('an invalid remote disables only that remote', () => {
  test.each<[string, unknown, string]>([
    ['', 'x', 'is not an object'],
    ['', null, 'is not an object'],
    ['.baseUrl', undefined, 'is missing'],
    ['.baseUrl', '/users/', 'is not an absolute address'],
    ['.baseUrl', 'https://x/users', 'does not end in a slash'],
    ['.baseUrl', 'https://x/users/?v=/', 'has a query or a fragment'],
    ['.release', undefined, 'is missing'],
    ['.release', [], 'is not an object'],
    ['.release.schema', 2, 'is 2; this console knows 1'],
    ['.release.name', 'machines', 'is "machines", not "users"'],
    ['.release.entry', undefined, 'is missing'],
  ])('users%s %j', (path, value, problem) => {
    const document = changed(both, `remotes.users${path}`.split('.'), value)
    expect(faultsOf(document)).toEqual([`users | ${ofDocument(`remotes.users${path}: ${problem}`)}`])
    expect(validRemotes(document)).toEqual(['machines'])
  })

  test.each<[object, string]>([
    [{ previous: {} }, 'previous.baseUrl: is missing'],
    [{ canary: deployed() }, 'canary.percent: is missing'],
    [{ canary: { ...deployed(), percent: -1 } }, 'canary.percent: is not between 0 and 100'],
    [{ canary: { ...deployed(), percent: 101 } }, 'canary.percent: is not between 0 and 100'],
    [{ canary: { ...deployed(), percent: '10' } }, 'canary.percent: is not a number'],
  ])('%j', (over, problem) =>
    expect(faultsOf(withUsers(over))).toEqual([`users | ${ofDocument(`remotes.users.${problem}`)}`]),
  )

  test.each(['Users', '1users', 'us ers', '../users', '__proto__', 'toString', 'users/'])(
    'with a name like %p',
    (name) => {
      const text = JSON.stringify({ machines }).replace('{', `{"${name}":{},`)
      const document = { ...both, remotes: JSON.parse(text) as object }
      expect(faultsOf(document)).toEqual([
        `${name} | ${ofDocument(`remotes.${name}: is not a name of lower-case letters, digits and dashes`)}`,
      ])
      expect(validRemotes(document)).toEqual(['machines'])
    },
  )

  test('and two invalid remotes are both reported', () =>
    expect(faultsOf(environment({ remotes: { users: {}, machines: {} } }))).toEqual([
      `users | ${ofDocument('remotes.users.baseUrl: is missing')}`,
      `machines | ${ofDocument('remotes.machines.baseUrl: is missing')}`,
    ]))
})

describe('integrity "off"', () => {
  const unhashed = { ...deployed().release, files: { 'remoteEntry.5d1f0c2e.js': { bytes: 5 } }, screens: [] }
  const at = (name: string, switched: object) =>
    parseEnvironment(
      environment({ name, remotes: { users: { ...deployed(), ...switched, release: unhashed } } }),
    )

  test('is accepted in development, where hashes may be missing', () => {
    const { environment: parsed, faults } = at('development', { integrity: 'off' })
    expect(faults).toEqual([])
    expect(parsed.remotes.users).toMatchObject({ integrity: 'off' })
  })

  test.each([
    ['production', { integrity: 'off' }],
    ['Development', { integrity: 'off' }],
    ['staging', { integrity: 'off' }],
    ['development', {}],
    ['development', { integrity: 'on' }],
    ['development', { integrity: true }],
  ])('is rejected in %s with %j, because hashes are required', (name, switched) => {
    const { environment: parsed, faults } = at(name, switched)
    expect(faults.map(({ fault }) => fault.field)).toEqual([
      'remotes.users.release.files.remoteEntry.5d1f0c2e.js.integrity',
    ])
    expect(parsed.remotes).toEqual({})
  })

  test('has no effect outside development if the hashes are present', () =>
    expect(parseEnvironment(withUsers({ integrity: 'off' })).environment.remotes.users).not.toHaveProperty(
      'integrity',
    ))
})

test('a document cannot modify a prototype', () => {
  const text = JSON.stringify(environment()).replace(
    '{',
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
  )
  expect(parseEnvironment(JSON.parse(text))).toEqual({ environment: environment(), faults: [] })
  expect({}).not.toHaveProperty('polluted')
  expect(faultsOf(JSON.parse('{"__proto__":{"schema":1}}'))).toBe(ofDocument('schema: is missing'))
  expect(faultsOf(Object.create({ schema: 1 }))).toBe(ofDocument('schema: is missing'))
})
