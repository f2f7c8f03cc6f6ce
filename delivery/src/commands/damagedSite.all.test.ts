import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import {
  builtHost,
  builtRemote,
  freshSite,
  idOf,
  page,
  promoteNext,
  publicFile,
  publishNext,
  run,
  served,
  sitePath,
  start,
} from '../../testing/staging'
import { main } from '../consoleDelivery'

freshSite()

describe('dangerous names are rejected', () => {
  test.each([
    { name: '../evil' },
    { name: 'environments' },
    { name: 'host' },
    { name: 'Users' },
    { name: 'constructor' },
    { version: '../../1.0.0' },
    { version: '1.0.0 beta' },
    { build: 'a/b' },
  ])('publish of %j', async (release) => {
    await expect(run('publish', builtRemote(release))).rejects.toThrow(/be|is not a version/)
    for (const folder of ['../evil-1', 'environments', 'host', 'Users', 'users', 'constructor', '../evil'])
      expect(existsSync(sitePath(folder))).toBe(false)
  })

  test('a name such as constructor is not mistaken for a remote', async () => {
    await start()
    await expect(run('remove', 'constructor --env staging --why x')).rejects.toThrow(
      'is not a remote of staging',
    )
    await expect(run('rollback', 'constructor --env staging --why x')).rejects.toThrow(
      "There is no app 'constructor' in staging. Known: host, users.",
    )
    await expect(run('rollback', 'constructor --to 1 --env staging --why x')).rejects.toThrow('was not in')
  })
})

describe('the record of a host', () => {
  test.each([
    [{ kernel: undefined }, 'host.json, kernel: is missing'],
    [{ preload: 'main.js' }, 'host.json, preload: is not a list of strings'],
    [{ name: 'users' }, 'host.json, name: is not "host"'],
  ])('is rejected with %j', async (host, message) => {
    await expect(run('publish', builtHost(host as object))).rejects.toThrow(message)
  })

  test('is accepted without the files of the login screen, as older hosts wrote it', async () => {
    await start()
    await run('publish', builtHost({ version: '1.9.0', build: 'bbbbbbbb', login: undefined as never }))
    expect(await run('promote', 'host@1.9.0 --env staging --why back')).toMatch(
      'promote host@1.9.0-bbbbbbbb.',
    )
  })
})

test.each([
  ['--releases-url ftp://static.test/', 'is no address of a folder'],
  ['--releases-url http://static.test/ --requires staging', "There is no environment 'staging'"],
])('init %s is rejected', async (words, message) => {
  const others = '--env staging --api-url http://a.test --reports-url http://r.test --time-zone UTC'
  await expect(run('init', `${others} ${words}`)).rejects.toThrow(message)
})

describe('corrupt files of a release', () => {
  beforeEach(start)

  const corrupt = (id: string) => rmSync(sitePath(`${id}/remoteEntry.00000001.js`))

  test('of one remote do not block another', async () => {
    const screens = [{ path: '/other', module: './Other', title: 'Other', preload: [] }]
    await run('publish', builtRemote({ name: 'other', screens }))
    corrupt('users/1.0.0-11111111')
    await run('promote', 'other@1.0.0 --env staging --why new')
    expect(idOf('other')).toBe('11111111')
  })

  test('do not block the release that replaces them, and are not promoted again', async () => {
    await publishNext()
    corrupt('users/1.0.0-11111111')
    await promoteNext()
    expect(idOf()).toBe('22222222')
    await expect(run('rollback', 'users --env staging --why x')).rejects.toThrow('is missing')
  })
})

describe('corrupt files can be repaired', () => {
  beforeEach(start)

  test('a release is published again after its folder is deleted', async () => {
    const folder = sitePath('users/1.0.0-11111111')
    writeFileSync(`${folder}/static/js/screen.00000002.js`, 'c0de')
    await expect(run('publish', builtRemote())).rejects.toThrow(
      /was changed.*\nDelete .*, then publish it again/,
    )
    rmSync(folder, { recursive: true })
    expect(await run('publish', builtRemote())).toBe('Published users@1.0.0-11111111.')
  })

  test('promoting the host again replaces its corrupt files', async () => {
    const file = publicFile('static/js/index.0000000a.js')
    rmSync(file)
    writeFileSync(file, 'ma')
    await run('promote', 'host@2.0.0 --env staging --why repair')
    expect(readFileSync(file, 'utf8')).toBe('main')
    expect(existsSync(`${file}.new`)).toBe(false)
  })

  test('after the page and the document are lost, history works and repair rewrites both', async () => {
    const whole = page()
    for (const name of ['index.html', 'environment.json']) rmSync(publicFile(name))
    expect(await run('history', '--env staging')).toMatch(/^3 .*\n2 .*\n1 /)
    expect(existsSync(publicFile('index.html'))).toBe(false)
    await run('repair', '--env staging')
    expect(page()).toBe(whole)
    expect(JSON.parse(readFileSync(publicFile('environment.json'), 'utf8'))).toEqual(served())
  })

  test('the next change rewrites a lost page and overwrites no revision', async () => {
    const { remotes } = served()
    rmSync(publicFile('index.html'))
    await run('promote', 'host@2.0.0 --env staging --why lost')
    expect(served()).toMatchObject({ revision: 4, remotes })
    expect(await run('history', '--env staging')).toMatch(/^4 .*\n3 .*\n2 .*\n1 /)
  })
})

test('a lost history record does not block changes, and a rollback to it asks for another revision', async () => {
  await start()
  await publishNext()
  await promoteNext()
  const record = sitePath('environments/staging/history/000003.json')
  rmSync(record)
  await expect(run('rollback', 'users --env staging --why back')).rejects.toThrow(
    `There is no record of revision 3 of staging: ${record} is missing. Name another revision with --to.`,
  )
  await run('promote', 'host@2.0.0 --env staging --why on')
  expect(served().revision).toBe(5)
})

test('a manual copy of an environment is ignored', async () => {
  await start()
  cpSync(sitePath('environments/staging'), sitePath('environments/staging.bak'), { recursive: true })
  expect(await run('status', '')).toMatch(/^staging: revision 3/)
  expect(await run('status', '')).not.toMatch('bak')
})

test('a host file without a hash in its name comes from the served host', async () => {
  await start()
  for (const [version, build] of [
    ['2.1.0', 'bbbbbbbb'],
    ['2.2.0', 'cccccccc'],
  ] as const) {
    const dist = builtHost({ version, build })
    writeFileSync(join(dist, 'favicon.svg'), version)
    await run('publish', dist)
    await run('promote', `host@${version} --env staging --why newer`)
    expect(readFileSync(publicFile('favicon.svg'), 'utf8')).toBe(version)
  }
  await run('rollback', 'host --env staging --why back')
  expect(readFileSync(publicFile('favicon.svg'), 'utf8')).toBe('2.1.0')
})

test('a failing disk is reported in one line, with its own exit code', async () => {
  const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  const site = sitePath('file')
  mkdirSync(sitePath(), { recursive: true })
  writeFileSync(site, 'no folder')
  expect(await main(['publish', builtRemote(), '--site', site])).toBe(3)
  expect(String(errors.mock.calls[0]?.[0])).toMatch(/^The site cannot be read or written: ENOTDIR/)
})
