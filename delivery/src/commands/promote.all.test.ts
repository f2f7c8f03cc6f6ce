import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from '@jest/globals'
import type { Release } from '@console/shared-kernel/remote'
import {
  builtRemote,
  freshSite,
  idOf,
  init,
  page,
  promoteNext,
  publicFile,
  publishHostWithPage,
  publishNext,
  run,
  served,
  sitePath,
  start,
} from '../../testing/staging'
import { CommandError } from '@console/shared-kernel/command'
import { buildOf, problem } from '../site/releaseRecords'
import { findRelease } from '../site/releases'
import { environmentPaths } from '../site/files'
import { recordVerification } from '../site/verificationEvidence'

freshSite()

describe('promote', () => {
  beforeEach(start)

  test('writes the page with the environment document in it, and the same document as a file', async () => {
    expect(served()).toMatchObject({
      name: 'staging',
      revision: 3,
      host: { version: '2.0.0', build: 'aaaaaaaa' },
      remotes: { users: { baseUrl: 'http://static.test/users/1.0.0-11111111/' } },
    })
    expect(JSON.parse(readFileSync(publicFile('environment.json'), 'utf8'))).toEqual(served())
    expect(readFileSync(publicFile('static/js/index.0000000a.js'), 'utf8')).toBe('main')
  })

  test('escapes text in the document that would close its element', async () => {
    await run(
      'publish',
      builtRemote({
        version: '3.0.0',
        build: '33333333',
        screens: [{ path: '/', module: './A', title: '</script><b>', preload: [] }],
      }),
    )
    await run('promote', 'users@3.0.0 --env staging --why try')
    expect(page()).not.toContain('</script><b>')
    expect(served().remotes.users?.release.screens[0]?.title).toBe('</script><b>')
  })

  test('makes the served release the fallback', async () => {
    await publishNext()
    await promoteNext()
    expect(idOf()).toBe('22222222')
    expect(served().remotes.users?.previous?.release.build).toBe('11111111')
    await promoteNext()
    expect(served().remotes.users?.previous?.release.build).toBe('11111111')
  })
})

test('a host whose page cannot be served is rejected, and nothing changes', async () => {
  await start()
  await publishHostWithPage((html) => html.replace(/<script defer.*?<\/script>/, ''))
  const before = page()
  const message = 'The page of the host does not start /static/js/index.0000000a.js.'
  const rejected = run('promote', 'host@2.1.0 --env staging --why x')
  await expect(rejected).rejects.toThrow(new CommandError(message))
  expect(page()).toBe(before)
  expect(await run('history', '--env staging')).toMatch(/^3 /)
})

describe('with --requires, a release', () => {
  const toProduction = (words = '') => run('promote', `users@1.0.0 --env production --why x ${words}`)
  beforeEach(start)
  beforeEach(async () => {
    await init('production', '--requires staging')
    await run('settings', '--env production --why first --requires none')
    await run('promote', 'host@2.0.0 --env production --why first')
    await run('settings', '--env production --why careful --requires staging')
  })

  test('is rejected if the other environment has not served it, or if it was not verified for this one', async () => {
    await publishNext()
    await expect(run('promote', 'users@1.1.0 --env production --why x')).rejects.toThrow(
      'evidence: staging has never served users@1.1.0-22222222 to everybody.',
    )
    await expect(toProduction()).rejects.toThrow('users@1.0.0-11111111 was not verified for production')
    await expect(toProduction('--requires staging')).rejects.toThrow('was not verified for production')
    const toSome = run('canary', 'users@1.0.0 --percent 5 --env production --why x')
    await expect(toSome).rejects.toThrow('was not verified for production')
  })

  test('is rejected even if the option names a third environment or the same one', async () => {
    await init('playground')
    await expect(toProduction('--requires playground')).rejects.toThrow('was not verified for production')
    await expect(toProduction('--requires production')).rejects.toThrow('cannot require itself')
  })

  test('is rejected if the other environment has rolled back from it', async () => {
    await publishNext()
    await promoteNext()
    await run('rollback', 'users --env staging --why broken')
    const again = 'users@1.1.0 --env production --why x'
    await expect(run('promote', again)).rejects.toThrow(
      'evidence: staging rolled back from users@1.1.0-22222222 in revision 5 (broken): --force',
    )
    await expect(run('promote', `${again} --force`)).rejects.toThrow('was not verified for production')
  })

  test('is rejected if it has since been published again with other files', async () => {
    const { host, remotes } = served()
    const verify = (build: Release) =>
      recordVerification({ root: sitePath() }, 'production', { app: 'users', build, host, who: 'ana' })
    await verify(remotes.users!.release)
    rmSync(sitePath('users/1.0.0-11111111'), { recursive: true })
    const again = builtRemote({}, 'other code')
    await run('publish', again)
    await expect(toProduction()).rejects.toThrow('staging has never served users@1.0.0-11111111')
    await run('promote', 'users@1.0.0 --env staging --why again')
    await expect(toProduction()).rejects.toThrow('users@1.0.0-11111111 was verified with other files')
    await verify(served().remotes.users!.release)
    await toProduction()
  })

  test('is rejected, with the command to run, if an earlier version of console-delivery verified it', async () => {
    const { host, remotes } = served()
    const build = remotes.users!.release
    const site = { root: sitePath() }
    await recordVerification(site, 'production', { app: 'users', build, host, who: 'ana' })
    const evidence = join(environmentPaths(site, 'production').verified, 'users/1.0.0-11111111.json')
    const { files: _, ...earlier } = JSON.parse(readFileSync(evidence, 'utf8'))
    writeFileSync(evidence, JSON.stringify(earlier))
    await expect(toProduction()).rejects.toThrow(
      'evidence: users@1.0.0-11111111 was verified by an earlier version of the command: console-delivery verify users@1.0.0-11111111 --env production',
    )
  })

  test('is promoted, with the evidence in the revision, if it was verified with the served host', async () => {
    const build = served().remotes.users!.release
    const verifiedWith = (host: { version: string; build: string }) =>
      recordVerification({ root: sitePath() }, 'production', { app: 'users', build, host, who: 'ana' })
    await verifiedWith({ version: '1.9.0', build: '99999999' })
    await expect(toProduction()).rejects.toThrow('was verified with host 1.9.0-99999999')
    await verifiedWith({ version: '2.0.0', build: 'aaaaaaaa' })
    await toProduction()
    expect(await run('history', '--env production')).toMatch(/^5 .* \(served in staging, revision 3\)$/m)
    expect(JSON.parse(await run('history', '--env production --json'))[0].evidence).toMatchObject({
      environment: 'staging',
      revision: 3,
      verified: { who: 'ana' },
    })
  })
})

describe('a release whose screens failed in verify', () => {
  beforeEach(start)
  beforeEach(publishNext)

  const verified = async (environment: string, failure: string[], host = served().host) => {
    const { record } = await findRelease({ root: sitePath() }, 'users@1.1.0')
    const { app, build } = buildOf(record)
    await recordVerification(
      { root: sitePath() },
      environment,
      { app, build, host, who: 'ana' },
      failure.map(problem('mount')),
    )
  }
  const canaryOf = (percent: number) =>
    run('canary', `users@1.1.0 --percent ${percent} --env staging --why x`)

  test('is rejected by promote and canary, with the problems found, until it passes verify', async () => {
    await verified('staging', ['users@1.1.0-22222222, /: it is empty', 'and more'])
    for (const rejected of [promoteNext(), canaryOf(10)])
      await expect(rejected).rejects.toThrow(
        /^users@1\.1\.0-22222222 failed its verification for staging at \S+: --force .*\nmount: .*: it is empty\nmount: and more$/,
      )
    await verified('staging', [])
    await canaryOf(10)
    await verified('staging', ['it is empty'])
    await canaryOf(0)
    await run('promote', 'users@1.1.0 --env staging --why x --force')
    expect(idOf()).toBe('22222222')
  })

  test('is still accepted in another environment or with another host', async () => {
    await verified('production', ['it is empty'])
    await verified('staging', ['it is empty'], { version: '1.9.0', build: '99999999' })
    await promoteNext()
  })

  test('no longer has evidence, even if it passed verify before', async () => {
    await verified('staging', [])
    await verified('staging', ['it is empty'])
    const { verified: folder } = environmentPaths({ root: sitePath() }, 'staging')
    expect(readdirSync(join(folder, 'users'))).toEqual(['1.1.0-22222222.failed.json'])
  })
})

test.each([
  ['no host', 'users@1.0.0 --env staging --why x', 'There is no host yet'],
  ['no reason', 'users@1.0.0 --env staging', '--why is missing'],
  ['neither environment nor reason', 'users@1.0.0', '--env, --why are missing'],
  [
    'no environment',
    'users@1.0.0 --env nowhere --why x',
    "There is no environment 'nowhere'. Known: staging.",
  ],
  [
    'nothing published',
    'users@9.0.0 --env staging --why x',
    'users@9.0.0 is not published. Available: 1.0.0-11111111.',
  ],
  ['no release', 'users --env staging --why x', "'users' is not a release"],
])('promote with %s is rejected', async (_, words, message) => {
  await init('staging')
  await run('publish', builtRemote())
  await expect(run('promote', words)).rejects.toThrow(message)
  expect(existsSync(publicFile('index.html'))).toBe(false)
})
