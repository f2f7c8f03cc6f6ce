import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from '@jest/globals'
import { ensureBuilt } from '../testing/build'
import { PASSWORD } from '../testing/clusterUser'
import { temporaryFolder } from '../testing/cleanUp'
import { embeddedDemoFolder } from '../testing/demo'
import { createDatabase, urlOf } from '../testing/engine'
import { get, tokenOf } from '../testing/http'
import { ALWAYS, report } from '../testing/reports'
import { launch, whenReady, type Api, type Environment } from '../testing/server'
import { sqlAt } from '../testing/sql'

let folder: string
let token: string

/** The server as it is, not where this run's engine would put it. */
const startAt = (env: Environment): Promise<Api> => whenReady(launch('main.js', env))

beforeAll(async () => {
  await ensureBuilt()
  folder = await embeddedDemoFolder()
  const api = await startAt({ DATA_DIR: folder })
  token = await tokenOf(api.url, 'client1')
  await api.stop()
  sqlAt(
    folder,
    // an instant finer than JavaScript's, and a name that JSON must escape
    `update users set created_at = '2026-03-29 00:59:59.123456+00', name_client = E'a "b" \\\\c\\nñ €' where user_id = 7`,
    // more than is sent at a time, but no more than that
    'alter table movements disable trigger user',
    'delete from movements where id > 6000',
    'alter table movements enable trigger user',
    // as large as they might be before there was a bound
    'alter table movements drop constraint movements_bounds',
    `insert into movements (machine_id, type, in_cents, out_cents) select id, 1, 500000000000000, 0 from machines where key = 1`,
    `alter table movements add constraint movements_bounds
      check (in_cents <= 1000000000000 and out_cents <= 1000000000000) not valid`,
  )
})

async function newDatabase(): Promise<string> {
  const name = `copy_${randomUUID()}`
  await createDatabase(name)
  return urlOf(name)
}

async function copy(env: Environment): Promise<{ code: number | string; out: string; err: string }> {
  const command = launch('copy-to-postgres.js', env)
  return { code: await command.ended, out: command.stdout(), err: command.stderr() }
}

/** Every row of every table, as text in one zone. */
function contentsOf(place: string): unknown {
  const tables = sqlAt<{ name: string }>(
    place,
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> 'kysely_migration' order by 1`,
  )
  const digests = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as rows,
      md5(string_agg(t::text, ',' order by t::text collate "C")) as md5 from ${name} t`,
  )
  return sqlAt(place, `set time zone 'UTC'`, digests.join(' union all '))
}

test('rows, sequences and sessions are copied, and a second copy is refused', async () => {
  const DATABASE_URL = await newDatabase()
  const copied = await copy({ DATA_DIR: folder, DATABASE_URL })
  expect(copied.err).toBe('')
  expect(copied.code).toBe(0)
  expect(copied.out).toContain('users: 200 rows\n')
  expect(copied.out).toMatch(/Everything is copied\n$/)
  expect(contentsOf(DATABASE_URL)).toEqual(contentsOf(folder))
  expect(
    sqlAt(DATABASE_URL, `select nextval(pg_get_serial_sequence('users', 'user_id'))::int as id`),
  ).toEqual([{ id: 201 }])
  expect(() => sqlAt(DATABASE_URL, 'delete from movements')).toThrow('append-only')
  const tooLarge = `insert into movements (machine_id, type, in_cents, out_cents)
    select id, 1, 1000000000001, 0 from machines where key = 1`
  expect(() => sqlAt(DATABASE_URL, tooLarge)).toThrow('movements_bounds')

  const TOKEN_SECRET = readFileSync(join(folder, 'token-secret'), 'utf8')
  const api = await startAt({ DATABASE_URL, TOKEN_SECRET })
  expect(await get(`${api.url}/api/Users/current`, token)).toMatchObject({
    status: 200,
    body: { userName: 'client1' },
  })
  await api.stop()

  const before = contentsOf(DATABASE_URL)
  const again = await copy({ DATA_DIR: folder, DATABASE_URL })
  expect([again.code, again.err]).toEqual([
    1,
    'copy-to-postgres: The target has users already: it must be empty\n',
  ])
  expect(contentsOf(DATABASE_URL)).toEqual(before)
})

test('a copy that fails leaves nothing behind, and works once the blocker is removed', async () => {
  const DATABASE_URL = await newDatabase()
  await (await startAt({ DATABASE_URL, TOKEN_SECRET: 'x'.repeat(32) })).stop()
  sqlAt(DATABASE_URL, 'alter table movements add constraint blocker check (id < 1000)')
  const failed = await copy({ DATA_DIR: folder, DATABASE_URL })
  expect(failed.code).toBe(1)
  expect(failed.err).toContain('blocker')
  expect(
    sqlAt(DATABASE_URL, 'select (select count(*) from users)::int + (select count(*) from games)::int as n'),
  ).toEqual([{ n: 0 }])
  sqlAt(DATABASE_URL, 'alter table movements drop constraint blocker')
  expect((await copy({ DATA_DIR: folder, DATABASE_URL })).code).toBe(0)
})

test('missing arguments and folders are named', async () => {
  const DATABASE_URL = await newDatabase()
  expect((await copy({ DATA_DIR: folder })).err).toContain('DATABASE_URL must name the database to copy into')
  expect((await copy({ DATA_DIR: temporaryFolder(), DATABASE_URL })).err).toContain('There is no database in')
  const elsewhere = new URL(DATABASE_URL)
  elsewhere.pathname = '/nowhere'
  const unreachable = await copy({ DATA_DIR: folder, DATABASE_URL: elsewhere.href })
  expect(unreachable.err).toBe(
    'copy-to-postgres: The database of DATABASE_URL cannot be used: database "nowhere" does not exist\n',
  )
  expect(unreachable.err).not.toContain(PASSWORD)
})

test('the server must be stopped', async () => {
  const api = await startAt({ DATA_DIR: folder })
  const refused = await copy({ DATA_DIR: folder, DATABASE_URL: await newDatabase() })
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('in use by another server')])
  await api.stop()
})

test('months that are detached stay where they are, and the reports say the same', async () => {
  const dataDir = await embeddedDemoFolder()
  const [months] = sqlAt<{ month: string }>(
    dataDir,
    // the last days may be open still
    `select to_char(now() at time zone 'UTC' - interval '2 days', 'YYYY-MM') as month`,
  )
  const detaching = launch('detach-movements.js', { DATA_DIR: dataDir }, ['--before', months?.month ?? ''])
  expect([await detaching.ended, detaching.stderr()]).toEqual([0, ''])
  const DATABASE_URL = await newDatabase()
  const copied = await copy({ DATA_DIR: dataDir, DATABASE_URL })
  expect([copied.code, copied.err]).toEqual([0, ''])
  expect(copied.out).toMatch(/^Not copied: movements_\d{4}_\d\d \(detached\)$/m)
  expect(contentsOf(DATABASE_URL)).toEqual(contentsOf(dataDir))

  const moneyAt = async (env: Environment): Promise<unknown> => {
    const api = await startAt({ ...env, TOKEN_SECRET: 'x'.repeat(32) })
    const master = await tokenOf(api.url, 'master')
    const reports = [
      await report(api, master, 'internal', ALWAYS),
      await report(api, master, 'external', { ...ALWAYS, tipoMovs: '2,3' }),
    ]
    await api.stop()
    return reports.map(({ status, body }) => ({ status, body }))
  }
  expect(await moneyAt({ DATABASE_URL })).toEqual(await moneyAt({ DATA_DIR: dataDir }))
})
