import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { Client } from 'pg'
import { migrateOrWait } from '../src/db/migrations/migrate'
import type { Db } from '../src/db/schema'
import { databaseOfBuild } from '../testing/database'
import { urlOf } from '../testing/engine'

/** Migrations while another session's transaction holds the locks they need. */
let db: Db
let other: Client
beforeEach(async () => {
  db = await databaseOfBuild('0020-machine-counts')
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  other = new Client({ connectionString: urlOf(rows[0]!.name), application_name: 'a forgotten psql' })
  await other.connect()
  await other.query('begin; select from machine_totals')
})
afterEach(async () => {
  await other.end()
  await db.destroy()
})

const migrate = (forMs: number, onWait: (why: string) => void) =>
  migrateOrWait({ db, elsewhere: db, withGlobalLock: (task) => task() }, onWait, { forMs, pauseMs: 10 })

async function lastDone(): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(db)
  return rows[0]?.name
}

const holder = async (): Promise<string> => {
  const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]!.pid
  return (
    `migration 0021-all-types-in-totals waits for a lock: process ${pid} (a forgotten psql, role .+, ` +
    `idle in transaction, transaction since 20.+ UTC) blocks it: end its transaction, or the process with ` +
    `select pg_terminate_backend(${pid})`
  ).replace(/[()]/g, '\\$&')
}

test('migrations wait for a lock in short attempts, log its holder once, and continue when it is free', async () => {
  const logged: string[] = []
  const migrating = migrate(Infinity, (why) => logged.push(why))
  while (logged.length === 0) await sleep(20)
  // queries queued behind the migration's lock request proceed
  await db.selectFrom('machine_totals').select('ends_at').execute()
  expect(await lastDone()).toBe('0020-machine-counts')
  expect(logged).toEqual([expect.stringMatching(`^${await holder()}$`)])
  await other.query('commit')
  await migrating
  expect(String(await lastDone()) >= '0024-final-totals').toBe(true)
  expect(logged).toHaveLength(1)
})

test('migrations fail when their time is up and change nothing', async () => {
  const logged: string[] = []
  const failure = migrate(0, (why) => logged.push(why))
  await expect(failure).rejects.toThrow(new RegExp(`^Nothing was migrated: ${await holder()}$`))
  expect(logged).toEqual([])
  expect(await lastDone()).toBe('0020-machine-counts')
})
