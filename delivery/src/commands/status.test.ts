import { writeFileSync } from 'node:fs'
import { beforeEach, expect, test } from '@jest/globals'
import {
  freshSite,
  promoteNext,
  publicFile,
  publishNext,
  run,
  served,
  sitePath,
  start,
} from '../../testing/staging'
import { recordVerification } from '../site/verificationEvidence'

freshSite(start, publishNext, promoteNext)
// jest gives each test file a `process.env` of its own
beforeEach(() => void delete process.env.VERIFY_SANDBOX)

test('status names the served releases, their fallbacks, and the kernel to build for', async () => {
  const [first, ...others] = (await run('status', '--env staging')).split('\n')
  expect(first).toMatch(/^staging: revision 4, promote users@1\.1\.0-22222222, by \S+@\S+ at \d{4}-/)
  expect(others).toEqual([
    expect.stringMatching(/^ {2}console-delivery \d+\.\d+\.\d+-[0-9a-f]{8}$/),
    '  build for kernel 1.2.0, React 19.3.1',
    '  host 2.0.0-aaaaaaaa',
    expect.stringMatching(/^ {4}revision 2 by \S+@\S+ at \S+Z \(start\); not verified$/),
    '  users 1.1.0-22222222, for kernel ^1.0.0, falls back to 1.0.0-11111111',
    expect.stringMatching(/^ {4}revision 4 by \S+@\S+ at \S+Z \(better\); not verified$/),
    '  settings apiUrl: http://api.test',
    '  settings externalReportsUrl: http://reports.test',
    '  settings releasesUrl: http://static.test/',
    '  settings timeZone: Europe/Madrid',
    '  settings telemetryUrl: null',
    '  settings overrides: []',
    expect.stringMatching(/^ {4}revision 1 by \S+@\S+ at \S+Z /),
  ])
})

test('status shows who last changed each app, including by a rollback', async () => {
  await run('canary', 'users@1.0.0 --percent 10 --env staging --why compare')
  await run('settings', '--env staging --why zone --time-zone UTC')
  expect(await run('status', '--env staging')).toMatch(
    / {2}users .*\n {4}revision 5 by \S+ at \S+ \(compare\)/,
  )
  await run('rollback', 'users --env staging --why slow')
  const text = await run('status', '--env staging')
  expect(text).toMatch(/ {2}users .*\n {4}revision 7 by \S+ at \S+ \(slow\)/)
  expect(text).toMatch(/ {2}host .*\n {4}revision 2 by \S+ at \S+ \(start\)/)
  expect(text).toMatch(/settings overrides.*\n {4}revision 6 by \S+ at \S+ \(zone\)/)
})

test('status shows whether the served releases were verified with these files and this host', async () => {
  const of = async () =>
    /^ {2}users .*\n {4}.*; (not verified|verified)$/m.exec(await run('status', '--env staging'))?.[1]
  const { remotes, host } = served()
  const { release: build } = remotes['users']!
  const note = (over: object) =>
    recordVerification({ root: sitePath() }, 'staging', { app: 'users', build, host, who: 'ana', ...over })
  await note({ host: { version: '9.0.0', build: 'ffffffff' } })
  expect(await of()).toBe('not verified')
  await note({ build: { ...build, files: {} } })
  expect(await of()).toBe('not verified')
  await note({})
  expect(await of()).toBe('verified')
})

test('status warns while verify opens screens without a sandbox', async () => {
  process.env.VERIFY_SANDBOX = 'off'
  expect(await run('status', '--env staging')).toContain('without a sandbox: VERIFY_SANDBOX=off')
  process.env.VERIFY_SANDBOX = 'no'
  await expect(run('status', '--env staging')).rejects.toThrow('it must be on or off')
})

test('status names the releases that were rolled back, and why', async () => {
  await run('rollback', 'users --env staging --why slow')
  expect(await run('status', '--env staging')).toMatch(
    '  rolled back from: users@1.1.0-22222222 (slow, revision 5)',
  )
})

test('status prints the same data as JSON with --json', async () => {
  const [found] = JSON.parse(await run('status', '--json')) as unknown[]
  expect(found).toMatchObject({
    environment: 'staging',
    revision: 4,
    kernel: '1.2.0',
    parts: [
      { name: 'host', release: '2.0.0-aaaaaaaa' },
      { name: 'users', release: '1.1.0-22222222', fallback: '1.0.0-11111111' },
    ],
    bad: [],
    damage: [],
  })
})

test('a file that an interrupted change did not write is reported, and status does not write it', async () => {
  writeFileSync(publicFile('environment.json'), '{"old":true}')
  expect(await run('status', '--env staging')).toMatch('environment.json is not that of the page')
  expect(await run('status', '--env staging')).toMatch('console-delivery repair --env staging')
})
