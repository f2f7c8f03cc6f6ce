import { existsSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from '@jest/globals'
import {
  builtRemote,
  freshSite,
  idOf,
  page,
  promoteNext,
  publicFile,
  publishNext,
  run,
  served,
  start,
} from '../../testing/staging'
import { init } from './init'
import { promote } from './promote'
import { publish } from './publish'

freshSite()

describe('promote', () => {
  beforeEach(start)

  test('writes the page with the environment in it, and the same document beside', async () => {
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
    const ahead = [
      ...page().matchAll(
        /<link rel="preload" as="script" fetchpriority="low" href="([^"]+)" crossorigin="anonymous" integrity="sha384-[^"]+">/g,
      ),
    ]
    expect(ahead.map(([, href]) => href)).toEqual([
      '/static/js/console-area.0000000b.js',
      'http://static.test/users/1.0.0-11111111/remoteEntry.00000001.js',
      'http://static.test/users/1.0.0-11111111/static/js/screen.00000002.js',
    ])
  })

  test('no text of the document ends its element', async () => {
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
    await publishNext()
    await promoteNext()
    expect(idOf()).toBe('22222222')
    expect(served().remotes.users?.previous?.release.build).toBe('11111111')
    await promoteNext()
    expect(served().remotes.users?.previous?.release.build).toBe('11111111')
  })

  test('says which origin is new', async () => {
    await publishNext()
    expect(await promoteNext()).not.toMatch('policy')
    await run(
      init,
      '--env staging --api-url http://other.test --reports-url http://reports.test --releases-url http://static.test/ --time-zone Europe/Madrid',
    )
    expect(await run(promote, 'users@1.0.0 --env staging --why back')).toMatch(
      /^New origin: http:\/\/other\.test\. Browsers refuse it until .* reloaded/m,
    )
  })
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
])('promote with %s: refused', async (_, words, message) => {
  await run(
    init,
    '--env staging --api-url http://a.test --reports-url http://a.test --releases-url http://s.test/ --time-zone UTC',
  )
  await run(publish, builtRemote())
  await expect(run(promote, words)).rejects.toThrow(message)
  expect(existsSync(publicFile('index.html'))).toBe(false)
})
