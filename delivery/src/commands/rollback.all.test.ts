import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from '@jest/globals'
import {
  builtHost,
  builtRemote,
  freshSite,
  idOf,
  init,
  page,
  promoteNext,
  publicFile,
  publishNext,
  run,
  served,
  sitePath,
  start,
} from '../../testing/staging'

freshSite(start)

const publishUsers = (version: string, build: string) => run('publish', builtRemote({ version, build }))
const promoteUsers = (version: string, words = '') =>
  run('promote', `users@${version} --env staging --why new ${words}`)
const back = (words: string) => run('rollback', `${words} --env staging --why broken`)

describe('after a new release', () => {
  beforeEach(publishNext)
  beforeEach(promoteNext)

  test('one command rolls back one remote', async () => {
    expect(await back('users')).toBe(
      'staging: rollback users to revision 3. Revision 5 is served.\n  users: 1.1.0-22222222 -> 1.0.0-11111111',
    )
    expect([idOf(), served().revision]).toEqual(['11111111', 5])
  })

  test('everything can be rolled back to any revision, after the differences are printed', async () => {
    await run('remove', 'users --env staging --why end')
    await expect(back('--to 4')).rejects.toThrow(
      'rollback everything to revision 4 would change:\n' +
        '  users: none -> 1.1.0-22222222\n' +
        'Use --expect 5 --yes to do it.',
    )
    expect(idOf()).toBeUndefined()
    await back('--to 4 --expect 5 --yes')
    expect([idOf(), served().revision]).toEqual(['22222222', 6])
  })

  test('a rollback interrupted after its page was served is completed by the same command', async () => {
    const before = readFileSync(publicFile('environment.json'), 'utf8')
    const first = await back('users --expect 4')
    writeFileSync(publicFile('environment.json'), before)
    expect(await back('users --expect 4')).toBe(first)
    expect(JSON.parse(readFileSync(publicFile('environment.json'), 'utf8'))).toEqual(served())
    expect([idOf(), served().revision]).toEqual(['11111111', 5])
    // a different reason, app or revision makes it a different rollback
    await expect(run('rollback', 'users --expect 4 --env staging --why other')).rejects.toThrow(
      'revision 5 now',
    )
    await expect(back('users --expect 4 --to 3')).resolves.toBe(first)
    await expect(back('users --expect 4 --to 2')).rejects.toThrow('revision 5 now')
    await expect(back('--settings --expect 4')).rejects.toThrow('revision 5 now')
  })

  test('a rejected rollback also completes an interrupted one', async () => {
    const before = readFileSync(publicFile('environment.json'), 'utf8')
    await back('users')
    writeFileSync(publicFile('environment.json'), before)
    await expect(back('users')).rejects.toThrow('A rollback of users was made in revision 5')
    expect(JSON.parse(readFileSync(publicFile('environment.json'), 'utf8'))).toEqual(served())
  })

  test('--to with --force serves only what the required environment has served', async () => {
    await init('other')
    await back('users')
    await run('settings', '--env staging --why careful --requires other')
    await expect(back('users --to 4 --force')).rejects.toThrow(
      'evidence: other has never served users@1.1.0-22222222 to everybody.',
    )
    await expect(back('--to 4 --force --yes')).rejects.toThrow('evidence: other has never served')
    expect(idOf()).toBe('11111111')
    await run('settings', '--env staging --why careless --requires none')
    await back('users --to 4 --force')
    expect(idOf()).toBe('22222222')
  })

  test.each(['--force', ''])(
    '--to %s raises the share of a canary only with evidence from the required environment',
    async (force) => {
      await init('other')
      await run('publish', builtRemote({ version: '1.2.0', build: '33333333' }))
      const canaryOf = (percent: number) =>
        run('canary', `users@1.2.0 --percent ${percent} --env staging --why try`)
      // revisions 5 to 8
      for (const percent of [100, 0, 10, 0]) await canaryOf(percent)
      await canaryOf(20)
      await run('settings', '--env staging --why careful --requires other')
      const canaryNow = () => served().remotes.users?.canary?.percent
      const rejection = 'evidence: other has never served users@1.2.0-33333333 to everybody.'
      await expect(back(`users --to 5 ${force}`)).rejects.toThrow(rejection)
      expect(canaryNow()).toBe(20)
      await back(`users --to 7 ${force}`)
      expect(canaryNow()).toBe(10)
    },
  )

  test('a rollback that expects a revision other than the served one is rejected', async () => {
    await expect(back('users --expect 3')).rejects.toThrow('staging serves revision 4 now, not 3')
    expect(idOf()).toBe('22222222')
  })

  test('two people who roll back at the same time go back only one release', async () => {
    await publishUsers('1.2.0', '33333333')
    await promoteUsers('1.2.0')
    const [first, second] = await Promise.allSettled([back('users'), back('users')])
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
    expect(idOf()).toBe('22222222')
    await expect(back('--yes')).resolves.toMatch('rollback everything')
    await expect(back('--yes')).rejects.toThrow('A rollback of everything was made in revision 7')
  })

  test('browsers fall back to the release that a rollback would choose', async () => {
    expect(served().remotes.users?.previous?.release.build).toBe('11111111')
    await back('users')
    expect(served().remotes.users?.previous).toBeUndefined()
  })

  test.each<[string, (folder: string) => void, string]>([
    ['is gone', (folder) => rmSync(folder, { recursive: true }), 'no longer exists'],
    [
      'has been changed',
      (folder) => writeFileSync(join(folder, 'static/js/screen.00000002.js'), 'c0de'),
      'was changed: its hash differs from the record',
    ],
    [
      'has a changed compressed file',
      (folder) => writeFileSync(join(folder, 'static/js/screen.00000002.js.br'), 'c0de'),
      'screen.00000002.js.br was changed: it does not unpack',
    ],
  ])('a rollback to a release that %s is rejected, and nothing changes', async (_, harm, message) => {
    harm(sitePath('users/1.0.0-11111111'))
    const before = page()
    await expect(back('--to 3 --yes')).rejects.toThrow(message)
    await expect(back('users')).rejects.toThrow(message)
    expect(page()).toBe(before)
  })
})

describe('settings', () => {
  const api = () => served().apiUrl
  const change = (words: string) => run('settings', `${words} --env staging --why moved`)

  test('take effect at once for all releases, with the policy, and can be rolled back separately', async () => {
    await change('--force --api-url http://wrong.test --releases-url http://cdn.test/')
    expect([api(), served().remotes.users?.baseUrl]).toEqual([
      'http://wrong.test',
      'http://cdn.test/users/1.0.0-11111111/',
    ])
    expect(page()).toMatch(
      /<head><meta http-equiv="Content-Security-Policy" content="[^"]*http:\/\/wrong\.test/,
    )
    expect(await back('--settings')).toMatch('rollback the settings to revision 1.')
    expect([api(), served().remotes.users?.baseUrl]).toEqual([
      'http://api.test',
      'http://static.test/users/1.0.0-11111111/',
    ])
    expect(page()).not.toMatch('wrong.test')
  })

  test('are not confused with a remote called settings', async () => {
    const screens = [{ path: '/settings', module: './S', title: 'S', preload: [] }]
    for (const [version, build] of [
      ['1.0.0', '44444444'],
      ['1.1.0', '55555555'],
    ] as const) {
      await run('publish', builtRemote({ name: 'settings', version, build, screens }))
      await run('promote', `settings@${version} --env staging --why new`)
    }
    await change('--force --api-url http://wrong.test')
    await back('settings')
    await expect(back(`settings --expect ${served().revision}`)).rejects.toThrow(
      /earlier revision of settings in staging\.(.|\n)*\nThe settings of the environment: console-delivery rollback --settings$/,
    )
    expect([idOf('settings'), api()]).toEqual(['44444444', 'http://wrong.test'])
    await back('--settings')
    expect([idOf('settings'), api()]).toEqual(['44444444', 'http://api.test'])
  })
})

test('a rollback to a revision that was written but never served is rejected', async () => {
  writeFileSync(sitePath('environments/staging/history/000004.json'), '{"revision":4}')
  await expect(back('--yes --to 4')).rejects.toThrow('There is no revision 4')
  await expect(back('--to 7 --yes')).rejects.toThrow('There is no revision 7')
})

test('a rollback can make tabs on earlier revisions reload', async () => {
  await publishNext()
  await promoteNext()
  expect(served().minimumRevision).toBeUndefined()
  await back('users --urgent')
  expect(served()).toMatchObject({ revision: 5, minimumRevision: 5 })
  await promoteUsers('1.1.0', '--force')
  expect(served()).toMatchObject({ revision: 6, minimumRevision: 5 })
})

describe('a rollback to a release that has since become incompatible', () => {
  const imports = { '@console/shared-kernel/table': ['DataTable'] }
  const hostWithout = () =>
    builtHost({
      version: '2.1.0',
      build: 'bbbbbbbb',
      exports: { react: ['use'], '@console/shared-kernel/table': [] },
    })

  test('is made, with a warning about the missing name', async () => {
    await run('publish', builtRemote({ version: '1.1.0', build: '22222222', imports }))
    await promoteNext()
    await publishUsers('1.2.0', '33333333')
    await promoteUsers('1.2.0')
    await run('publish', hostWithout())
    await run('promote', 'host@2.1.0 --env staging --why newer')
    expect(await back('users')).toContain(
      '\n  will not be shown: users 1.1.0 needs DataTable of @console/shared-kernel/table, which this host has not',
    )
    expect(idOf()).toBe('22222222')
  })

  test('is made, with a warning about the path of the other remote', async () => {
    const screens = (path: string) => [{ path, module: './Users', title: 'Users', preload: [] }]
    await run('publish', builtRemote({ version: '1.1.0', build: '22222222', screens: screens('/people') }))
    await promoteNext()
    await run(
      'publish',
      builtRemote({ name: 'games', version: '1.0.0', build: '44444444', screens: screens('/') }),
    )
    await run('promote', 'games@1.0.0 --env staging --why new')
    const warning = 'will not be shown: / of users and / of games match the same addresses'
    expect(await back('users')).toContain(warning)
  })

  test('is made for the host too, with a warning about the name that a remote needs', async () => {
    await run('publish', hostWithout())
    await run('promote', 'host@2.1.0 --env staging --why newer')
    await run('publish', builtHost({ version: '2.2.0', build: 'cccccccc' }))
    await run('promote', 'host@2.2.0 --env staging --why newer')
    await run('publish', builtRemote({ version: '1.1.0', build: '22222222', imports }))
    await promoteNext()
    expect(await back('host')).toContain('will not be shown: users 1.1.0 needs DataTable')
    expect(served().host?.build).toBe('bbbbbbbb')
  })
})
