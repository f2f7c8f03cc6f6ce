import { setTimeout as sleep } from 'node:timers/promises'
import { expect, jest, test } from '@jest/globals'
import type { FastifyBaseLogger } from 'fastify'
import { sql as query } from 'kysely'
import type { Database } from '../src/db/connection/database'
import { limitLog } from '../src/db/pglite/embedded'
import { startHousekeeping } from '../src/services/housekeeping'
import { emptyDatabase } from '../testing/database'
import { demoFolder } from '../testing/demo'
import { tokenOf } from '../testing/http'
import { startApi } from '../testing/server'
import { sql } from '../testing/sql'

const TIDIED = '"msg":"database tidied"'

/** A time zone in which it is this hour now, and for at least another minute. */
async function zoneWhere(hour: number): Promise<string> {
  while (new Date().getUTCMinutes() === 59) await sleep(1_000)
  const offset = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  // the signs in these names are inverted
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

const vacuumed = (folder: string) =>
  sql<{ name: string }>(
    folder,
    `select relname as name from pg_class where relkind = 'r' and relallvisible > 0
      and relnamespace = 'public'::regnamespace
      and relname in ('users', 'machines', 'movements_' || to_char(now() - interval '1 month', 'YYYY_MM')) order by 1`,
  ).map(({ name }) => name)

test("between four and five o'clock the database is vacuumed while requests are served", async () => {
  const folder = await demoFolder()
  const api = await startApi({ DATA_DIR: folder, TIME_ZONE: await zoneWhere(4) })
  while (!api.stderr().includes(TIDIED)) await tokenOf(api.url, 'master')
  await api.stop()
  expect(api.stderr()).not.toContain('"level":"error"')
  expect(vacuumed(folder)).toEqual(['machines', expect.stringMatching(/^movements_/), 'users'])
})

test("at other hours it is not vacuumed; at any hour expired rows are deleted and the next month's table is created, and a stop waits for that", async () => {
  const folder = await demoFolder()
  const [month] = sql<{ next: string }>(
    folder,
    `select 'movements_' || to_char(now() at time zone 'UTC' + interval '1 month', 'YYYY_MM') as next`,
  )
  sql(
    folder,
    `drop table if exists ${month?.next}`,
    `insert into sessions values (gen_random_uuid(), 1, now() - interval '2 days', now() - interval '1 day')`,
  )
  const api = await startApi({ DATA_DIR: folder, TIME_ZONE: await zoneWhere(15) })
  // the engine runs one statement at a time, so housekeeping comes before the last of these sign-ins
  for (let time = 0; time < 5; time += 1) await tokenOf(api.url, 'master')
  expect(await api.stop()).toBe(0)
  expect(api.stderr()).not.toContain(TIDIED)
  expect(api.stderr()).not.toContain('housekeeping failed')
  expect(
    sql(
      folder,
      `select (select count(*) from sessions where expires_at < now())::int as expired,
        to_regclass('${month?.next}') is not null as month`,
    ),
  ).toEqual([{ expired: 0, month: true }])
})

test.each([
  ['this process', true, ['database tidied']],
  ['another process', false, []],
])('after maintenance by %s (%p) the log contains %p', async (_, isDone, logged) => {
  const db = await emptyDatabase()
  const maintain = jest.fn(async () => isDone)
  const log = { info: jest.fn<(fields: object, message: string) => void>(), error: jest.fn() }
  const stop = startHousekeeping({
    database: { dbs: { background: db }, maintain, limitLog: async () => undefined } as unknown as Database,
    loginWindow: 900,
    timeZone: await zoneWhere(4),
    outage: { note: () => false },
    log: log as unknown as FastifyBaseLogger,
  })
  while (maintain.mock.calls.length === 0) await sleep(20)
  await stop()
  expect(log.info.mock.calls.map(([, message]) => message)).toEqual(logged)
  expect(log.error).not.toHaveBeenCalled()
  await db.destroy()
})

test('a checkpoint runs only when the write-ahead log is large', async () => {
  const db = await emptyDatabase()
  const write = (megabytes: number) =>
    query`create table written as
      select repeat('x', 1000) from generate_series(1, ${query.lit(megabytes * 1_000)})`.execute(db)
  const checkpoints = async () => {
    const { rows } = await query<{
      at: string
    }>`select redo_lsn::text as at from pg_control_checkpoint()`.execute(db)
    return rows[0]?.at
  }
  const first = await checkpoints()
  await write(30)
  await limitLog(db)
  expect(await checkpoints()).toBe(first)
  await query`drop table written`.execute(db)
  await write(40)
  await limitLog(db)
  expect(await checkpoints()).not.toBe(first)
  await db.destroy()
})
