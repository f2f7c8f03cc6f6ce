import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import {
  builtHost,
  builtRemote,
  freshSite,
  idOf,
  promoteNext,
  publishNext,
  run,
  served,
  sitePath,
  start,
} from '../../testing/staging'
import { canary } from './canary'
import { promote } from './promote'
import { publish } from './publish'
import { rollback } from './rollback'

freshSite(start, publishNext)

const give = (percent: number) => run(canary, `users@1.1.0 --percent ${percent} --env staging --why try`)
const canaryNow = () => served().remotes.users?.canary?.release.build

describe('rolling a remote back', () => {
  test('from a release that was a canary first gives it to nobody', async () => {
    await give(10)
    await give(50)
    await promoteNext()
    expect(await run(rollback, 'users --env staging --why broken')).toMatch('as of revision 2')
    expect([idOf(), canaryNow()]).toEqual(['11111111', undefined])
  })

  test('ends a canary, and leaves what all others have', async () => {
    await give(10)
    await give(50)
    await run(rollback, 'users --env staging --why broken')
    expect([idOf(), canaryNow()]).toEqual(['11111111', undefined])
  })

  test('to a revision by its number brings back its canary', async () => {
    await give(10)
    await promoteNext()
    await run(rollback, 'users --to 3 --env staging --why broken')
    expect([idOf(), canaryNow()]).toEqual(['11111111', '22222222'])
  })
})

test.each<[string, (folder: string) => void]>([
  ['is spoilt', (folder) => writeFileSync(join(folder, 'static/js/screen.00000002.js'), 'c0de')],
  ['has lost a file', (folder) => rmSync(join(folder, 'remoteEntry.00000001.js'))],
])('a canary that %s can be ended', async (_, spoil) => {
  await give(10)
  spoil(sitePath('users/1.1.0-22222222'))
  await give(0)
  expect(canaryNow()).toBeUndefined()
})

test('--percent 0 of what is no canary ends no other one', async () => {
  await expect(give(0)).rejects.toThrow('users@1.1.0-22222222 is no canary of staging.')
  await give(10)
  await expect(run(canary, 'users@1.0.0 --percent 0 --env staging --why x')).rejects.toThrow(
    'users@1.0.0-11111111 is no canary of staging, but 1.1.0-22222222.',
  )
  expect(canaryNow()).toBe('22222222')
})

test('a host that the canary would not run on is refused', async () => {
  await run(publish, builtRemote({ version: '1.2.0', build: '33333333', kernel: '^1.2.0' }, 'needs more'))
  await run(canary, 'users@1.2.0 --percent 10 --env staging --why try')
  await run(publish, builtHost({ version: '2.1.0', build: 'bbbbbbbb', kernel: '1.1.0' }))
  await expect(run(promote, 'host@2.1.0 --env staging --why old')).rejects.toThrow(
    'compatibility: canary of users: it needs kernel ^1.2.0',
  )
})

test('serves a share of the users, and ends', async () => {
  expect(await run(canary, 'users@1.1.0 --percent 10 --env staging --why try')).toMatch(
    'to 10 % of its users',
  )
  expect(served().remotes.users).toMatchObject({
    release: { build: '11111111' },
    canary: { percent: 10, release: { build: '22222222' } },
  })
  await run(canary, 'users@1.1.0 --percent 0 --env staging --why bad')
  expect(served().remotes.users?.canary).toBeUndefined()
})

test.each([
  ['users@1.1.0 --percent 101', '--percent must be a whole number from 0 to 100'],
  ['users@1.1.0', '--percent is missing'],
  ['host@2.0.0 --percent 10', 'there is no canary of it'],
])('%s is refused', async (words, message) => {
  await expect(run(canary, `${words} --env staging --why x`)).rejects.toThrow(message)
})
