import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { temporaryFolder } from '../testing/cleanUp'
import { demoFolder } from '../testing/demo'
import { get, tokenOf } from '../testing/http'
import { run, startApi } from '../testing/server'

async function command(script: string, dataDir: string, args: string[]) {
  const { ended, stdout, stderr } = await run(script, { DATA_DIR: dataDir }, args)
  return { code: await ended, out: stdout(), err: stderr() }
}

test('a backup is restored in another directory, with its sessions', async () => {
  const folder = await demoFolder()
  const saved = join(temporaryFolder(), 'saved')
  const before = await startApi({ DATA_DIR: folder })
  const token = await tokenOf(before.url, 'client1')

  const early = await command('backup.js', folder, ['--to', saved])
  expect([early.code, early.err]).toEqual([1, expect.stringContaining('in use by another server')])
  // however it ended
  await before.stop('SIGKILL')
  expect(await command('backup.js', folder, ['--to', saved])).toEqual({
    code: 0,
    out: `${folder} is saved in ${saved}\n`,
    err: '',
  })
  expect(readdirSync(saved).sort()).toEqual(['manifest.json', 'pg', 'token-secret'])

  const elsewhere = join(temporaryFolder(), 'new', 'data')
  expect((await command('restore.js', elsewhere, ['--from', saved])).code).toBe(0)
  expect(readdirSync(elsewhere).sort()).toEqual(['pg', 'token-secret'])
  expect([...modesIn(saved), ...modesIn(elsewhere)]).toEqual(['40700', '100600', '40700', '100600'])
  const after = await startApi({ DATA_DIR: elsewhere })
  expect((await get(`${after.url}/api/Users/current`, token)).status).toBe(200)
  await after.stop()
})

/** The kinds of entries with their rights, each once. */
function modesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  const modes = [folder, ...entries].map((path) => lstatSync(path).mode.toString(8))
  return [...new Set(modes)].sort((one, other) => one.length - other.length)
}

describe('restore refuses a backup with', () => {
  let saved: string
  beforeAll(async () => {
    saved = join(temporaryFolder(), 'saved')
    expect((await command('backup.js', await demoFolder(), ['--to', saved])).code).toBe(0)
  })

  const file = 'pg/base/1/1259'
  test.each<[string, (copy: string) => void, string]>([
    [
      'a changed file',
      (copy) => {
        const bytes = readFileSync(join(copy, file))
        bytes[100] = (bytes[100] ?? 0) ^ 1
        writeFileSync(join(copy, file), bytes)
      },
      `${file} differs from the backup's manifest`,
    ],
    ['a missing file', (copy) => rmSync(join(copy, file)), `${file} is missing`],
    [
      'an extra file',
      (copy) => writeFileSync(join(copy, 'pg/extra'), ''),
      'pg/extra is not part of the backup',
    ],
    ['an extra folder', (copy) => mkdirSync(join(copy, 'pg/more')), 'pg/more is not part of the backup'],
    [
      'a symbolic link',
      (copy) => {
        rmSync(join(copy, file))
        symlinkSync('/etc/hostname', join(copy, file))
      },
      `${file} is a symbolic link, which a backup never holds`,
    ],
    ['no manifest', (copy) => rmSync(join(copy, 'manifest.json')), 'is not a complete backup'],
    [
      'half a manifest',
      (copy) => truncateSync(join(copy, 'manifest.json'), 1000),
      'is not a complete backup',
    ],
    [
      'a manifest with a way out',
      (copy) => writeFileSync(join(copy, 'manifest.json'), '{"directories":["../out"],"files":{}}'),
      'is not a complete backup',
    ],
  ])('%s', async (_, corrupt, message) => {
    const folder = temporaryFolder()
    const copy = join(folder, 'copy')
    cpSync(saved, copy, { recursive: true })
    corrupt(copy)
    const target = join(folder, 'target')
    const { code, err } = await command('restore.js', target, ['--from', copy])
    expect([code, err]).toEqual([1, expect.stringContaining(message)])
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(readdirSync(folder).filter((name) => name !== 'target')).toEqual(['copy'])
    if (existsSync(target)) expect(readdirSync(target)).toEqual([])
  })

  test('a lost empty folder is created again', async () => {
    const folder = temporaryFolder()
    const copy = join(folder, 'copy')
    cpSync(saved, copy, { recursive: true })
    rmdirSync(join(copy, 'pg/pg_twophase'))
    expect((await command('restore.js', join(folder, 'data'), ['--from', copy])).code).toBe(0)
    expect(existsSync(join(folder, 'data/pg/pg_twophase'))).toBe(true)
  })
})

test('a link in the data directory is neither followed nor saved', async () => {
  const folder = await demoFolder()
  symlinkSync('/etc', join(folder, 'pg', 'elsewhere'))
  const saved = join(temporaryFolder(), 'saved')
  const { code, err } = await command('backup.js', folder, ['--to', saved])
  expect([code, err]).toEqual([
    1,
    `backup: ${join(folder, 'pg', 'elsewhere')} is a symbolic link, which a backup never holds\n`,
  ])
  expect([existsSync(saved), existsSync(`${saved}.partial`)]).toEqual([false, false])
})

test('the unfinished work of another copy is not removed', async () => {
  const folder = await demoFolder()
  const saved = join(temporaryFolder(), 'saved')
  mkdirSync(`${saved}.partial`)
  writeFileSync(join(`${saved}.partial`, 'something'), '')
  const { code, err } = await command('backup.js', folder, ['--to', saved])
  expect([code, err]).toEqual([
    1,
    `backup: ${saved}.partial exists: another copy is running or was interrupted. Remove it first\n`,
  ])
  expect(readdirSync(`${saved}.partial`)).toEqual(['something'])
})

test('neither command overwrites a folder or accepts a folder that holds no data', async () => {
  const folder = await demoFolder()
  const full = temporaryFolder()
  writeFileSync(join(full, 'something'), '')
  expect((await command('backup.js', folder, ['--to', full])).err).toBe(`backup: ${full} already exists\n`)
  expect((await command('backup.js', folder, ['--to', join(folder, 'saved')])).err).toBe(
    `backup: ${join(folder, 'saved')} is inside the data directory: save it elsewhere\n`,
  )
  expect((await command('restore.js', full, ['--from', folder])).err).toContain(`${full} is not empty`)
  const empty = temporaryFolder()
  expect((await command('backup.js', empty, ['--to', join(full, 'x')])).err).toContain(
    'There is no database in',
  )
  expect((await command('restore.js', empty, ['--from', full])).err).toContain('There is no database in')
  expect([existsSync(join(full, 'x')), readdirSync(empty)]).toEqual([false, []])
})

test.each([
  ['backup.js', [], 'Usage: npm run backup -w api -- --to FOLDER'],
  ['backup.js', ['--from', 'x'], 'Usage: npm run backup -w api -- --to FOLDER'],
  ['restore.js', [], 'Usage: npm run restore -w api -- --from FOLDER'],
  ['backup.js', ['--to', 'saved'], `--to must be a full path: 'saved' would be `],
  ['restore.js', ['--from', '../saved'], `--from must be a full path: '../saved' would be `],
])('%s %j prints the usage', async (script, args, usage) => {
  const { code, err } = await command(script, temporaryFolder(), args)
  expect([code, err]).toEqual([1, expect.stringContaining(usage)])
})
