import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { externalReportQuery } from '@console/shared-kernel/schemas'
import { nowIn } from '@console/shared-kernel/rules'
import { Kysely, sql } from 'kysely'
import type { Db, Schema } from '../src/db/schema'
import { addMonthsAhead } from '../src/db/movementMonths'
import { postgresEngine } from '../src/db/postgres/postgres'
import { WORK_CLASSES } from '../src/db/workClass'
import { machineList, userList, visibleTo } from '../src/services/lists'
import { createReports } from '../src/services/reports/reports'
import { demoFolder } from '../testing/demo'
import { databaseOf, urlOf } from '../testing/engine'
import { startPooler, type Pooler } from '../testing/pooler'
import { snapshotsOf } from '../testing/snapshots'
import { sql as runSql } from '../testing/sql'

/**
 * With outdated statistics, JIT-compiling a list's statement takes longer than running it, for each chunk.
 * Behind a pooler, settings cannot be made per session.
 */
let folder: string
let pooler: Pooler
const opened: Db[] = []
beforeAll(async () => {
  ;[folder, pooler] = await Promise.all([demoFolder(), startPooler(4)])
  // before the pooler has sessions
  runSql(folder, `alter role current_user in database "${databaseOf(folder)}" set statement_timeout = '30s'`)
})
afterAll(() => Promise.all(opened.map((db) => db.destroy())))

function connect(work: (typeof WORK_CLASSES)[number], throughPooler: boolean): Db {
  const url = throughPooler ? pooler.urlOf(databaseOf(folder)) : urlOf(databaseOf(folder))
  const db = new Kysely<Schema>({ dialect: postgresEngine(url, 10).dialectFor(work) })
  opened.push(db)
  return db
}

const jit = async (db: Db) =>
  (await sql<{ jit: string }>`select current_setting('jit') as jit`.execute(db)).rows[0]?.jit

describe.each(WORK_CLASSES)('for the class %s, JIT is off', (work) => {
  test('in every statement', async () => {
    expect(await jit(connect(work, false))).toBe('off')
  })

  test('in every transaction, even behind a pooler', async () => {
    const db = connect(work, true)
    expect(await jit(db)).toBe('on')
    expect(await db.transaction().execute(jit)).toBe('off')
  })
})

describe('behind a pooler, on a database in use, JIT is off in', () => {
  beforeAll(() => {
    // reading these tables fails while JIT is on
    runSql(
      folder,
      `create function without_jit() returns boolean language plpgsql as $$ begin
        if current_setting('jit') <> 'off' then raise exception 'JIT is on'; end if;
        return true;
      end $$`,
      ...['users', 'machines'].flatMap((table) => [
        `alter table ${table} rename to the_${table}`,
        `create view ${table} as select * from the_${table} where without_jit()`,
      ]),
    )
  })

  const lists: Record<string, (db: Db) => Promise<AsyncIterable<string>>> = {
    'the list of users': (db) => userList(snapshotsOf(db), visibleTo(MASTER)),
    'the list of machines': (db) => machineList(snapshotsOf(db), MASTER),
    'a report’s totals': (db) => report(db, 'Total'),
    'a report’s movements': (db) => report(db, 'Detail'),
  }
  const MASTER = { userId: 1, level: 1, path: '' }
  const { day } = nowIn('UTC', new Date(Date.now() - 86_400_000))
  const report = async (db: Db, queryType: string) => {
    const times = { dateFrom: day, dateTo: day, timeFrom: '00:00', timeTo: '23:59' }
    const query = externalReportQuery.parse({ queryType, tipoMovs: '2,3', ...times })
    const reports = createReports({ db, transactFor: () => snapshotsOf(db), hasOneSession: false }, 'UTC')
    return reports.external(MASTER, query, new AbortController().signal)
  }

  test.each(Object.keys(lists))('%s', async (name) => {
    let text = ''
    for await (const chunk of await lists[name]!(connect('lists', true))) text += chunk
    expect(text).toMatch(/^\{.*\}$/s)
  })
})

test('behind a pooler, the role’s statement timeout does not cut off the creation of month tables', async () => {
  runSql(
    folder,
    `create or replace function add_movement_months(first timestamptz, last timestamptz) returns boolean
      language plpgsql as $$ begin
        if current_setting('statement_timeout') <> '0' then raise exception 'a time limit'; end if;
        return false;
      end $$`,
  )
  const db = connect('background', true)
  const { rows } = await sql`select current_setting('statement_timeout') as "limit"`.execute(db)
  expect(rows).toEqual([{ limit: '30s' }])
  await addMonthsAhead(db)
})
