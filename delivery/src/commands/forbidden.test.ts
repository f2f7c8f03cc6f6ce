import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import {
  builtRemote,
  freshSite,
  publicFile,
  publishNext,
  run,
  served,
  sitePath,
  start,
} from '../../testing/staging'
import { main } from '../consoleDelivery'

/* A path that the user may not read still exists: no command treats it as missing. */

const OTHER_USER = 65534
const isRoot = process.getuid?.() === 0
let output: string[]

freshSite(start, publishNext)
beforeEach(() => {
  output = []
  copyFileSync(join(__dirname, '..', '..', 'budgets.json'), budgets())
  for (const name of ['log', 'error'] as const)
    jest.spyOn(console, name).mockImplementation((text: string) => void output.push(text))
})
afterEach(() => void jest.restoreAllMocks())

/** A copy: the other user may be unable to enter the folder of this repository. */
const budgets = () => sitePath('../budgets.json')

/** Runs a command as a user who may not read the paths. Root could read them, so it becomes another user. */
async function without(paths: string[], words: string): Promise<number> {
  if (isRoot) {
    execFileSync('chown', ['-R', `${OTHER_USER}:${OTHER_USER}`, sitePath()])
    // the temporary folder that contains the site
    chmodSync(sitePath('..'), 0o755)
  }
  const modes = paths.map((path) => statSync(path).mode)
  for (const path of paths) chmodSync(path, 0)
  if (isRoot) process.seteuid!(OTHER_USER)
  try {
    return await main(`${words} --site ${sitePath()} --budgets ${budgets()}`.split(' '))
  } finally {
    if (isRoot) process.seteuid!(0)
    paths.forEach((path, index) => chmodSync(path, modes[index]!))
  }
}

const record = (revision: number) => sitePath(`environments/staging/history/00000${revision}.json`)
const OWN_SITE = /A site and all in it belong to one user/
const PROMOTE = 'promote users@1.1.0 --env staging --why try'

test('the other user may change a site that they can read completely', async () => {
  expect(await without([], PROMOTE)).toBe(0)
  expect(served().revision).toBe(4)
})

test.each<[string, () => string[]]>([
  [
    'the page, the document and the newest record',
    () => [publicFile('index.html'), publicFile('environment.json'), record(3)],
  ],
  ['the newest record', () => [record(3)]],
  ['the page', () => [publicFile('index.html')]],
])('a promotion is rejected if it cannot read %s, and the served revision stays', async (_, paths) => {
  const before = [readFileSync(record(3), 'utf8'), await run('history', '--env staging')]
  expect(served().revision).toBe(3)
  expect(await without(paths(), PROMOTE)).toBe(3)
  expect(output.join()).toMatch(OWN_SITE)
  expect(output.join()).not.toContain('repair')
  expect(served().revision).toBe(3)
  expect([readFileSync(record(3), 'utf8'), await run('history', '--env staging')]).toEqual(before)
})

/**
 * Runs in its own process, because access(2), and therefore `existsSync`, checks the real user. The command
 * is loaded as the user of the tests, because the other user may be unable to load it.
 */
const AS_OTHER_USER = `
  import { main } from './src/consoleDelivery.ts'
  const [user, site, budgets] = process.argv.slice(1)
  if (process.getuid() === 0) process.setuid(Number(user))
  process.exitCode = await main(['history', '--env', 'staging', '--site', site, '--budgets', budgets])`

test('a site that may not be entered is not reported as empty', () => {
  chmodSync(sitePath('..'), 0o755)
  chmodSync(sitePath(), isRoot ? 0o700 : 0)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      AS_OTHER_USER,
      String(OTHER_USER),
      sitePath(),
      budgets(),
    ],
    { encoding: 'utf8', cwd: join(__dirname, '..', '..') },
  )
  chmodSync(sitePath(), 0o755)
  expect([status, stdout]).toEqual([3, ''])
  expect(stderr).toMatch(OWN_SITE)
  expect(stderr).not.toMatch(/There is no environment/)
})

test('a build that cannot be read is not reported as unbuilt', async () => {
  const dist = builtRemote({ version: '1.2.0', build: '33333333' })
  mkdirSync(dist, { recursive: true })
  expect(await without([join(dist, 'release.json')], `publish ${dist}`)).toBe(3)
  expect(output.join()).toMatch(/EACCES/)
  expect(output.join()).not.toContain('Is it built?')
})
