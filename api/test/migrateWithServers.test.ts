import { afterEach, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { migrateOrWait } from '../src/db/migrations/migrate'
import type { Engine } from '../src/db/engine'
import type { Db } from '../src/db/schema'
import { databaseOfBuild } from '../testing/database'

/** Migrations that break running processes of an older version. */
let db: Db
afterEach(() => db?.destroy())

const unlocked: Engine['withGlobalLock'] = (task) => task()
const migrate = () => migrateOrWait({ db, elsewhere: null, withGlobalLock: unlocked }, () => undefined)

const insertProcess = (ageSeconds: number) =>
  sql`insert into server_processes (id, time_zone, seen_at)
    values (gen_random_uuid(), 'Europe/Madrid', clock_timestamp() - ${ageSeconds} * interval '1 second')`.execute(
    db,
  )

async function lastDone(): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`.execute(db)
  return rows[0]?.name
}

test('a migration that needs all servers stopped is rejected while any run, and the error says what to do', async () => {
  db = await databaseOfBuild('0020-machine-counts')
  await insertProcess(1)
  await insertProcess(34)
  await expect(migrate()).rejects.toThrow(
    '0021-all-types-in-totals, 0022-movement-months, 0024-final-totals cannot be migrated while processes of the API run (2 on this database): stop all of them',
  )
  expect(await lastDone()).toBe('0020-machine-counts')
})

test('it runs once the last server has stopped, or was killed 35 s ago', async () => {
  db = await databaseOfBuild('0023-analyze-movements')
  await insertProcess(1)
  await expect(migrate()).rejects.toThrow('0024-final-totals cannot be migrated')
  await sql`delete from server_processes`.execute(db)
  await insertProcess(36)
  await migrate()
  expect(String(await lastDone()) >= '0024-final-totals').toBe(true)
})

test('nothing is rejected while servers run if no pending migration needs them stopped', async () => {
  db = await databaseOfBuild('0024-final-totals')
  await insertProcess(1)
  await migrate()
})

test('no server can join between the count and the end: the lock that joining servers take is held too', async () => {
  db = await databaseOfBuild('0023-analyze-movements')
  const taken: (string | undefined)[] = []
  const locking: Engine['withGlobalLock'] = (task, key) => {
    taken.push(key)
    return task()
  }
  await migrateOrWait({ db, elsewhere: null, withGlobalLock: locking }, () => undefined)
  expect(taken).toEqual([expect.any(String), undefined])
})
