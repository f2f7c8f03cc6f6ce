import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Db } from '../src/db/database'
import { closeDays } from '../src/services/reports/closeDays'
import { insertMachines, memoryDatabase } from './support/database'

/** What several connections do at the same time: the embedded engine has one. */
let db: Db

beforeAll(async () => {
  db = await memoryDatabase()
  await insertMachines(db, 1)
})
afterAll(() => db?.destroy())

const write = (on: Db, at: string) =>
  sql`insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
    select id, 2, ${at}::timestamptz, 100, 0 from machines`.execute(on)

const totals = () =>
  db
    .selectFrom('machine_totals')
    .select(['ends_at', 'cash_ins', 'cash_in_cents'])
    .orderBy('ends_at')
    .execute()

test('a movement that is being written is waited for, and counted', async () => {
  let closing: Promise<void> = Promise.resolve()
  await db.transaction().execute(async (trx) => {
    await write(trx, '2024-05-05T12:00Z')
    closing = closeDays(db, 'UTC')
    const waiting = sql<{ waiting: boolean }>`
      select exists (select from pg_locks where not granted and relation = 'movements'::regclass) as waiting`
    while (!(await waiting.execute(trx)).rows[0]?.waiting) await sql`select pg_sleep(0.01)`.execute(trx)
  })
  await closing
  expect(await totals()).toEqual([
    { ends_at: new Date('2024-05-06T00:00Z'), cash_ins: 1, cash_in_cents: 100 },
  ])
})

test('two that close at the same time close each day once', async () => {
  for (const day of ['06', '07', '08', '09']) await write(db, `2024-05-${day}T12:00Z`)
  await Promise.all([closeDays(db, 'UTC'), closeDays(db, 'UTC')])
  expect((await totals()).map(({ cash_ins }) => cash_ins)).toEqual([1, 2, 3, 4, 5])
})
