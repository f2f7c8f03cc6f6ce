import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { Client } from 'pg'
import { createDatabase as openDatabase } from '../src/db/connection/database'
import { API_FOLDER, ensureBuilt } from '../testing/build'
import { createDatabase, onCluster, urlOf } from '../testing/engine'
import { get, login } from '../testing/http'
import { launch, whenReady, type Api, type Environment, type Run } from '../testing/server'

/** Follows README.md literally; only the address is the tests' own. */
const readme = readFileSync(join(API_FOLDER, 'README.md'), 'utf8')
const [, section = ''] = /## Two roles on PostgreSQL\n(.*?)\n## /s.exec(readme) ?? []
const [newDatabase = '', oldDatabase = ''] = [...section.matchAll(/```sql\n(.*?)```/gs)].map(([, sql]) => sql)
const statementsOf = (sql: string) => sql.split(';\n').filter((text) => text.trim() !== '')
const [, commandArgs = ''] = /npm run migrate -w api -- (.*)/.exec(section) ?? []

const owner = { name: 'console_owner', password: 'password-of-the-owner' }
const server = { name: 'console_api', password: 'password-of-the-api' }
const TOKEN_SECRET = 'x'.repeat(40)
const serverEnv: Environment = { DATABASE_URL: urlOf('console', server), TOKEN_SECRET }

async function migrate(args: string[], DATABASE_URL = urlOf('console', owner)) {
  const command = launch('migrate.js', { DATABASE_URL }, args)
  return { code: await command.ended, out: command.stdout(), err: command.stderr() }
}

async function queryAs(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement))
    return rows
  } finally {
    await client.end()
  }
}
const asServer = (...statements: string[]) => queryAs(serverEnv['DATABASE_URL'] ?? '', ...statements)

async function waitsFor(waiting: Run, what: string): Promise<void> {
  while (!waiting.stderr().includes(what)) await sleep(20)
}

let api: Api
beforeAll(async () => {
  await ensureBuilt()
  for (const statement of statementsOf(newDatabase)) await onCluster(statement)
})
afterAll(() => api?.stop())

describe('with the roles of README.md', () => {
  test('a server waits for the owner to migrate and grant, and then serves, with demo data', async () => {
    const waiting = launch('main.js', { ...serverEnv, DEMO_DATA: 'true' })
    await waitsFor(
      waiting,
      'waiting for the owner of the database: npm run migrate -w api -- --grant-to ROLE',
    )
    expect(commandArgs).toBe('--grant-to console_api')
    expect(await migrate(commandArgs.split(' '))).toEqual({
      code: 0,
      out: 'The database is up to date with this build, and console_api may serve it\n',
      err: '',
    })
    api = await whenReady(waiting)
    expect((await login(api.url, 'master')).status).toBe(200)
    expect(await asServer('select count(*)::int as users from users')).toEqual([{ users: 200 }])
    expect(await asServer(`select nextval(pg_get_serial_sequence('users', 'user_id'))::int as id`)).toEqual([
      { id: 201 },
    ])
  })

  test('a second server waits for the migrations of its build and their grants', async () => {
    const asOwner = (...statements: string[]) => queryAs(urlOf('console', owner), ...statements)
    await asOwner('create table of_the_next_build (id integer)')
    const waiting = launch('main.js', serverEnv)
    await waitsFor(waiting, 'waiting for the owner')
    const [, address] = /Server listening at (http:\/\/[\d.:]+)/.exec(waiting.stderr()) ?? []
    expect((await get(`${address}/readyz`)).body).toEqual({
      message: 'Esperando las migraciones de la base de datos',
    })
    expect((await migrate(commandArgs.split(' '))).code).toBe(0)
    await (await whenReady(waiting)).stop()
    expect(await asServer('insert into of_the_next_build values (1) returning id')).toEqual([{ id: 1 }])
    await asOwner('drop table of_the_next_build')
  })

  test('a database with one role gets an owner, and the old role loses its rights', async () => {
    const one = { name: 'one_role', password: 'one' }
    await onCluster(`create role ${one.name} login password '${one.password}'`)
    await createDatabase('one_role')
    await onCluster('alter database one_role owner to one_role')
    const before = await whenReady(launch('main.js', { DATABASE_URL: urlOf('one_role', one), TOKEN_SECRET }))
    await before.stop()
    const audit = `insert into audit (actor_id, action, subject, request_id) values (1, '', '', gen_random_uuid())`
    const steps = statementsOf(oldDatabase).slice(1)
    expect(steps).toHaveLength(2)
    for (const step of steps) {
      const statement = step
        .replace('database console ', 'database one_role ')
        .replace('by console ', 'by one_role ')
      await queryAs(urlOf('one_role'), statement)
    }
    expect(await migrate(['--grant-to', one.name], urlOf('one_role', owner))).toMatchObject({ code: 0 })
    await expect(queryAs(urlOf('one_role', one), 'delete from audit')).rejects.toThrow('permission denied')
    await expect(queryAs(urlOf('one_role', one), audit)).rejects.toThrow('foreign key')
    const after = await whenReady(launch('main.js', { DATABASE_URL: urlOf('one_role', one), TOKEN_SECRET }))
    expect(await after.stop()).toBe(0)
  })
})

describe('the role of a server', () => {
  test.each([
    `update audit set action = ''`,
    'delete from audit',
    'truncate audit',
    'alter table audit disable trigger audit_append_only',
    'alter table audit disable trigger all',
    'drop trigger audit_append_only on audit',
    'create trigger mine before insert on audit for each row execute function refuse_change()',
    'drop table audit',
    'drop function refuse_change() cascade',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'alter table audit owner to console_api',
    'set role console_owner',
    'set session_replication_role = replica',
    'update movements set in_cents = 0',
    'delete from movements',
    'truncate movements',
    'delete from movements_default',
    'insert into movements_default select * from movements',
    'alter table movements detach partition movements_default',
    'truncate users cascade',
    'alter table movements disable trigger movements_append_only',
    'delete from kysely_migration',
    'update kysely_migration_lock set is_locked = 1',
    'create table mine (id integer)',
    'create temporary table mine (id integer)',
    'create schema mine',
    `select setval(pg_get_serial_sequence('users', 'user_id'), 1)`,
  ])('is denied: %s', async (statement) => {
    await expect(asServer(statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  test('may add to the audit and read it', async () => {
    const [row] = await asServer(
      `insert into audit (actor_id, action, subject, request_id) values (1, 'test', '', gen_random_uuid()) returning *`,
    )
    expect(row).toMatchObject({ action: 'test', at: expect.any(Date) })
  })

  test('creates the month tables that movements need, on behalf of the owner', async () => {
    await asServer(`select add_movement_months(now(), now() + interval '3 months')`)
    const owners = await asServer(
      `select distinct pg_get_userbyid(relowner) as owner from pg_class where relname like 'movements%'`,
    )
    expect(owners).toEqual([{ owner: owner.name }])
  })

  test('can have the whole movements table analyzed, once for several processes', async () => {
    // as if the last analysis was half a day ago
    await queryAs(urlOf('console'), `select pg_stat_reset_single_table_counters('movements'::regclass)`)
    const found = () =>
      asServer(
        `select analyze_count::int as analyses,
          (select count(*)::int > 0 from pg_stats where tablename = 'movements' and inherited) as known
        from pg_stat_user_tables where relname = 'movements'`,
      )
    expect(await found()).toEqual([{ analyses: 0, known: false }])
    const location = { dataDir: '', databaseUrl: serverEnv['DATABASE_URL'] ?? '', databaseDirectUrl: null }
    const processes = Array.from({ length: 4 }, () =>
      openDatabase({ ...location, databaseConnections: 5 }, () => undefined),
    )
    const done = await Promise.all(processes.map((one) => one.maintain()))
    expect(done.filter(Boolean)).toHaveLength(1)
    await Promise.all(processes.map((one) => one.close()))
    expect(await found()).toEqual([{ analyses: 1, known: true }])
  })

  test('loses other grants when the owner migrates again', async () => {
    await queryAs(
      urlOf('console', owner),
      'grant update, delete on audit to console_api',
      'grant update (action) on audit to console_api',
      'grant delete on movements to public',
      'grant create on schema public to console_api',
    )
    expect((await migrate(commandArgs.split(' '))).code).toBe(0)
    for (const statement of [
      `update audit set action = ''`,
      'delete from movements',
      'create table mine ()',
    ]) {
      await expect(asServer(statement)).rejects.toThrow('permission denied')
    }
  })
})

describe('migrate rejects', () => {
  test.each([
    ['no role', [], '--grant-to is missing\nUsage: npm run migrate -w api -- --grant-to ROLE'],
    ['a role that does not exist', ['--grant-to', 'somebody'], 'migrate: There is no role somebody\n'],
    ['the owner', ['--grant-to', owner.name], 'migrate: console_owner is the owner: the server needs a role'],
  ])('%s', async (_, args, message) => {
    expect(await migrate(args)).toEqual({ code: 1, out: '', err: expect.stringContaining(message) })
  })

  test('a superuser and a member of the owner role, without changing their grants', async () => {
    await onCluster('create role superuser_too superuser login')
    await onCluster('create role "member \'of\' the.owner" login in role console_owner')
    for (const role of ['superuser_too', `member 'of' the.owner`]) {
      expect(await migrate(['--grant-to', role])).toMatchObject({
        code: 1,
        err: `migrate: ${role} could still change the audit: it is a superuser or a member of another role\n`,
      })
    }
  })

  test('running as a role other than the owner, or without a database', async () => {
    expect(await migrate(['--grant-to', 'pg_monitor'], serverEnv['DATABASE_URL'])).toMatchObject({
      code: 1,
      err: 'migrate: console_api does not own the database: DATABASE_URL must name the owner\n',
    })
    expect((await migrate(commandArgs.split(' '), '')).err).toContain('DATABASE_URL must name the database')
  })
})

test('in production, a server warns at startup if its role could change the audit', async () => {
  await createDatabase('production')
  await onCluster('alter database production owner to console_owner')
  const production = { NODE_ENV: 'production', TOKEN_SECRET }
  const start = async (role: typeof owner) => {
    const started = await whenReady(
      launch('main.js', { ...production, DATABASE_URL: urlOf('production', role) }),
    )
    await started.stop()
    return started
      .stderr()
      .split('\n')
      .filter((line) => line.includes('may change the audit'))
  }
  const lines = await start(owner)
  expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(['warn'])
  expect((await migrate(commandArgs.split(' '), urlOf('production', owner))).code).toBe(0)
  expect(await start(server)).toEqual([])
})
