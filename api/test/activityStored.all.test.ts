import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { migrate } from '../src/db/migrations/migrate'
import { newestOf, scopesOf } from '../src/services/activity'
import { searchScopes } from '../src/services/activitySearch'
import { databaseOfBuild, insertMachines } from '../testing/database'

let db: Db

beforeAll(async () => {
  db = await databaseOfBuild('0015-versions')
  await insertMachines(db, 3)
})
afterAll(() => db?.destroy())

const run = async <T>(text: string) => (await sql.raw<T>(text).execute(db)).rows

test('the migration adds the actor and the target to audit rows of earlier builds', async () => {
  await run(`
    insert into audit (actor_id, action, subject, request_id)
    select 1, 'x', subject, gen_random_uuid() from (
      select 'user 1' as subject union all select 'game 3' union all select 'user 99'
      union all (select 'machine ' || id from machines order by key limit 1)
      union all (select 'machine ' || upper(id::text) from machines order by key limit 1)
    ) earlier`)
  await migrate(db)
  const rows = await run(`
    select regexp_replace(a.subject, '(machine) .*', '\\1') as subject, actor_path, subject_path,
      subject_user_id, m.owner_path as machine
    from audit a left join machines m on m.id = subject_machine_id order by a.id`)
  const unlinked = { actor_path: 'a', subject_path: null, subject_user_id: null, machine: null }
  const ofMachine = { actor_path: 'a', subject_path: 'a.1', subject_user_id: 1, machine: 'a.1' }
  expect(rows).toEqual([
    { subject: 'user 1', actor_path: 'a', subject_path: 'a', subject_user_id: 1, machine: null },
    { subject: 'game 3', ...unlinked },
    { subject: 'user 99', ...unlinked },
    { subject: 'machine', ...ofMachine },
    { subject: 'machine', ...ofMachine },
  ])
  await expect(run('update audit set action = action')).rejects.toThrow('append-only')
})

test('the newest rows of a subtree are read from indexes, whatever its share of the audit', async () => {
  await run(`
    insert into audit (at, actor_id, actor_path, action, subject, subject_path, request_id)
    select now() - n * interval '1 minute', 1, 'b.' || (n % 1000), 'x', 'user 1', 'b.' || (n % 1000), gen_random_uuid()
    from generate_series(1, 40000) n`)
  await run('analyze audit')
  const explain = async (level: number, path: string) => {
    const { rows } = await sql<Record<string, string>>`
      explain ${newestOf(scopesOf({ userId: 1, level, path }), 101)}`.execute(db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const small = await explain(6, 'b.7')
  expect(small).toContain('audit_by_actor')
  expect(small).toContain('audit_by_subject')
  // in a subtree that is nearly everything, nearly all of the newest rows belong to it
  for (const [level, path] of [
    [1, 'a'],
    [6, 'b.7'],
    [2, 'b'],
  ] as const) {
    expect(await explain(level, path)).not.toContain('Seq Scan')
  }
})

test('a search reads index ranges, even if it finds nothing', async () => {
  const caller = { userId: 1, level: 1, path: 'a' }
  const plan = async (search: string) => {
    const scopes = (await searchScopes(db, caller, search)).map((condition) => [condition])
    const { rows } = await sql<Record<string, string>>`explain ${newestOf(scopes, 101)}`.execute(db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const nothing = await plan('no such thing')
  expect(nothing).toContain('audit_with_reason')
  expect(nothing).toContain('audit_of_games')
  const [user] = await run<{ user_name: string }>('select user_name from users where user_id = 1')
  const one = await plan(user!.user_name)
  expect(one).toContain('audit_by_actor')
  for (const each of [nothing, one]) expect(each).not.toMatch(/Seq Scan on audit|audit_newest/)
})
