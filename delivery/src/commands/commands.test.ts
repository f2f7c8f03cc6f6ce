import { existsSync, rmSync, utimesSync, writeFileSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import {
  beginSite,
  builtRemote,
  endSite,
  idOf,
  page,
  promoteNext,
  publicFile,
  publishNext,
  run,
  served,
  siteRoot,
  start,
} from '../../testing/staging'
import { canary } from './canary'
import { history } from './history'
import { init } from './init'
import { promote } from './promote'
import { prune } from './prune'
import { publish } from './publish'
import { remove } from './remove'
import { repair } from './repair'
import { rollback } from './rollback'
import { status } from './status'

beforeEach(beginSite)
afterEach(endSite)

describe('publish', () => {
  test('puts a build under its version and build, compressed beside', async () => {
    expect(await run(publish, builtRemote())).toBe('Published users@1.0.0-11111111.')
    const folder = join(siteRoot(), 'users/1.0.0-11111111')
    expect(readFileSync(join(folder, 'static/js/screen.00000002.js'), 'utf8')).toBe('code')
    for (const end of ['gz', 'br'])
      expect(existsSync(join(folder, `static/js/screen.00000002.js.${end}`))).toBe(true)
  })

  test('the same again changes nothing, and another build of that name is refused', async () => {
    await run(publish, builtRemote())
    expect(await run(publish, builtRemote())).toMatch('published already, with the same files')
    await expect(run(publish, builtRemote({}, 'other code'))).rejects.toThrow('a release never changes')
    const file = join(siteRoot(), 'users/1.0.0-11111111/static/js/screen.00000002.js')
    expect(readFileSync(file, 'utf8')).toBe('code')
  })

  test('a folder that is no build is refused', async () => {
    await expect(run(publish, join(siteRoot(), 'nothing'))).rejects.toThrow(
      'neither release.json nor host.json',
    )
  })
})

describe('promote', () => {
  test('writes the page with the environment in it, and the same document beside', async () => {
    await start()
    expect(served()).toMatchObject({
      name: 'staging',
      revision: 2,
      host: { version: '2.0.0', build: 'aaaaaaaa' },
      remotes: { users: { baseUrl: 'http://static.test/users/1.0.0-11111111/' } },
    })
    expect(JSON.parse(readFileSync(publicFile('environment.json'), 'utf8'))).toEqual(served())
    expect(readFileSync(publicFile('static/js/index.0000000a.js'), 'utf8')).toBe('main')
  })

  test('names the files of the first screen ahead, with their hashes', async () => {
    await start()
    const ahead = [
      ...page().matchAll(
        /<link rel="preload" as="script" href="([^"]+)" crossorigin="anonymous" integrity="sha384-[^"]+">/g,
      ),
    ]
    expect(ahead.map(([, href]) => href)).toEqual([
      '/static/js/federation.0000000b.js',
      'http://static.test/users/1.0.0-11111111/remoteEntry.00000001.js',
      'http://static.test/users/1.0.0-11111111/static/js/screen.00000002.js',
    ])
  })

  test('no text of the document ends its element', async () => {
    await start()
    await run(
      publish,
      builtRemote({
        version: '3.0.0',
        build: '33333333',
        screens: [{ path: '/', module: './A', title: '</script><b>', preload: [] }],
      }),
    )
    await run(promote, 'users@3.0.0 --env staging --why try')
    expect(page()).not.toContain('</script><b>')
    expect(served().remotes.users?.release.screens[0]?.title).toBe('</script><b>')
  })

  test('what was served becomes what the host falls back to', async () => {
    await start()
    await publishNext()
    await promoteNext()
    expect(idOf()).toBe('22222222')
    expect(served().remotes.users?.previous?.release.build).toBe('11111111')
    await promoteNext()
    expect(served().remotes.users?.previous?.release.build).toBe('11111111')
  })

  test('says when the policy is another one', async () => {
    await start()
    await publishNext()
    expect(await promoteNext()).not.toMatch('policy')
    await run(
      init,
      '--env staging --api-url http://other.test --reports-url http://reports.test --releases-url http://static.test/ --time-zone Europe/Madrid',
    )
    expect(await run(promote, 'users@1.0.0 --env staging --why back')).toMatch('reload it')
  })

  test.each([
    ['no host', 'users@1.0.0 --env staging --why x', 'There is no host yet'],
    ['no reason', 'users@1.0.0 --env staging', '--why is missing'],
    [
      'no environment',
      'users@1.0.0 --env nowhere --why x',
      "There is no environment 'nowhere'. There are: staging.",
    ],
    [
      'nothing published',
      'users@9.0.0 --env staging --why x',
      'users@9.0.0 is not published. Of users there are: 1.0.0-11111111.',
    ],
    ['no release', 'users --env staging --why x', "'users' names no release"],
  ])('%s: refused', async (_, words, message) => {
    await run(
      init,
      '--env staging --api-url http://a.test --reports-url http://a.test --releases-url http://s.test/ --time-zone UTC',
    )
    await run(publish, builtRemote())
    await expect(run(promote, words)).rejects.toThrow(message)
    expect(existsSync(publicFile('index.html'))).toBe(false)
  })
})

describe('one change at a time', () => {
  const lock = () => join(siteRoot(), 'environments/staging/lock')
  const holdLock = (pid: number) =>
    writeFileSync(lock(), JSON.stringify({ pid, machine: hostname(), who: 'ana@desk', since: 'now' }))

  test('while somebody else changes the environment, a promote is refused and nothing changes', async () => {
    await start()
    await publishNext()
    holdLock(process.pid)
    await expect(promoteNext()).rejects.toThrow('ana@desk has been changing it since now')
    expect(idOf()).toBe('11111111')
    rmSync(lock())
    await promoteNext()
    expect(idOf()).toBe('22222222')
  })

  test('of two at once one is refused, and the other is whole', async () => {
    await start()
    await publishNext()
    const results = await Promise.allSettled([promoteNext(), run(remove, 'users --env staging --why end')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(served().revision).toBe(3)
    expect(existsSync(lock())).toBe(false)
  })

  test('the lock of a process that has ended is taken over', async () => {
    await start()
    await publishNext()
    holdLock(2 ** 22 - 7)
    await promoteNext()
    expect(idOf()).toBe('22222222')
  })

  test('a change that stopped after the page is seen, and mended', async () => {
    await start()
    writeFileSync(publicFile('environment.json'), '{"old":true}')
    expect(await run(status, '--env staging')).toMatch('a change was interrupted')
    await run(repair, '--env staging')
    expect(JSON.parse(readFileSync(publicFile('environment.json'), 'utf8'))).toEqual(served())
    expect(await run(status, '--env staging')).not.toMatch('interrupted')
  })
})

describe('canary', () => {
  test('serves a share of the users, and ends', async () => {
    await start()
    await publishNext()
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
    await start()
    await publishNext()
    await expect(run(canary, `${words} --env staging --why x`)).rejects.toThrow(message)
  })
})

describe('rollback', () => {
  test('of one remote to what was before, in one command', async () => {
    await start()
    await publishNext()
    await promoteNext()
    expect(await run(rollback, 'users --env staging --why broken')).toMatch(
      'serves users@1.0.0-11111111 as of revision 2',
    )
    expect([idOf(), served().revision]).toEqual(['11111111', 4])
  })

  test('of everything to any revision', async () => {
    await start()
    await publishNext()
    await promoteNext()
    await run(remove, 'users --env staging --why end')
    expect(idOf()).toBeUndefined()
    await run(rollback, '--env staging --why back --to 3')
    expect([idOf(), served().revision]).toEqual(['22222222', 5])
  })

  test('where there is nothing earlier it is refused', async () => {
    await start()
    await expect(run(rollback, 'users --env staging --why x')).rejects.toThrow(
      'There is nothing earlier of users',
    )
    await expect(run(rollback, '--env staging --why x --to 7')).rejects.toThrow('There is no revision 7')
  })
})

test('history says who did what, when and why; what did not come to its end is no part of it', async () => {
  await start()
  await run(publish, builtRemote({ version: '1.1.0', build: '22222222' }))
  await run(promote, 'users@1.1.0 --env staging --why better --who ana')
  writeFileSync(join(siteRoot(), 'environments/staging/history/000004.json'), '{"revision":4}')
  const [newest, ...others] = (await run(history, '--env staging')).split('\n')
  expect(newest).toMatch(/^3 {2}\d{4}-\S+Z {2}ana {2}promote users@1.1.0-22222222 {2}better$/)
  expect(others).toHaveLength(2)
})

test('status names what is served, what it would fall back to, and the canary', async () => {
  await start()
  await publishNext()
  await promoteNext()
  expect(await run(status, '--env staging')).toBe(
    'staging: revision 3, host 2.0.0-aaaaaaaa\n  users 1.1.0-22222222, previous 1.0.0-11111111',
  )
})

describe('prune', () => {
  const old = new Date('2026-01-01')
  const age = (id: string) => utimesSync(join(siteRoot(), id), old, old)

  test('removes what no environment has used for long, and nothing else', async () => {
    await start()
    await run(publish, builtRemote({ version: '0.9.0', build: '00000009' }))
    await publishNext()
    for (const id of ['users/0.9.0-00000009', 'users/1.0.0-11111111', 'host/2.0.0-aaaaaaaa']) age(id)
    expect(await run(prune, '--dry-run')).toMatch('Would remove users/0.9.0-00000009')
    expect(await run(prune, '--days 30')).toMatch('Removed users/0.9.0-00000009\nRemoved 1 releases')
    expect(existsSync(join(siteRoot(), 'users/0.9.0-00000009'))).toBe(false)
    for (const id of ['users/1.0.0-11111111', 'users/1.1.0-22222222', 'host/2.0.0-aaaaaaaa'])
      expect(existsSync(join(siteRoot(), id))).toBe(true)
    expect(existsSync(publicFile('static/js/index.0000000a.js'))).toBe(true)
  })
})
