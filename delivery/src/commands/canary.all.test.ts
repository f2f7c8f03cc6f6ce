import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import {
  builtHost,
  builtRemote,
  freshSite,
  promoteNext,
  publishNext,
  run,
  served,
  sitePath,
  start,
} from '../../testing/staging'
import { canary } from './releases'

freshSite(start, publishNext)

const give = (percent: number) => run('canary', `users@1.1.0 --percent ${percent} --env staging --why try`)
const canaryNow = () => served().remotes.users?.canary?.release.build

test('a host can have a canary, with its files next to those of the other host', async () => {
  await run('publish', builtHost({ version: '2.1.0', build: 'bbbbbbbb' }))
  await run('canary', 'host@2.1.0 --percent 10 --env staging --why try')
  expect(served().host).toMatchObject({ build: 'aaaaaaaa', canary: { build: 'bbbbbbbb', percent: 10 } })
  await run('rollback', 'host --env staging --why broken')
  expect(served().host).toMatchObject({ build: 'aaaaaaaa' })
  expect(served().host?.canary).toBeUndefined()
})

test.each<[string, (folder: string) => void]>([
  ['is corrupt', (folder) => writeFileSync(join(folder, 'static/js/screen.00000002.js'), 'c0de')],
  ['has lost a file', (folder) => rmSync(join(folder, 'remoteEntry.00000001.js'))],
])('a canary that %s can be ended', async (_, corrupt) => {
  await give(10)
  corrupt(sitePath('users/1.1.0-22222222'))
  await give(0)
  expect(canaryNow()).toBeUndefined()
})

test('a host that is incompatible with a canary is rejected', async () => {
  await run('publish', builtRemote({ version: '1.2.0', build: '33333333', kernel: '^1.2.0' }, 'needs more'))
  await run('canary', 'users@1.2.0 --percent 10 --env staging --why try')
  await run('publish', builtHost({ version: '2.1.0', build: 'bbbbbbbb', kernel: '1.1.0' }))
  await expect(run('promote', 'host@2.1.0 --env staging --why old')).rejects.toThrow(
    'compatibility: users 1.2.0 needs kernel ^1.2.0, and this host has 1.1.0',
  )
})

test('a canary gets its share of the users, and ends', async () => {
  expect(await run('canary', 'users@1.1.0 --percent 10 --env staging --why try')).toMatch(
    'canary users@1.1.0-22222222 10 %.',
  )
  expect(served().remotes.users).toMatchObject({
    release: { build: '11111111' },
    canary: { percent: 10, release: { build: '22222222' } },
  })
  await run('canary', 'users@1.1.0 --percent 0 --env staging --why bad')
  expect(served().remotes.users?.canary).toBeUndefined()
})

test.each([
  ['users@1.1.0 --percent 101', '--percent must be a whole number from 0 to 100'],
  ['users@1.1.0', '--percent is missing'],
  ['users@1.1.0 --steps 10,100', "Unknown option '--steps'"],
  ['host@2.0.0 --percent 10', 'is already served to everybody'],
])('%s is rejected', async (words, message) => {
  await expect(run('canary', `${words} --env staging --why x`)).rejects.toThrow(message)
})

test('a history with canary plans can still be read, and later revisions have none', async () => {
  await give(10)
  const record = (revision: number) => sitePath(`environments/staging/history/00000${revision}.json`)
  const read = (revision: number) => JSON.parse(readFileSync(record(revision), 'utf8')) as object
  const plan = { steps: [10, 50], step: 0, since: Date.now(), holdMs: 0, maxFailures: 1, minSessions: 3 }
  writeFileSync(record(4), JSON.stringify({ ...read(4), plans: { users: plan } }))
  expect(await run('status', '--env staging')).toContain('canary 1.1.0-22222222 for 10 %')
  await give(50)
  await promoteNext()
  await run('rollback', 'users --to 4 --env staging --why broken --force')
  expect(served().remotes.users?.canary?.percent).toBe(10)
  for (const revision of [5, 6, 7]) expect(read(revision)).not.toHaveProperty('plans')
})

test('a canary plan that an older command sends to the service is rejected', () => {
  const input = { environment: 'staging', why: 'try', release: 'users@1.1.0', percent: 10 }
  expect(canary.input.safeParse(input).success).toBe(true)
  const { error } = canary.input.safeParse({ ...input, plan: { steps: [10, 100] } })
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Plans of canaries no longer exist: use --percent.',
  ])
})
