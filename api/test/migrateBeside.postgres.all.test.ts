import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { Client } from 'pg'
import { migrateOrWait, MIGRATIONS } from '../src/db/migrations/migrate'
import type { Db } from '../src/db/schema'
import { factorsOf } from '../src/services/auth/factors/heldFactors'
import { liveSessions } from '../src/services/auth/session'
import { databaseOfBuild, insertMachines } from '../testing/database'
import { urlOf } from '../testing/engine'

/* Processes of the previous build keep running during and after these migrations. Their statements: */

type Send = (text: string, values?: unknown[]) => Promise<unknown>

/** The statements of a user's sign-in and calls, by the first build that sends them. */
const SENT: Record<string, (send: Send, sid: string, user: number) => Promise<void>> = {
  '0031-notes': async (send, sid, user) => {
    await send(
      `insert into sessions (sid, user_id, created_at, expires_at)
      values ($1, ${user}, now(), now() + interval '1 hour')`,
      [sid],
    )
    await send(`insert into audit (actor_id, action, subject, subject_user_id, request_id, reason)
      values (${user}, 'session.start', 'user ${user}', ${user}, gen_random_uuid(), 'why')`)
    await send(`select s.sid from sessions s join users u using (user_id) where s.sid = $1 for share of s`, [
      sid,
    ])
  },
  '0032-own-sessions': async (send, sid, user) => {
    await send(
      `update sessions set address = '192.0.2.1', device = 'Chrome', used_at = now() where sid = $1`,
      [sid],
    )
    await send(`insert into sign_ins (user_id, at, address) values (${user}, now(), '192.0.2.1')
      on conflict (user_id) do update set at = excluded.at, refused = 0`)
  },
  '0033-second-factors': async (send, sid, user) => {
    await send(`update sessions set proved_at = now() where sid = $1`, [sid])
    await send(`insert into totp_factors (user_id, secret, confirmed_at, last_step) values (${user}, 'sealed', now(), 1)
      on conflict (user_id) do update set last_step = totp_factors.last_step + 1`)
    await send(`insert into recovery_codes (user_id, hash, used_at) values (${user}, $1, null)`, [sid])
    await send(
      `update recovery_codes set used_at = now() where user_id = ${user} and hash = 'another' and used_at is null`,
    )
    await send(
      `insert into sign_in_challenges (id, user_id, password_hash, address, counted_at, expires_at, enrols)
      values ($1, ${user}, '', '192.0.2.1', now(), now(), false)`,
      [sid],
    )
    await send(`delete from sign_in_challenges where id = $1`, [sid])
    await send(
      `insert into passkeys (id, user_id, name, public_key, counter, transports)
      values ($1, ${user}, 'Phone', '', 0, '{}')`,
      [sid],
    )
    await send(`insert into used_passkey_challenges (hash, expires_at) values ($1, now())`, [sid])
  },
  '0034-activity-search': async (send) => {
    await send(`select id from audit where reason is not null order by at, id limit 10`)
    await send(`select id from audit where subject like 'game %' order by at, id limit 10`)
  },
  '0035-kept-recovery-codes': async (send, sid, user) => {
    await send(
      `insert into recovery_codes (user_id, hash, used_at, is_kept) values (${user}, $1 || ' new', null, false)`,
      [sid],
    )
    await send(
      `update recovery_codes set used_at = now(), is_kept = true
      where user_id = ${user} and hash = $1 || ' new' and used_at is null`,
      [sid],
    )
    await send(`select coalesce(bool_or(is_kept), true) from recovery_codes where user_id = ${user}`)
  },
  '0036-note-search': async (send) => {
    await send(`select id from audit where subject like 'note %' order by at, id limit 10`)
  },
}

let db: Db
const clients: Client[] = []

async function connect(): Promise<Client> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const client = new Client({ connectionString: urlOf(rows[0]!.name) })
  await client.connect()
  clients.push(client)
  return client
}
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()))
  await db?.destroy()
})

describe.each(Object.keys(SENT))('alongside processes of %s', (build) => {
  const steps = Object.keys(SENT).filter((since) => since <= build)
  /** Sends all statements of the build, for one session. */
  async function send(by: Client, user = 1): Promise<string> {
    const sid = randomUUID()
    for (const step of steps) await SENT[step]!((text, values) => by.query(text, values), sid, user)
    return sid
  }
  const end = (by: Client, sid: string) => by.query('delete from sessions where sid = $1', [sid])

  beforeEach(async () => {
    db = await databaseOfBuild(build)
    await insertMachines(db, 1)
    await sql`
      insert into users (user_id, user_name, name_key, name_folded, password_hash, level, country_id, path, tree_names, name_client)
      values (2, 'other', 'other', 'other', '', 1, 1, 'b', 'other', 'other')`.execute(db)
  })

  test('the later migrations wait for a transaction, and statements of the older build keep working throughout', async () => {
    const [slow, older, listening] = [await connect(), await connect(), await connect()]
    let notified = 0
    listening.on('notification', () => (notified += 1))
    await listening.query('listen sessions_changed')
    await slow.query('begin')
    const kept = await send(slow, 2)

    const waits: string[] = []
    let isDone = false
    const migrating = migrateOrWait(
      { db, elsewhere: db, withGlobalLock: (task) => task() },
      (why) => waits.push(why),
      { forMs: Infinity, pauseMs: 100 },
    ).finally(() => (isDone = true))
    while (waits.length === 0 && !isDone) await end(older, await send(older))
    expect(waits).toEqual([expect.stringContaining('waits for a lock')])
    await slow.query('commit')
    while (!isDone) await end(older, await send(older))
    await migrating

    const last = await send(older)
    notified = 0
    await end(older, last)
    while (notified === 0) await sleep(5)
    const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
    expect(rows[0]?.name).toBe(Object.keys(MIGRATIONS).at(-1))
    // this build reads what they have written
    expect(await liveSessions(db, 60).select('s.sid').execute()).toEqual([{ sid: kept }])
    expect(await factorsOf(db, 2)).toMatchObject({ recoveryCodesKept: true })
  })
})
