import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { Kysely, sql as query } from 'kysely'
import { postgresEngine } from '../src/db/postgres/postgres'
import { demoFolder } from '../testing/demo'
import { placeOf } from '../testing/engine'
import { get, tokenOf } from '../testing/http'
import { startApi } from '../testing/server'
import { sql } from '../testing/sql'

/** Longer than a session is cached. */
const SESSION_CACHE_MS = 1_100

test('after a migration changes the type of a column, statements are prepared again', async () => {
  const folder = await demoFolder()
  const api = await startApi({ DATA_DIR: folder })
  const token = await tokenOf(api.url, 'master')
  const statusOf = async () => (await get(`${api.url}/api/Users/current`, token)).status
  expect(await statusOf()).toBe(200)
  await sleep(SESSION_CACHE_MS)
  // prepared at the second use
  expect(await statusOf()).toBe(200)
  sql(
    folder,
    // the trigger names the column
    'drop trigger sessions_changed on sessions',
    'alter table sessions alter column expires_at type timestamptz(3)',
  )
  await sleep(SESSION_CACHE_MS)
  // the connection that had prepared it is replaced
  expect(await statusOf()).toBe(503)
  expect(await statusOf()).toBe(200)
  await api.stop()
})

test('a session prepares a repeated statement once, and at most 200 statements', async () => {
  const { DATABASE_URL = '' } = await placeOf({ DATA_DIR: 'memory://' })
  // one connection, so one session
  const db = new Kysely({ dialect: postgresEngine(DATABASE_URL, 5).dialectFor('interactive') })
  const run = (text: string) => query.raw(text).execute(db)
  const prepared = async (text = '%') => {
    const { rows } = await query<{ count: number }>`
      select count(*)::int as count from pg_prepared_statements where statement like ${text}`.execute(db)
    return rows[0]?.count
  }
  for (let use = 0; use < 5; use += 1) await run('select 1 as repeated')
  expect(await prepared('select 1 as repeated')).toBe(1)
  for (let text = 0; text < 250; text += 1) for (const _ of ['first', 'second']) await run(`select ${text}`)
  expect(await prepared()).toBe(200)
  await db.destroy()
})
