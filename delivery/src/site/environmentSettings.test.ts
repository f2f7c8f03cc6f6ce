import { describe, expect, test } from '@jest/globals'
import { SETTINGS_OF_STAGING } from '../../testing/timeline'
import { CommandError } from '@console/shared-kernel/command'
import { checkSettings, type EnvironmentSettings } from './environmentSettings'
import { isRange, isVersion, notARange, notAVersion } from './releaseRecords'

const check =
  (over: Partial<EnvironmentSettings>, force = false) =>
  () =>
    checkSettings({ ...SETTINGS_OF_STAGING, ...over }, { force })

/** The addresses of `SETTINGS_OF_STAGING`, with https. */
const SECURE = {
  apiUrl: 'https://api.test',
  externalReportsUrl: 'https://reports.test',
  releasesUrl: 'https://releases.test/',
}

test('valid settings are accepted', () => {
  expect(check({})).not.toThrow()
  expect(check({ ...SECURE, telemetryUrl: 'https://delivery.test/events' })).not.toThrow()
})

describe('a name', () => {
  test.each(['a', 'staging', 'eu-west-2'])('%s is accepted', (name) => expect(check({ name })).not.toThrow())

  test.each(['', 'Staging', '2nd', '-a', 'a_b', 'a b', 'a/b', '..', 'aB'])('%j is rejected', (name) =>
    expect(check({ name })).toThrow(
      new CommandError(
        `'${name}' is not a valid environment name: use lower-case letters, digits and dashes.`,
      ),
    ),
  )
})

describe('the address of the releases', () => {
  test.each(['http://releases.test/', 'http://releases.test/folder/', 'HTTP://releases.test:8080/'])(
    '%s is accepted',
    (releasesUrl) => expect(check({ releasesUrl })).not.toThrow(),
  )

  test.each([
    'http://releases.test',
    'http://releases.test/folder',
    'http://releases.test/?a=1/',
    'http://releases.test/#/',
    'ftp://releases.test/',
    'xhttp://releases.test/',
    '/releases/',
    'http:///',
    'http://a b/',
    'http://releases.test:99999/',
  ])('%s is rejected', (releasesUrl) =>
    expect(check({ releasesUrl })).toThrow(
      `'${releasesUrl}' is no address of a folder: http or https, no query, a slash at its end.`,
    ),
  )
})

describe('the origin of an override', () => {
  const override = (origin: string) =>
    check({ developer: true, overrides: ['http://localhost:4101', origin] })

  test.each(['http://localhost:4102', 'https://dev.test', 'HTTP://dev.test'])('%s is accepted', (origin) =>
    expect(override(origin)).not.toThrow(),
  )

  test.each([
    'localhost:4101',
    'xhttp://localhost:4101',
    'ws://localhost:4101',
    'http://localhost:4101/remote',
    'http://localhost:4101?a',
    'http://localhost:4101#a',
    'http://',
    'http://localhost:99999',
  ])('%s is rejected', (origin) =>
    expect(override(origin)).toThrow(
      `'${origin}' is not an origin such as http://localhost:4101, without a path.`,
    ),
  )

  test('requires an environment for developers', () =>
    expect(check({ overrides: ['http://localhost:4101'] })).toThrow(
      'Overrides require an environment for developers: use --developer too, or --override none.',
    ))
})

describe('an address', () => {
  test.each([
    { apiUrl: 'http://*/' },
    { externalReportsUrl: 'http://a;b/' },
    { telemetryUrl: 'http://*.test/events' },
    { releasesUrl: 'http://*/' },
    { developer: true, overrides: ['http://*'] },
  ])('that yields no origin is rejected: %j', (over) =>
    expect(check(over)).toThrow('is no address that a page can call'),
  )

  test.each([
    { apiUrl: 'http://user:secret@api.test' },
    { externalReportsUrl: 'http://user@reports.test' },
    { telemetryUrl: 'http://:secret@delivery.test/events' },
    { releasesUrl: 'http://user:secret@releases.test/' },
    { developer: true, overrides: ['http://user:secret@dev.test'] },
  ])('with credentials is rejected, without repeating them: %j', (over) => {
    expect(check(over)).toThrow(/^'http:\/\/\w+\.test' with a user name or password/)
  })

  test('may be an IPv6 literal for a server, but not for code', () => {
    const servers = { apiUrl: 'http://[::1]:4300', telemetryUrl: 'http://[2001:db8::1]/events' }
    expect(check(servers)).toThrow('lets pages reach http://*:4300, and so every host')
    for (const over of [{ developer: true }, { name: 'development' }])
      expect(check({ ...servers, ...over })).not.toThrow()
    expect(check(servers, true)).not.toThrow()
    for (const over of [
      { releasesUrl: 'http://[::1]:4310/' },
      { developer: true, overrides: ['http://[::1]:4101'] },
    ])
      expect(check(over)).toThrow('browsers run no code from an IPv6 address under a policy')
  })
})

describe('http next to https', () => {
  test.each([
    { ...SECURE, releasesUrl: 'http://releases.test/' },
    { ...SECURE, apiUrl: 'http://api.test' },
    { ...SECURE, externalReportsUrl: 'http://reports.test' },
    { ...SECURE, telemetryUrl: 'http://delivery.test/events' },
    { ...SECURE, apiUrl: 'HTTP://api.test' },
    { ...SECURE, apiUrl: 'http://localhost.evil.test' },
    { ...SECURE, apiUrl: 'http://127.0.0.1.evil.test' },
    { telemetryUrl: 'HTTPS://delivery.test/events' },
  ])('is rejected in %j', (over) =>
    expect(check(over)).toThrow(/: browsers block http from a page that has https addresses too\.$/),
  )

  test.each([
    'http://localhost',
    'http://localhost:4200',
    'http://127.0.0.1/api',
    'http://[::1]:4200',
    'HTTP://localhost',
  ])('is accepted at %s, which is this machine', (apiUrl) =>
    expect(check({ ...SECURE, apiUrl }, true)).not.toThrow(),
  )
})

test('settings that the page cannot read are rejected with its parser’s message', () =>
  expect(check({ timeZone: '' })).toThrow(CommandError))

test('versions and ranges are parsed as npm does', () => {
  expect(['1.4.0', '1.4.0-rc.1', '1.4', '^1.4.0', ''].map(isVersion)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(['1.4.0', '^1.4.0', '>=1 <3', '*', 'latest'].map(isRange)).toEqual([true, true, true, true, false])
  expect([notAVersion('x'), notARange('x')]).toEqual([
    "'x' is not a version such as 1.4.0",
    "'x' is not a range of versions such as ^2.1.0",
  ])
})
