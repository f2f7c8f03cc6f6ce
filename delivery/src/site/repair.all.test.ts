import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, jest, test } from '@jest/globals'
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
import { main } from '../consoleDelivery'

freshSite(start, publishNext, promoteNext)

const record = (revision: number) => sitePath(`environments/staging/history/00000${revision}.json`)
const cut = (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 100))
const statusNow = () => run('status', '--env staging')
const REPAIR = ': console-delivery repair --env staging'

describe('a damaged site', () => {
  let untouched: string
  beforeEach(() => void (untouched = page()))

  test.each<[string, () => void, string]>([
    [
      'an edited address',
      () => writeFileSync(publicFile('index.html'), page().replace('api.test', 'evil.test')),
      'the page is not as it was written',
    ],
    [
      'an edited title',
      () => writeFileSync(publicFile('index.html'), page().replace('<head>', '<head><title>x</title>')),
      'the page is not as it was written',
    ],
    ['a page cut off', () => cut(publicFile('index.html')), 'the page is not as it was written'],
    ['a lost page', () => rmSync(publicFile('index.html')), 'the page is lost'],
    [
      'a lost document',
      () => rmSync(publicFile('environment.json')),
      'environment.json is not that of the page',
    ],
    [
      'a lost file of the host',
      () => rmSync(publicFile('static/js/index.0000000a.js')),
      "the host's file static/js/index.0000000a.js is lost",
    ],
    [
      'a changed file of the host',
      () => replace(publicFile('static/js/index.0000000a.js')),
      "the host's file static/js/index.0000000a.js is lost or was changed",
    ],
  ])('with %s is reported by status, and repaired', async (_, harm, words) => {
    harm()
    expect(await statusNow()).toMatch(new RegExp(`${words}.*${REPAIR}`))
    expect(await run('repair', '--env staging')).toMatch(words)
    expect(await statusNow()).not.toMatch('repair')
    expect(page()).toBe(untouched)
    expect(readFileSync(publicFile('static/js/index.0000000a.js'), 'utf8')).toBe('main')
  })

  test('with a changed release is reported, and the release must be published again', async () => {
    replace(sitePath('users/1.1.0-22222222/static/js/screen.00000002.js'))
    const words =
      /users\/1\.1\.0-22222222: .*: delete what is left of its folder and publish it again, or promote another release/
    expect(await statusNow()).toMatch(words)
    expect(await run('repair', '--env staging')).toMatch(words)
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined)
    const exitCode = await main(['repair', '--env', 'staging', '--site', sitePath()])
    log.mockRestore()
    expect(exitCode).toBe(4)
  })
})

test('editing a served file of the host does not edit its release', async () => {
  appendFileSync(publicFile('static/js/index.0000000a.js'), 'evil')
  expect(await statusNow()).toMatch(`is lost or was changed${REPAIR}`)
  await run('repair', '--env staging')
  expect(readFileSync(publicFile('static/js/index.0000000a.js'), 'utf8')).toBe('main')
  expect(await statusNow()).not.toMatch('repair')
})

describe('a lost page together with a damaged release', () => {
  beforeEach(async () => {
    await run('publish', builtHost({ version: '2.1.0', build: 'bbbbbbbb' }))
    await run('promote', 'host@2.1.0 --env staging --why next')
  })

  test.each<[string, () => void, RegExp]>([
    [
      'the fallback of the host is gone',
      () => rmSync(sitePath('host/2.0.0-aaaaaaaa'), { recursive: true }),
      /host\/2\.0\.0-\w+ no longer exists: delete what is left of its folder and publish it again/,
    ],
    [
      'the record of a remote’s fallback is cut off',
      () => cut(sitePath('users/1.0.0-11111111/release.json')),
      /users\/1\.0\.0-11111111.*: delete what is left of its folder and publish it again/,
    ],
  ])('%s: the page is rewritten, and the damage is reported', async (_, harm, words) => {
    const before = page()
    harm()
    rmSync(publicFile('index.html'))
    expect(await run('repair', '--env staging')).toMatch(words)
    expect(page()).toBe(before)
  })

  test('a lost host canary does not block other teams', async () => {
    await run('publish', builtHost({ version: '2.2.0', build: 'cccccccc' }))
    await run('canary', 'host@2.2.0 --percent 5 --env staging --why try')
    rmSync(sitePath('host/2.2.0-cccccccc'), { recursive: true })
    await run('promote', 'users@1.0.0 --env staging --why on')
    expect(idOf()).toBe('11111111')
  })
})

test('status exits with 4 if something is damaged', async () => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined)
  const code = () => main(['status', '--site', sitePath()])
  expect(await code()).toBe(0)
  rmSync(publicFile('index.html'))
  expect(await code()).toBe(4)
  cut(record(4))
  expect(await code()).toBe(4)
  jest.restoreAllMocks()
})

test('a damaged release is not used as a fallback', async () => {
  writeFileSync(sitePath('users/1.1.0-22222222/static/js/screen.00000002.js'), 'evil')
  await run('publish', builtRemote({ version: '1.2.0', build: '33333333' }))
  await run('promote', 'users@1.2.0 --env staging --why better')
  expect(served().remotes.users?.previous).toBeUndefined()
})

test('a rollback whose record was lost still keeps later rollbacks away from the bad release', async () => {
  await run('rollback', 'users --env staging --why broken')
  rmSync(record(5))
  await run('repair', '--env staging')
  expect(await statusNow()).toMatch('rolled back from: users@1.1.0-22222222')
  await expect(run('rollback', 'users --expect 5 --env staging --why again')).rejects.toThrow(
    'No earlier revision of users',
  )
  expect(idOf()).toBe('11111111')
})

describe('an unreadable earlier record', () => {
  test.each<[string, string]>([
    ['that is cut off', '{'],
    ['that is another text', '{"revision":2}'],
  ])('%s is reported, and blocks only prune', async (_, text) => {
    writeFileSync(record(2), text)
    expect(await statusNow()).toMatch('the record of revision 2 cannot be read: restore it from a backup')
    jest.spyOn(console, 'log').mockImplementation(() => undefined)
    expect(await main(['status', '--site', sitePath()])).toBe(4)
    jest.restoreAllMocks()
    expect((await run('history', '--env staging')).split('\n')).toHaveLength(3)
    await run('promote', 'users@1.0.0 --env staging --why on')
    await expect(run('prune', '--days 0')).rejects.toThrow(
      'The record of revision 2 of staging cannot be read',
    )
  })

  test('of the served revision is rebuilt from the page', async () => {
    writeFileSync(record(4), '{"revision":4}')
    await run('repair', '--env staging')
    expect(await statusNow()).toMatch('staging: revision 4, repair')
  })
})

const replace = (file: string) => writeFileSync(file, 'evil')

describe('the record of the served revision', () => {
  test.each<[string, () => void]>([
    ['that is lost', () => rmSync(record(4))],
    ['that is cut off', () => cut(record(4))],
    ['that is empty', () => writeFileSync(record(4), '')],
  ])('%s: every command prints how to repair it, and works afterwards', async (_, harm) => {
    const before = served()
    harm()
    const words =
      'The record of revision 4 of staging cannot be read: restore history/ from a backup. Without one, this rebuilds what is served from the page, losing who, why and requires: console-delivery repair --env staging'
    for (const rejected of [
      run('history', '--env staging'),
      run('promote', 'users@1.0.0 --env staging --why x'),
      statusNow(),
    ])
      await expect(rejected).rejects.toThrow(words)
    expect(await run('repair', '--env staging')).toMatch(
      'the record of revision 4 is lost: it is rebuilt from the page',
    )
    expect(served()).toEqual(before)
    expect(await statusNow()).toMatch('staging: revision 4, repair')
    await run('rollback', 'users --env staging --why back')
    expect(idOf()).toBe('11111111')
    await expect(run('promote', 'users@1.1.0 --env staging --why again')).rejects.toThrow(
      'was rolled back from',
    )
  })

  test('blocks no other environment', async () => {
    cpSync(sitePath('environments/staging'), sitePath('environments/training'), { recursive: true })
    cut(record(4))
    const all = await run('status', '')
    expect(all).toMatch(/^staging: The record of revision 4 .* cannot be read/)
    expect(all).toMatch(/^training: revision 4/m)
  })
})

describe('a completely lost history', () => {
  const HISTORY = 'environments/staging/history'

  test('begins again with what the page serves, and init does not replace it', async () => {
    const before = served()
    rmSync(sitePath(HISTORY), { recursive: true })
    await expect(init('staging')).rejects.toThrow('staging already exists')
    await run('repair', '--env staging')
    expect(served()).toEqual(before)
    expect(readdirSync(sitePath(HISTORY))).toEqual(['000004.json'])
    await run('promote', 'users@1.0.0 --env staging --why on')
    expect(served().remotes.users?.baseUrl).toBe('http://static.test/users/1.0.0-11111111/')
    await run('rollback', 'users --env staging --why back')
    expect(idOf()).toBe('22222222')
  })

  test('together with the page cannot be repaired', async () => {
    rmSync(sitePath(HISTORY), { recursive: true })
    mkdirSync(sitePath(HISTORY))
    rmSync(publicFile('index.html'))
    await expect(run('repair', '--env staging')).rejects.toThrow("There is no environment 'staging'")
  })
})

test('without a page and a document, repair restores the newest readable record', async () => {
  await run('settings', '--env staging --why zone --time-zone UTC')
  for (const file of ['index.html', 'environment.json']) rmSync(publicFile(file))
  cut(record(5))
  await run('repair', '--env staging')
  expect(served()).toMatchObject({ revision: 4, timeZone: 'Europe/Madrid' })
})
