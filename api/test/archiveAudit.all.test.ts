import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { API_FOLDER } from '../testing/build'
import { temporaryFolder } from '../testing/cleanUp'
import { demoFolder } from '../testing/demo'
import { onPostgres } from '../testing/engine'
import { command, run, startApi } from '../testing/server'
import { sql } from '../testing/sql'

let folder: string
let file: string
beforeEach(() => {
  file = join(temporaryFolder(), 'audit.jsonl.gz')
})

const insert = (at: string, count: number) =>
  `insert into audit (at, actor_id, action, subject, before, after, request_id)
    select ${at}, 1, 'test', E'machine \\u2028 "' || n, null, '{"credit": 1.5}', gen_random_uuid()
    from generate_series(1, ${count}) n`
const rowsOf = () =>
  sql<{ row: unknown }>(
    folder,
    `set time zone 'UTC'`,
    `select row_to_json(a) as row from audit a where action <> 'audit.archive' order by id`,
  ).map(({ row }) => row)

async function fill(...statements: string[]): Promise<void> {
  folder = await demoFolder()
  sql(folder, insert(`now() - interval '401 days'`, 2_500), ...statements)
}

const archive = (args: string[], env: Record<string, string> = {}) =>
  command('archive-audit', { DATA_DIR: folder, ...env }, args)

/** Reads the archive as an auditor would, without the program that wrote it. */
function readArchive() {
  const text = gunzipSync(readFileSync(file)).toString()
  const lines = text.split('\n')
  expect(lines.pop()).toBe('')
  const end = JSON.parse(lines.pop() ?? '') as { rows: number; sha256: string; before: string }
  expect(end.rows).toBe(lines.length)
  expect(end.sha256).toBe(
    createHash('sha256')
      .update(lines.map((line) => `${line}\n`).join(''))
      .digest('hex'),
  )
  return { rows: lines.map((line) => JSON.parse(line) as unknown), end }
}

/** The output of the commands that README.md gives for checking a file. */
function shellLines(path: string): string[] {
  const readme = readFileSync(join(API_FOLDER, 'README.md'), 'utf8')
  const commands =
    readme.match(/^gzip -dc .*$/gm)?.map((line) => line.replace(/\/archive\/\S+/, `'${path}'`)) ?? []
  return commands.map((command) => execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trim())
}

const stillAppendOnly = () => {
  for (const statement of ['delete from audit', 'truncate audit']) {
    expect(() => sql(folder, statement)).toThrow('append-only')
  }
}

describe('the archive', () => {
  test('holds exactly the rows older than AUDIT_RETENTION, which are then deleted; the rest stays append-only', async () => {
    // more rows than are read at a time
    await fill(insert(`now() - interval '399 days'`, 3))
    const before = rowsOf()
    const done = await archive(['--to', file], { AUDIT_RETENTION: '400d' })
    expect(done).toMatchObject({ code: 0, err: '' })
    const { rows, end } = readArchive()
    expect(done.out).toBe(`2500 rows from before ${end.before} are in ${file}\n`)
    expect(rows).toHaveLength(2_500)
    expect(rows).toEqual(before.slice(0, 2_500))
    expect(rowsOf()).toEqual(before.slice(2_500))
    const kept = `select actor_id, after from audit where action = 'audit.archive'`
    const { sha256 } = end
    expect(sql(folder, kept)).toEqual([
      { actor_id: null, after: { rows: 2_500, before: end.before, sha256 } },
    ])
    const [digest, last] = shellLines(file)
    expect(JSON.parse(last ?? '')).toEqual(end)
    expect(digest).toBe(`${end.sha256}  -`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    stillAppendOnly()
    const again = await archive(['--to', `${file}.2`], { AUDIT_RETENTION: '400d' })
    expect([again.code, again.out]).toEqual([
      0,
      expect.stringMatching(/^There are 0 rows .*: no file is made\n$/),
    ])
    expect(existsSync(`${file}.2`)).toBe(false)
  })

  test('ends at midnight in TIME_ZONE', async () => {
    folder = await demoFolder()
    sql(folder, insert(`'2026-03-28 23:00+00'`, 1), insert(`'2026-03-28 22:59:59.999999+00'`, 1))
    const done = await archive(['--to', file, '--before', '2026-03-29'], { TIME_ZONE: 'Europe/Madrid' })
    expect(done).toMatchObject({ code: 0, err: '' })
    expect(readArchive()).toMatchObject({
      rows: [{ at: '2026-03-28T22:59:59.999999+00:00' }],
      end: { before: '2026-03-28T23:00:00.000Z' },
    })
    expect(rowsOf()).toMatchObject([{ at: '2026-03-28T23:00:00+00:00' }])
  })
})

test('rows of the last 30 days are kept, whatever day is given', async () => {
  folder = await demoFolder()
  sql(folder, insert(`now() - interval '31 days'`, 2), insert(`now() - interval '29 days'`, 3))
  const [{ today } = { today: '' }] = sql<{ today: string }>(
    folder,
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as today`,
  )
  const done = await archive(['--to', file, '--before', today], { TIME_ZONE: 'UTC' })
  expect(done).toMatchObject({ code: 0, err: '' })
  const kept = `select count(*)::int as n from audit where action = 'test'`
  expect(sql(folder, kept)).toEqual([{ n: 3 }])
  expect(readArchive().rows).toHaveLength(2)
})

describe('nothing is deleted', () => {
  const old = { AUDIT_RETENTION: '400d' }

  test.each<[string, string[], Record<string, string>, string]>([
    ['without a retention', ['--to', '/x'], {}, 'AUDIT_RETENTION is not set'],
    [
      'into a folder that npm chose',
      ['--to', 'a.gz'],
      old,
      "--to must be an absolute path: 'a.gz' would be ",
    ],
    ['without a file', [], old, '--to is missing\nUsage: npm run archive-audit'],
    [
      'for less than 30 days',
      ['--to', '/x'],
      { AUDIT_RETENTION: '29d' },
      'AUDIT_RETENTION must be 30 days at least',
    ],
    ['for an invalid retention', ['--to', '/x'], { AUDIT_RETENTION: '400' }, 'AUDIT_RETENTION must be 30'],
  ])('%s', async (_, args, env, message) => {
    folder = temporaryFolder()
    expect(await archive(args, env)).toEqual({ code: 1, out: '', err: expect.stringContaining(message) })
  })

  test('for an invalid or future day, or for a file that exists or cannot be created', async () => {
    await fill()
    writeFileSync(file, 'mine')
    const cases: [args: string[], message: string][] = [
      [['--to', '/x', '--before', '2026-02-30'], '--before must be a day such as'],
      [['--to', '/x', '--before', '2999-01-01'], '--before must not lie in the future'],
      [['--to', '/not/there'], 'The archive cannot be written: ENOENT'],
      [['--to', file], 'The archive cannot be written: it already exists\n'],
    ]
    for (const [args, message] of cases) {
      expect(await archive(args, old)).toEqual({ code: 1, out: '', err: expect.stringContaining(message) })
    }
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect(rowsOf()).toHaveLength(2_500)
  })

  test('when deleting fails, and the file is removed too', async () => {
    await fill(
      `create function fail_late() returns trigger language plpgsql as $$
        begin if old.id = 2499 then raise exception 'no'; end if; return old; end $$`,
      'create trigger fail_late before delete on audit for each row execute function fail_late()',
    )
    expect((await archive(['--to', file], old)).code).toBe(1)
    expect(existsSync(file)).toBe(false)
    expect(rowsOf()).toHaveLength(2_500)
    stillAppendOnly()
  })

  test('by a command that is killed while it writes', async () => {
    await fill(insert(`now() - interval '401 days'`, 60_000))
    const killed = await run('archive-audit.js', { DATA_DIR: folder, ...old }, ['--to', file])
    while (!existsSync(file)) await sleep(1)
    killed.process.kill('SIGKILL')
    expect(await killed.ended).toBe('SIGKILL')
    expect(() => readArchive()).toThrow()
    expect(sql(folder, 'select count(*)::int as n from audit')).toEqual([{ n: 62_500 }])
    stillAppendOnly()
    expect((await archive(['--to', `${file}.2`], old)).out).toContain('62500 rows')
  })

  if (!onPostgres) {
    test('while a server runs on the same directory', async () => {
      await fill()
      const api = await startApi({ DATA_DIR: folder })
      expect((await archive(['--to', file], old)).err).toContain('in use by another server')
      await api.stop()
      expect(rowsOf()).toHaveLength(2_500)
    })
  }
})
