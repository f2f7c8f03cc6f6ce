import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { sql as statement } from 'kysely'
import { migrate } from '../src/db/migrations/migrate'
import { temporaryFolder } from '../testing/cleanUp'
import { databaseOfBuild, insertMachines } from '../testing/database'
import { demoFolder } from '../testing/demo'
import { copyData } from '../testing/dump'
import { openStream } from '../testing/events'
import { tokenOf } from '../testing/http'
import { command, serversForEachTest } from '../testing/server'
import { sql } from '../testing/sql'

const start = serversForEachTest()

const insert = (count: number, at = 'now()') =>
  `insert into audit (at, actor_id, action, subject, request_id)
   select ${at}, 1, 'session.end', 'user 1', gen_random_uuid() from generate_series(1, ${count})`
const now = (folder: string): string =>
  sql<{ now: string }>(folder, 'select pg_current_snapshot()::text as now')[0]!.now

/** The first event of the Master's stream that resumes from a position. */
async function firstEventAfter(folder: string, position: string): Promise<string> {
  const api = await start({ DATA_DIR: folder })
  const stream = await openStream(api.url, await tokenOf(api.url, 'master'), position)
  const { name } = await stream.waitFor(() => true)
  stream.close()
  return name
}

test('a stream resumes after two thousand changes, and reloads after more', async () => {
  const folder = await demoFolder()
  const position = now(folder)
  // and one for the sign-in
  sql(folder, insert(1_999))
  expect(await firstEventAfter(folder, position)).toBe('activity')
  sql(folder, insert(1))
  expect(await firstEventAfter(folder, position)).toBe('again')
})

test('a stream reloads if changes since its position may be in the archive', async () => {
  const folder = await demoFolder()
  const position = now(folder)
  sql(folder, insert(3, `now() - interval '31 days'`))
  const args = ['--to', join(temporaryFolder(), 'audit.gz')]
  expect(await command('archive-audit', { DATA_DIR: folder, AUDIT_RETENTION: '30d' }, args)).toMatchObject({
    code: 0,
  })
  expect(await firstEventAfter(folder, position)).toBe('again')
  expect(await firstEventAfter(folder, now(folder))).toBe('activity')
})

test('rows of a server with higher transaction ids are not sent as new after a restore', async () => {
  const [folder, saved] = [await demoFolder(), temporaryFolder()]
  sql(
    folder,
    insert(3),
    `alter table audit disable trigger audit_append_only`,
    `update audit set xid = '900000000000'`,
    `alter table audit enable trigger audit_append_only`,
  )
  await copyData(folder, saved)
  const ahead = `select count(*)::int as rows from audit where xid > pg_current_xact_id()`
  expect(sql<{ rows: number }>(saved, ahead)[0]?.rows).toBeGreaterThan(0)
  sql(saved, `update server_processes set seen_at = now() - interval '36 seconds'`)
  expect(await command('after-restore', { DATA_DIR: saved }, [])).toMatchObject({ code: 0 })
  expect(sql(saved, ahead)).toEqual([{ rows: 0 }])
  expect(() => sql(saved, 'delete from audit')).toThrow('append-only')
})

test('the migration rewrites no row of the audit', async () => {
  const db = await databaseOfBuild('0027-tree-columns')
  try {
    await insertMachines(db, 1)
    await statement.raw(insert(1_000)).execute(db)
    const file = async () =>
      (await statement<{ file: string }>`select pg_relation_filenode('audit')::text as file`.execute(db)).rows
    const before = await file()
    await migrate(db)
    expect(await file()).toEqual(before)
    await statement.raw(insert(2)).execute(db)
    const { rows } = await statement<{ rows: number }>`
      select count(*)::int as rows from audit group by xid order by xid`.execute(db)
    expect(rows).toEqual([{ rows: 1_000 }, { rows: 2 }])
  } finally {
    await db.destroy()
  }
})
