import { afterAll, beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { keepMachineCounts } from '../src/db/migrations/0020-machine-counts'
import { childPath } from '../src/db/treePath'
import { emptyDatabase } from '../testing/database'

let db: Db
/** The paths of a chain through all levels and of some branches off it. */
const paths: string[] = []

beforeAll(async () => {
  db = await emptyDatabase()
  let chain: string | null = null
  for (let level = 1; level <= 7; level += 1) {
    const parent: string | null = chain
    chain = childPath(parent, level)
    paths.push(chain, childPath(parent, 100 + level))
  }
  for (const [index, path] of paths.entries()) {
    await sql`
      insert into users (user_id, user_name, name_key, name_folded, password_hash, level, country_id, parent_id,
        path, tree_names, name_client)
      values (${index + 1}, ${path}, ${path}, ${path}, '', ${(path.length + 1) / 7}, 1,
        ${path.length > 6 ? 1 : null}, ${path}, '', '')`.execute(db)
  }
})
afterAll(() => db?.destroy())

const counted = async (from: Db) => {
  const { rows } = await sql<{ path: string; kept: number; plain: number }>`
    select u.path, coalesce(k.machines, 0) as kept, (
      select count(*) from machines m
      where m.retired_at is null and (m.owner_path = u.path or m.owner_path like u.path || '.%')
    ) as plain
    from users u left join machine_counts k on k.path = u.path order by u.path`.execute(from)
  return rows
}

const add = (place: string, count: number, retired: boolean) => sql`
  insert into machines (id, name, owner_id, owner_path, status, is_connected, location, ip_address,
    security_level, retired_at)
  select gen_random_uuid(), '', 1, ${place}, '', true, '', '', '', case when ${retired} then now() end
  from generate_series(1, ${count})`

/** SQL condition: about this percentage of the machines. */
const some = (share: number) => sql`(key * 7919) % 100 < ${share}`

const place = fc.nat({ max: 13 }).map((index) => () => paths[index] ?? '')
const share = fc.nat({ max: 30 })
const change = fc.oneof(
  fc.record({ place, count: fc.integer({ min: 1, max: 9 }), retired: fc.boolean() }).map(
    ({ place, count, retired }) =>
      () =>
        add(place(), count, retired),
  ),
  share.map((share) => () => sql`update machines set retired_at = now() where ${some(share)}`),
  share.map((share) => () => sql`update machines set retired_at = null where ${some(share)}`),
  fc.record({ place, share }).map(
    ({ place, share }) =>
      () =>
        sql`update machines set owner_path = ${place()} where ${some(share)}`,
  ),
  share.map((share) => () => sql`update machines set credit_cents = 5 where ${some(share)}`),
  share.map((share) => () => sql`delete from machines where ${some(share)}`),
)
/** Transactions, some of which are rolled back. */
const transactions = fc.array(
  fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 3 }), kept: fc.boolean() }),
  { minLength: 1, maxLength: 10, size: 'max' },
)

test('counts follow machines that are created, moved, retired and deleted, at each place in the tree', async () => {
  let maxCount = 0
  await fc.assert(
    fc.asyncProperty(transactions, async (sequence) => {
      for (const { changes, kept } of sequence) {
        const done = db.transaction().execute(async (trx) => {
          for (const one of changes) await one().execute(trx)
          if (!kept) throw new Error('taken back')
        })
        if (kept) await done
        else await expect(done).rejects.toThrow('taken back')
        const rows = await counted(db)
        expect(rows.map(({ path, kept: machines }) => ({ path, machines }))).toEqual(
          rows.map(({ path, plain: machines }) => ({ path, machines })),
        )
        maxCount = Math.max(maxCount, ...rows.map(({ plain }) => plain))
      }
    }),
    { numRuns: 20 },
  )
  // the runs must not all have been empty
  expect(maxCount).toBeGreaterThan(1)
}, 120_000)

test('the migration counts the existing machines', async () => {
  await add(paths[12] ?? '', 3, false).execute(db)
  const before = await counted(db)
  for (const statement of [
    'drop table machine_counts',
    'drop trigger machines_added on machines',
    'drop trigger machines_removed on machines',
    'drop trigger machines_moved on machines',
    'drop function keep_machine_counts, add_machines',
  ]) {
    await sql.raw(statement).execute(db)
  }
  await keepMachineCounts.up(db)
  expect(await counted(db)).toEqual(before)
})
