import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { addMonthsAhead } from '../src/db/movementMonths'
import { rollUpDays } from '../src/services/reports/rollUpDays'
import { detachMonths } from '../src/services/reports/detachMonths'
import { EVERYTHING } from '../src/services/reports/reports'
import { nextChunk, totalsOf } from '../src/services/reports/totals'
import { insertMovement, withOneMachine } from '../testing/database'
import { snapshotsOf } from '../testing/snapshots'

/** Concurrent connections: the embedded engine has only one. */
let db: Db
withOneMachine((fresh) => (db = fresh))

const write = (on: Db, at: string) => insertMovement(on, 1, at)

test('a report that began before months are detached is right: detaching waits for it', async () => {
  for (const at of ['2024-01-10T12:00Z', '2024-01-10T13:00Z', '2024-02-02T12:00Z']) await write(db, at)
  await addMonthsAhead(db)
  await rollUpDays(db, 'UTC')
  let detached = false
  let detaching: Promise<unknown> = Promise.resolve()
  const rows = await snapshotsOf(db)(async (trx) => {
    // this query takes the snapshot
    await sql`select 1 from app_state`.execute(trx)
    detaching = detachMonths(db, new Date('2024-02-01T00:00Z')).then(() => (detached = true))
    await sleep(500)
    const range = { from: new Date('2024-01-10T12:30Z'), to: new Date('2024-01-11T00:00Z') }
    const query = { range, types: [1], scope: EVERYTHING, chunkMachines: 1_000 }
    const chunk = await nextChunk(trx, query, 0)
    expect(detached).toBe(false)
    return (await sql`select movements from (${totalsOf(query, chunk!)}) t`.execute(trx)).rows
  })
  expect(rows).toEqual([{ movements: 1 }])
  await detaching
  expect(detached).toBe(true)
})

test('creating month tables times out rather than blocking writers whose month has no table', async () => {
  await db.transaction().execute(async (trx) => {
    await write(trx, '2024-01-10T12:00Z')
    await write(db, '2024-01-10T12:00Z')
    await expect(addMonthsAhead(db)).rejects.toThrow('lock timeout')
    await write(trx, '2024-01-10T12:00Z')
  })
  await addMonthsAhead(db)
  const { rows } = await sql`
    select tableoid::regclass::text as month, count(*) as rows from movements group by 1`.execute(db)
  expect(rows).toEqual([{ month: 'movements_2024_01', rows: 3 }])
})

test('several processes that create month tables at the same time create each once', async () => {
  for (const at of ['2024-01-10T12:00Z', '2024-02-10T12:00Z']) await write(db, at)
  await Promise.all(Array.from({ length: 6 }, () => addMonthsAhead(db)))
  const { rows } = await sql`
    select tableoid::regclass::text as month, count(*) as rows from movements group by 1 order by 1`.execute(
    db,
  )
  expect(rows).toEqual([
    { month: 'movements_2024_01', rows: 1 },
    { month: 'movements_2024_02', rows: 1 },
  ])
})
