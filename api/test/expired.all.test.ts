import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { removeExpired } from '../src/services/housekeeping'
import { emptyDatabase, insertMachines } from '../testing/database'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LOGIN_WINDOW_S = 900
const SEVERAL_BATCHES = 2_500

let db: Db
beforeEach(async () => {
  db = await emptyDatabase()
  await insertMachines(db, 1)
})
afterEach(() => db.destroy())

/** Inserts rows of each kind, all made now. */
async function fill(): Promise<void> {
  await sql`insert into sessions values (gen_random_uuid(), 1, now(), now() + interval '12 hours')`.execute(
    db,
  )
  await sql`insert into login_attempts values ('name', 'a', array[now()]), ('pair', 'given back', '{}')`.execute(
    db,
  )
  await sql`insert into login_addresses values (1, '192.0.2.1', now())`.execute(db)
  await sql`insert into idempotency_keys (actor_id, key) values (1, 'a')`.execute(db)
  await sql`insert into game_settings (user_id, settings) values (1, '{}')`.execute(db)
  await sql`update users set deleted_at = now()`.execute(db)
}

const TABLES = ['sessions', 'login_attempts', 'login_addresses', 'idempotency_keys', 'game_settings'] as const

async function remaining(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of TABLES) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db)
    if (rows[0]!.rows > 0) counts[table] = rows[0]!.rows
  }
  return counts
}

/** Removes what will have expired after `ms`, as if the clock were that far ahead. */
async function later(ms: number, at = db): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(at)
  const now = new Date(rows[0]!.now.getTime() + ms)
  await removeExpired(at, { now, loginWindow: LOGIN_WINDOW_S })
}

test('a pending second step is removed once it expires, a used passkey challenge an hour after it expires', async () => {
  await sql`
    insert into sign_in_challenges (id, user_id, password_hash, address, counted_at, expires_at, enrols)
    values (gen_random_uuid(), 1, '', '', now(), now() + interval '5 minutes', false)`.execute(db)
  await sql`insert into used_passkey_challenges values ('a', now() + interval '5 minutes')`.execute(db)
  const counts = async () => {
    const { rows } = await sql<{ steps: number; answers: number }>`
      select (select count(*)::int from sign_in_challenges) as steps,
        (select count(*)::int from used_passkey_challenges) as answers`.execute(db)
    return rows[0]
  }
  for (const [minutes, left] of [
    [4, { steps: 1, answers: 1 }],
    [6, { steps: 0, answers: 1 }],
    [66, { steps: 0, answers: 0 }],
  ] as const) {
    await later(minutes * 60_000)
    expect(await counts()).toEqual(left)
  }
})

test('each table loses its rows at the age that docs/operations states', async () => {
  await fill()
  const all = { sessions: 1, login_attempts: 1, login_addresses: 1, idempotency_keys: 1, game_settings: 1 }
  await later(0)
  expect(await remaining()).toEqual(all)
  await later(LOGIN_WINDOW_S * 1000 + 1_000)
  expect(Object.keys(await remaining())).toEqual(TABLES.filter((table) => table !== 'login_attempts'))
  await later(13 * HOUR_MS - 60_000)
  expect(Object.keys(await remaining())).toContain('sessions')
  await later(13 * HOUR_MS + 60_000)
  expect(Object.keys(await remaining())).toEqual(['login_addresses', 'idempotency_keys', 'game_settings'])
  await later(7 * DAY_MS + 60_000)
  expect(Object.keys(await remaining())).toEqual(['login_addresses', 'game_settings'])
  await later(30 * DAY_MS - 60_000)
  expect(Object.keys(await remaining())).toEqual(['login_addresses', 'game_settings'])
  await later(30 * DAY_MS + 60_000)
  expect(await remaining()).toEqual({})
})

test('game settings of existing users stay, however old', async () => {
  await fill()
  await sql`update users set deleted_at = null`.execute(db)
  await later(3_650 * DAY_MS)
  expect(await remaining()).toEqual({ game_settings: 1 })
})

test('attempts dated in the future, after a clock was set back, lock for at most one hour', async () => {
  await sql`insert into login_attempts values ('name', 'a', array[now() + interval '1 year'])`.execute(db)
  await later(0)
  expect(await remaining()).toEqual({})
})

test('many rows are deleted in small statements, even by two processes at once', async () => {
  await sql`insert into idempotency_keys (actor_id, key)
    select 1, 'key ' || n from generate_series(1, ${sql.lit(SEVERAL_BATCHES)}) n`.execute(db)
  await sql`create table statements (rows integer)`.execute(db)
  await sql`create function note_statement() returns trigger language plpgsql as $$
    begin insert into statements select count(*) from gone; return null; end $$`.execute(db)
  await sql`create trigger note_statement after delete on idempotency_keys referencing old table as gone
    for each statement execute function note_statement()`.execute(db)
  await Promise.all([later(8 * DAY_MS), later(8 * DAY_MS)])
  // each process skips the rows that the other one has locked
  await later(8 * DAY_MS)
  expect(await remaining()).toEqual({})
  const { rows } = await sql<{ most: number; all: number }>`
    select max(rows) as most, sum(rows) as all from statements`.execute(db)
  expect(rows).toEqual([{ most: 1_000, all: SEVERAL_BATCHES }])
})
