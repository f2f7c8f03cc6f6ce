import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { gzipSync } from 'node:zlib'
import { describe, expect, jest, test } from '@jest/globals'
import type { Release } from '@console/shared-kernel/remote'
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

freshSite(start)

describe('verify', () => {
  const broken = async (make: () => string, words = 'users@1.1.0 --env staging --no-browser') => {
    await run('publish', make())
    return run('verify', words)
  }
  const next = { version: '1.1.0', build: '22222222' }
  const screen = { path: '/', module: './A', title: 'A', preload: [] }

  test('prints one line for a good release', async () => {
    expect(await broken(() => builtRemote(next))).toMatch('is good for staging')
  })

  const SCREEN = 'static/js/screen.00000002.js'
  test.each<{ title: string; release: Partial<Release>; code: string; what: string }>([
    {
      title: 'a newer minor kernel',
      release: { kernel: '^1.3.0' },
      code: '',
      what: 'needs kernel ^1.3.0, and this host has 1.2.0',
    },
    { title: 'the next major kernel', release: { kernel: '^2.0.0' }, code: '', what: 'needs kernel ^2.0.0' },
    { title: 'another React', release: { react: '^18.0.0' }, code: '', what: 'needs react ^18.0.0' },
    {
      title: 'a name that the host no longer has',
      release: { imports: { '@console/shared-kernel/table': ['CellChip', 'DataTable'] } },
      code: '',
      what: 'needs CellChip of @console/shared-kernel/table, which this host has not',
    },
    {
      title: 'a module that the host does not share',
      release: { imports: { '@console/shared-kernel/maps': ['*'] } },
      code: '',
      what: 'needs @console/shared-kernel/maps, which this host has not',
    },
    { title: 'a copy of React', release: {}, code: 'https://react.dev/errors/31', what: 'React' },
    {
      title: 'a copy of axios',
      release: {},
      code: "console.warn('[Axios v1.0.0] Transitional option')",
      what: 'axios',
    },
    {
      title: 'a copy of the core of React',
      release: {},
      code: 'e.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=c',
      what: 'React',
    },
    {
      title: 'a copy of the router',
      release: {},
      code: 'window.__reactRouterVersion = 7',
      what: 'the router',
    },
  ])('rejects $title and names it', async ({ release, code, what }) => {
    const message =
      code === '' ? `compatibility: users 1.1.0 ${what}` : `shared copy: ${SCREEN} holds a copy of ${what}`
    await expect(broken(() => builtRemote({ ...next, ...release }, code))).rejects.toThrow(message)
    await expect(run('promote', 'users@1.1.0 --env staging --why x')).rejects.toThrow(message)
    expect(idOf()).toBe('11111111')
  })

  test.each([
    ['/', '/ of other and / of users match the same addresses'],
    ['/hello/new', '/hello/new of other and /hello/:id of users match the same addresses'],
    ['/*', '/* of other is a catch-all: it matches the addresses of all other screens'],
    ['/login', '/login of other and /login of the host match the same addresses'],
    ['/:page', '/:page of other and /login of the host match the same addresses'],
  ])('and promote reject a remote with a screen at %s', async (path, message) => {
    const screens = ['/', '/hello/:id', '/hello/new'].map((own) => ({ ...screen, path: own }))
    await run('publish', builtRemote({ ...next, screens }))
    await run('promote', 'users@1.1.0 --env staging --why more')
    await run('publish', builtRemote({ ...next, name: 'other', screens: [{ ...screen, path }] }))
    await expect(run('verify', 'other@1.1.0 --env staging --no-browser')).rejects.toThrow(
      `screens: ${message}`,
    )
    await expect(run('promote', 'other@1.1.0 --env staging --why x')).rejects.toThrow(`screens: ${message}`)
    expect(served().remotes.other).toBeUndefined()
  })

  test('rejects a screen that another remote’s canary has', async () => {
    await run('publish', builtRemote({ ...next, screens: [screen, { ...screen, path: '/tomorrow' }] }))
    await run('canary', 'users@1.1.0 --percent 5 --env staging --why try')
    await run('publish', builtRemote({ ...next, name: 'other', screens: [{ ...screen, path: '/tomorrow' }] }))
    await expect(run('promote', 'other@1.1.0 --env staging --why x')).rejects.toThrow(
      'screens: /tomorrow of other and /tomorrow of users match the same addresses',
    )
  })

  test('accepts 40 screens', async () => {
    const screens = Array.from({ length: 40 }, (_, at) => ({ ...screen, path: `/page${at}` }))
    expect(await broken(() => builtRemote({ ...next, screens }))).toMatch('is good for staging')
  })

  test('rejects two screens of one remote that match the same addresses', async () => {
    const screens = ['/u/:name', '/U/:id/'].map((path) => ({ ...screen, path }))
    await expect(broken(() => builtRemote({ ...next, screens }))).rejects.toThrow(
      'screens: /U/:id/ of users and /u/:name of users match the same addresses',
    )
  })

  /** Verifies a release against the given budgets. */
  const budgeted = (budgets: string) => {
    const file = sitePath('budgets.json')
    return broken(() => {
      writeFileSync(file, budgets)
      return builtRemote(next)
    }, `users@1.1.0 --env staging --no-browser --budgets ${file}`)
  }

  test.each([
    [
      'more bytes than its own line allows',
      '{"users":{"entry":10,"firstScreen":99,"all":99}}',
      'its budget is 10',
    ],
    [
      'more bytes than the line of all others',
      '{"*":{"entry":10,"firstScreen":99,"all":99}}',
      'its budget is 10',
    ],
    ['a line that leaves a part out', '{"users":{"firstScreen":99,"all":99}}', 'its budget is missing'],
    [
      'no line in the budgets',
      '{"machines":{"entry":99,"firstScreen":99,"all":99}}',
      "neither users nor '*'",
    ],
  ])('rejects a remote with %s', async (_, budgets, message) => {
    const result = budgeted(budgets)
    await expect(result).rejects.toThrow(/^budget: /)
    await expect(result).rejects.toThrow(message)
  })

  test('prefers a remote’s own budget to the common one', async () => {
    const budgets = '{"users":{"entry":99,"firstScreen":99,"all":99},"*":{"entry":1,"firstScreen":1,"all":1}}'
    expect(await budgeted(budgets)).toMatch('is good for staging')
  })

  test.each([
    [
      '{"host":{"login":1,"firstScreen":99,"all":199}}',
      /^budget: login has \d+ bytes of gzip, and its budget is 1$/,
    ],
    ['{"*":{"login":99,"firstScreen":99,"all":199}}', /^budget: .* neither host nor/],
  ])('checks a host against its own budget: %s', async (budgets, message) => {
    const file = sitePath('budgets.json')
    const result = broken(() => {
      writeFileSync(file, budgets)
      return builtHost({ version: '2.1.0', build: 'bbbbbbbb' })
    }, `host@2.1.0 --env staging --no-browser --budgets ${file}`)
    await expect(result).rejects.toThrow(message)
  })

  test('uses the common budget for a remote that has none', async () => {
    // random bytes, which gzip cannot compress
    const random = Array.from({ length: 60_000 }, (_, at) =>
      ((at * 7919 * (at % 613)) % 65_521).toString(36),
    ).join('')
    const fifth = { ...next, name: 'fifth', screens: [{ ...screen, path: '/fifth' }] }
    const result = broken(() => builtRemote(fifth, random), 'fifth@1.1.0 --env staging --no-browser')
    await expect(result).rejects.toThrow(/budget: all has \d+ bytes of gzip, and its budget is 50000/)
  })

  test.each<[string, (screen: string) => void, string]>([
    [
      'altered',
      (file) => writeFileSync(file, 'newer c0de'),
      ' was changed: its hash differs from the record',
    ],
    ['longer', (file) => writeFileSync(file, 'newer code!'), ' has 11 bytes instead of 10'],
    ['missing', (file) => rmSync(file), ' is missing'],
    [
      'other when unpacked',
      (file) => writeFileSync(`${file}.gz`, gzipSync('newer c0de')),
      '.gz was changed: it does not unpack to the recorded file',
    ],
    ['added', (file) => writeFileSync(`${file}.js`, 'code'), '.js is not in any record'],
  ])('rejects a file that is %s after publishing', async (_, corrupt, problem) => {
    await publishNext()
    corrupt(sitePath(`users/1.1.0-22222222/${SCREEN}`))
    const message = `files: ${SCREEN}${problem}`
    await expect(run('verify', 'users@1.1.0 --env staging --no-browser')).rejects.toThrow(message)
    await expect(promoteNext()).rejects.toThrow(message)
  })

  test.each<[string, Release['imports']]>([
    ['has all of its names', { '@console/shared-kernel/table': ['DataTable'], react: ['*'] }],
    ['is not told its names', 'unknown'],
  ])('accepts a release with a host that %s', async (_, imports) => {
    expect(await broken(() => builtRemote({ ...next, imports }))).toMatch('is good for staging')
  })

  test('accepts a release that handles errors of the shared axios', async () => {
    expect(
      await broken(() => builtRemote(next, '(0,a.isAxiosError)(e) || e instanceof a.AxiosError')),
    ).toMatch('is good for staging')
  })

  test('requires a release to run on the host’s canary too', async () => {
    const exports = { react: ['use'], '@console/shared-kernel/table': ['Table'] }
    await run('publish', builtHost({ version: '2.1.0', build: 'bbbbbbbb', exports }))
    await run('canary', 'host@2.1.0 --percent 10 --env staging --why try')
    const needy = () => builtRemote({ ...next, imports: { '@console/shared-kernel/table': ['DataTable'] } })
    const words = 'users 1.1.0 needs DataTable of @console/shared-kernel/table, which this host has not'
    await expect(broken(needy)).rejects.toThrow(words)
    await expect(promoteNext()).rejects.toThrow(words)
  })

  test('rejects a host without a name that a remote uses, and prints the name', async () => {
    await run(
      'publish',
      builtRemote({ ...next, imports: { react: ['use'], '@console/shared-kernel/table': ['DataTable'] } }),
    )
    await promoteNext()
    const exports = { react: ['use'], '@console/shared-kernel/table': ['Table'] }
    await run('publish', builtHost({ version: '2.1.0', build: 'bbbbbbbb', exports }))
    const words =
      'compatibility: users 1.1.0 needs DataTable of @console/shared-kernel/table, which this host has not'
    await expect(run('verify', 'host@2.1.0 --env staging --no-browser')).rejects.toThrow(words)
    await expect(run('promote', 'host@2.1.0 --env staging --why new')).rejects.toThrow(words)
  })

  test('rejects a host that is incompatible with a remote', async () => {
    await run('publish', builtHost({ version: '3.0.0', build: 'bbbbbbbb', kernel: '2.0.0' }))
    await expect(run('promote', 'host@3.0.0 --env staging --why new')).rejects.toThrow(
      'compatibility: users 1.0.0 needs kernel ^1.0.0, and this host has 2.0.0',
    )
  })

  test('leaves no temporary console behind if the browser does not start', async () => {
    const browser = sitePath('browser')
    writeFileSync(browser, '#!/bin/sh\n[ "$1" = --version ]\n', { mode: 0o755 })
    const folder = sitePath('temporary')
    mkdirSync(folder)
    const { CHROMIUM_PATH = '' } = process.env
    process.env.CHROMIUM_PATH = browser
    // os.tmpdir() does not see a TMPDIR that a test sets
    const temporary = jest.spyOn(os, 'tmpdir').mockReturnValue(folder)
    try {
      await expect(broken(() => builtRemote(next), 'users@1.1.0 --env staging')).rejects.toThrow('launch')
      expect(temporary).toHaveBeenCalled()
    } finally {
      temporary.mockRestore()
      process.env.CHROMIUM_PATH = CHROMIUM_PATH
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('console-verify-'))).toEqual([])
  })
})
