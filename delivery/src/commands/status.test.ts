import { writeFileSync } from 'node:fs'
import { beforeEach, expect, test } from '@jest/globals'
import { freshSite, promoteNext, publicFile, publishNext, run, start } from '../../testing/staging'

freshSite(start, publishNext, promoteNext)
// jest gives each test file a `process.env` of its own
beforeEach(() => void delete process.env.VERIFY_SANDBOX)

test('status names the served releases, their fallbacks, and the kernel to build for', async () => {
  const [first, ...others] = (await run('status', '--env staging')).split('\n')
  expect(first).toMatch(/^staging: revision 4, promote users@1\.1\.0-22222222, by \S+@\S+ at \d{4}-/)
  expect(others).toEqual([
    '  build for kernel 1.2.0, React 19.3.1',
    '  host 2.0.0-aaaaaaaa',
    '  users 1.1.0-22222222, for kernel ^1.0.0, falls back to 1.0.0-11111111',
    '  settings apiUrl: http://api.test',
    '  settings externalReportsUrl: http://reports.test',
    '  settings releasesUrl: http://static.test/',
    '  settings timeZone: Europe/Madrid',
    '  settings telemetryUrl: null',
    '  settings overrides: []',
  ])
})

test('status says while verify opens screens without a sandbox', async () => {
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

test('status prints the same as JSON', async () => {
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
