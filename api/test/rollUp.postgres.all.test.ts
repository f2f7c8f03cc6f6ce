import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { rollUpDays } from '../src/services/reports/rollUpDays'
import { insertMovement, withOneMachine } from '../testing/database'

/** Concurrent connections: the embedded engine has only one. */
let db: Db
withOneMachine((fresh) => (db = fresh))

const write = (on: Db, at: string) => insertMovement(on, 2, at)

const cashIns = async () =>
  (await db.selectFrom('machine_totals').select('cash_ins').orderBy('ends_at').execute()).map(
    ({ cash_ins }) => cash_ins,
  )

/** Resolves when this many sessions of this database wait for a lock. */
async function waitUntilWaiting(count: number): Promise<void> {
  const waiting = sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(db)).rows[0]?.n !== count) await sleep(10)
}

test('an open import blocks no writer, and its day is rolled up later with all its movements', async () => {
  await rollUpDays(db, 'UTC')
  await db.transaction().execute(async (trx) => {
    await write(trx, '2024-05-05T12:00Z')
    const [isDone] = await Promise.all([rollUpDays(db, 'UTC'), write(db, '2024-05-05T13:00Z')])
    expect(isDone).toBe(false)
    expect(await cashIns()).toEqual([])
    await write(trx, '2024-05-05T14:00Z')
  })
  expect(await rollUpDays(db, 'UTC')).toBe(true)
  expect(await cashIns()).toEqual([3])
})

test('the roll-up waits for an import that ends soon', async () => {
  await rollUpDays(db, 'UTC')
  let rollUp: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (trx) => {
    await write(trx, '2024-05-05T12:00Z')
    rollUp = rollUpDays(db, 'UTC')
    await sleep(200)
  })
  await rollUp
  expect(await cashIns()).toEqual([1])
})

test('a stopping server does not keep waiting for an import', async () => {
  await rollUpDays(db, 'UTC')
  const stop = new AbortController()
  let statements = 0
  const stopping = db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      // it has checked for writers twice
      if (statements === 5) stop.abort()
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  await db.transaction().execute(async (trx) => {
    await write(trx, '2024-05-05T12:00Z')
    expect(await rollUpDays(stopping, 'UTC', { signal: stop.signal })).toBe(false)
  })
  expect(statements).toBe(5)
})

test('a running vacuum blocks neither writers nor the roll-up', async () => {
  await write(db, '2024-05-05T12:00Z')
  await db.transaction().execute(async (trx) => {
    // the lock that a vacuum holds while it scans the table
    await sql`lock table movements in share update exclusive mode`.execute(trx)
    await rollUpDays(db, 'UTC')
    await write(db, '2024-05-06T12:00Z')
  })
  expect(await cashIns()).toEqual([1])
})

test('an import into a day that is being rolled up is rejected, so the totals are never incomplete', async () => {
  await write(db, '2024-05-04T12:00Z')
  await rollUpDays(db, 'UTC')
  await write(db, '2024-05-05T12:00Z')
  let rollUp: Promise<unknown> = Promise.resolve()
  let importing: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (trx) => {
    // the sums are computed, and the day is not recorded yet
    await sql`lock table closed_days in share mode`.execute(trx)
    rollUp = rollUpDays(db, 'UTC')
    await waitUntilWaiting(1)
    importing = write(db, '2024-05-05T13:00Z').catch((error: unknown) => error)
    await waitUntilWaiting(2)
  })
  await rollUp
  expect(String(await importing)).toContain('movements of days that are closed')
  expect(await cashIns()).toEqual([1, 2])
})

test('a current movement does not wait for the roll-up', async () => {
  await write(db, '2024-05-05T12:00Z')
  let rollUp: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (trx) => {
    await sql`lock table closed_days in share mode`.execute(trx)
    rollUp = rollUpDays(db, 'UTC')
    await waitUntilWaiting(1)
    await write(db, new Date().toISOString())
  })
  await rollUp
  expect(await cashIns()).toEqual([1])
})

test('a day is rolled up one minute after its end, because a movement may carry a time that has just passed', async () => {
  // a time zone in which a day ended this many minutes ago
  const zoneOf = (minutesAgo: number): string => {
    const end = new Date(Date.now() - minutesAgo * 60_000)
    const minutes = end.getUTCHours() * 60 + end.getUTCMinutes()
    const offset = minutes < 720 ? minutes : minutes - 1440
    const [hours, rest] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
    // POSIX signs: west of Greenwich is positive
    return `<x>${offset < 0 ? '-' : '+'}${hours}:${String(rest).padStart(2, '0')}`
  }
  await write(db, new Date(Date.now() - 3_600_000).toISOString())
  while (new Date().getUTCSeconds() > 40) await sleep(1_000)
  await rollUpDays(db, zoneOf(0))
  expect(await cashIns()).toEqual([])
  await rollUpDays(db, zoneOf(3))
  expect(await cashIns()).toEqual([1])
})

test('an import at isolation level repeatable read is rejected, because it cannot see which days are rolled up', async () => {
  await write(db, '2024-05-05T12:00Z')
  const importing = db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`select 1 from closed_days`.execute(trx)
      await rollUpDays(db, 'UTC')
      await write(trx, '2024-05-05T13:00Z')
    })
  await expect(importing).rejects.toThrow('read committed')
  expect(await cashIns()).toEqual([1])
})

test('two processes that roll up at the same time roll up each day once', async () => {
  for (const day of ['05', '06', '07', '08', '09']) await write(db, `2024-05-${day}T12:00Z`)
  await Promise.all([rollUpDays(db, 'UTC'), rollUpDays(db, 'UTC')])
  await rollUpDays(db, 'UTC')
  expect(await cashIns()).toEqual([1, 2, 3, 4, 5])
})

test('a server that starts during an open import waits for it only to change the zone', async () => {
  await rollUpDays(db, 'UTC')
  await db.transaction().execute(async (trx) => {
    await write(trx, '2024-05-05T12:00Z')
    await rollUpDays(db, 'UTC')
  })
  expect(await cashIns()).toEqual([])
})
