import { describe, expect, test } from '@jest/globals'
import { contentSecurityPolicy, integrityPolicy, isScript } from './page'

/** Returns the sources of one directive. */
function sources(policy: string, directive: string): string[] {
  const line = policy.split('; ').find((part) => part.startsWith(`${directive} `))
  return line?.split(' ').slice(1) ?? []
}

const environment = {
  schema: 1,
  apiUrl: 'https://api.example.com/v1/',
  externalReportsUrl: 'https://external.example.com',
  telemetryUrl: 'https://telemetry.example.com/events',
  developer: true,
  overrides: ['http://localhost:4101'],
  remotes: {
    users: {
      baseUrl: 'https://static.example.com/users/2/',
      previous: { baseUrl: 'https://old.example.com/users/1/' },
      canary: { baseUrl: 'https://canary.example.com:8443/users/3/', percent: 5 },
    },
    reports: { baseUrl: 'https://static.example.com/reports/1/' },
  },
}
const remotes = ['https://static.example.com', 'https://old.example.com', 'https://canary.example.com:8443']
const empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

describe('contentSecurityPolicy', () => {
  test.each([
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...remotes, 'http://localhost:4101']],
    ['style-src', ["'self'", ...remotes, empty]],
    ['img-src', ["'self'", 'data:', ...remotes]],
    ['font-src', ["'self'", ...remotes]],
    [
      'connect-src',
      [
        "'self'",
        'https://api.example.com',
        'https://external.example.com',
        'https://telemetry.example.com',
        ...remotes,
        'http://localhost:4101',
        'ws://localhost:4101',
      ],
    ],
    ['manifest-src', ["'self'"]],
    ['worker-src', ["'self'"]],
    ['base-uri', ["'none'"]],
    ['object-src', ["'none'"]],
    ['form-action', ["'self'"]],
    ['report-to', ['console']],
    ['frame-ancestors', ["'none'"]],
  ])('has the sources of %s', (directive, expected) => {
    expect(sources(contentSecurityPolicy(environment), directive)).toEqual(expected)
  })

  test('has each origin once, and nothing unsafe', () => {
    const policy = contentSecurityPolicy(environment)
    expect(policy).not.toContain('unsafe')
    expect(sources(policy, 'script-src').filter((source) => source === remotes[0])).toHaveLength(1)
  })

  test('allows servers at IPv6 addresses by scheme and port, without the addresses, which browsers reject', () => {
    const policy = contentSecurityPolicy({
      ...environment,
      apiUrl: 'http://[::1]:4300',
      externalReportsUrl: 'https://[2001:db8::1]/reports',
      remotes: { users: { baseUrl: 'http://[::1]:4310/' } },
    })
    expect(sources(policy, 'connect-src')).toEqual(expect.arrayContaining(['http://*:4300', 'https://*:443']))
    expect(sources(policy, 'script-src')).toEqual(["'self'", 'http://localhost:4101'])
    expect(policy).not.toContain('[')
  })

  test('depends only on origins', () => {
    const other = structuredClone(environment)
    other.remotes.users.baseUrl = 'https://static.example.com/users/9/'
    expect(contentSecurityPolicy(other)).toBe(contentSecurityPolicy(environment))
  })

  test('allows the sockets of dev servers on request', () => {
    const policy = contentSecurityPolicy({}, { sockets: ['ws://localhost:4101'] })
    expect(sources(policy, 'connect-src')).toEqual(["'self'", 'ws://localhost:4101'])
  })

  const bare = contentSecurityPolicy({})
  test.each([
    ['null', null],
    ['a string', 'x'],
    ['a list', [1]],
    ['wrong types', { apiUrl: 5, overrides: 'http://o', remotes: [1], telemetryUrl: null }],
    ['wrong remotes', { remotes: { users: null, reports: 'x', machines: { baseUrl: 7, previous: [] } } }],
    ['no address', { apiUrl: 'api.example.com', remotes: { users: { baseUrl: './users/' } } }],
    ['overrides without developer', { overrides: ['http://localhost:4101'] }],
    ['overrides with a wrong developer', { developer: 'true', overrides: ['http://localhost:4101'] }],
    [
      'other schemes',
      {
        apiUrl: 'data:text/plain,1',
        developer: true,
        overrides: ['javascript:alert(1)', 'file:///x', '*'],
      },
    ],
    ['a directive in a host name', { apiUrl: "http://a;script-src'unsafe-inline'/" }],
    ['a second policy in a host name', { developer: true, overrides: ['http://a,b/'] }],
  ])('adds no origin for %s', (_, document) => {
    expect(contentSecurityPolicy(document)).toBe(bare)
  })

  test('ignores a faulty remote and keeps the others', () => {
    const policy = contentSecurityPolicy({ remotes: { a: { baseUrl: 3 }, b: { baseUrl: 'http://b/' } } })
    expect(sources(policy, 'script-src')).toEqual(["'self'", 'http://b'])
  })
})

test.each([
  ['production', 'blocked-destinations=(script)'],
  ['e2e', 'blocked-destinations=(script)'],
  ['development', null],
])('an environment named %s has the integrity policy %p', (name, expected) =>
  expect(integrityPolicy({ ...environment, name })).toBe(expected),
)

test.each([null, undefined, 'development', []])('%j, not an environment, has this policy too', (document) =>
  expect(integrityPolicy(document)).toBe('blocked-destinations=(script)'),
)

test.each([
  ['/tabSession.js', true],
  ['/index.html', false],
  ['/a.json', false],
])('%s is a script: %p', (path, expected) => expect(isScript(path)).toBe(expected))
