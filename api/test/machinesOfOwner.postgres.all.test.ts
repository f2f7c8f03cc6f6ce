import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { createMachine } from '../src/services/machines/changes'
import { machineList } from '../src/services/lists'
import { deleteUser } from '../src/services/users/deleteUser'
import type { Caller } from '../src/services/tree'
import { emptyDatabase, insertMachines } from '../testing/database'
import { allOf } from '../testing/snapshots'

let db: Db
beforeAll(async () => {
  db = await emptyDatabase()
  await insertMachines(db, 20_000)
  await sql`
    insert into users (user_id, user_name, name_key, name_folded, password_hash, level, country_id, parent_id, path, tree_names, name_client)
    values (2, 'client', 'client', 'client', '', 6, 1, 1, 'a.9', 'client', 'client')`.execute(db)
  await sql`analyze machines`.execute(db)
})
afterAll(() => db?.destroy())

test('the machines of one owner are found through an index when one is created and when the owner is deleted', async () => {
  const caller: Caller = {
    userId: 1,
    level: 1,
    path: 'a',
    sessionId: randomUUID(),
    requestId: randomUUID(),
    address: '',
  }
  const owner = { userId: 2, level: 6, path: 'a.9' }
  await db.transaction().execute(async (trx) => {
    await createMachine(trx, caller, owner)
    await createMachine(trx, caller, owner)
    await deleteUser(trx, caller, { target: owner, expected: undefined })
    const { rows } = await sql`
      select seq_scan from pg_stat_xact_user_tables where relname = 'machines'`.execute(trx)
    expect(rows).toEqual([{ seq_scan: 0 }])
    const { rows: machines } = await sql`
      select name, retired_at is not null as retired from machines where owner_id = 2 order by 1`.execute(trx)
    expect(machines).toEqual([
      { name: 'client 1', retired: true },
      { name: 'client 2', retired: true },
    ])
  })
})

test('the list does not look for blocked owners machine by machine', async () => {
  const scansOf = (read: (trx: Db) => Promise<unknown>) =>
    db.transaction().execute(async (trx) => {
      // counted since the session last reported them
      const scansOfUsers = async () => {
        const { rows } = await sql<{ scans: number }>`
          select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::int as scans
          from pg_stat_xact_user_tables where relname = 'users'`.execute(trx)
        return rows[0]!.scans
      }
      const before = await scansOfUsers()
      await read(trx)
      return (await scansOfUsers()) - before
    })
  const caller = { userId: 1, level: 1, path: 'a' }
  const list = await scansOf(async (trx) => allOf(await machineList((task) => task(trx), caller)))
  const names = await scansOf((trx) =>
    sql`select m.name, u.user_name from machines m join users u on u.user_id = m.owner_id
      where m.retired_at is null order by m.key`.execute(trx),
  )
  expect(list - names).toBeLessThan(100)
})
