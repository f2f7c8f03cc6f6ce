import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { createDatabase, type Database } from '../src/db/connection/database'
import type { Db } from '../src/db/schema'
import { addMonthsAhead } from '../src/db/movementMonths'
import { rollUpDays } from '../src/services/reports/rollUpDays'
import { detachMonths } from '../src/services/reports/detachMonths'
import { EVERYTHING } from '../src/services/reports/reports'
import { nextChunk, totalsOf } from '../src/services/reports/totals'
import { insertMachines } from '../testing/database'
import { temporaryFolder } from '../testing/cleanUp'
import { placeOf } from '../testing/engine'
import { ownReplica } from '../testing/ownReplica'

/* Months are detached on the primary while a report runs on a real streaming replica. */

const PARTIAL_DAY = { from: new Date('2024-01-10T12:30Z'), to: new Date('2024-01-11T00:00Z') }
const REJECTED = { status: 400, message: expect.stringContaining('están archivados') }

describe.each([
  ['waits for a report', '60s'],
  ['cancels what is in its way', '0'],
])('a replica that %s', (_what, delay) => {
  const { replica } = ownReplica(delay)
  let database: Database

  beforeEach(async () => {
    const folder = temporaryFolder()
    const { DATABASE_URL = '' } = await placeOf({ DATA_DIR: folder })
    await replica().caughtUp()
    database = createDatabase(
      { dataDir: '', databaseUrl: DATABASE_URL, databaseDirectUrl: null, databaseConnections: 10 },
      () => undefined,
      { replicaUrl: replica().urlOfData(folder) },
    )
    await database.open()
    await database.migrate(() => undefined)
    const db = database.dbs.background
    await insertMachines(db, 1)
    for (const at of ['2024-01-10T12:00Z', '2024-01-10T13:00Z', '2024-02-02T12:00Z']) {
      await sql`insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
        select id, 1, ${at}::timestamptz, 100, 0 from machines`.execute(db)
    }
    await addMonthsAhead(db)
    await rollUpDays(db, 'UTC')
    await replica().caughtUp()
    while (!database.replicaFigures!().isUsed) await sleep(20)
  })
  afterEach(() => database.close())

  /** @param meanwhile runs between the check for detached months and the sums */
  const report = (meanwhile: () => Promise<void> = async () => undefined) =>
    database.transactFor('reports')(async (trx: Db) => {
      const query = { range: PARTIAL_DAY, types: [1], scope: EVERYTHING, chunkMachines: 1_000 }
      const chunk = await nextChunk(trx, query, 0)
      await meanwhile()
      const { rows } = await sql`
        select movements, in_cents::int as cents, pg_is_in_recovery() as "fromReplica" from (${totalsOf(query, chunk!)}) t`.execute(
        trx,
      )
      return rows
    })
  const whole = [{ movements: 1, cents: 100, fromReplica: true }]

  test('never returns a report that lacks months detached while it ran', async () => {
    let runs = 0
    const answer = report(async () => {
      runs += 1
      if (runs > 1) return
      expect(await detachMonths(database.dbs.background, new Date('2024-02-01T00:00Z'))).toHaveLength(1)
      await replica().caughtUpOrHeldUp()
    })
    // a cancelled report runs on the primary instead, which rejects it
    if (delay === '0') await expect(answer).rejects.toMatchObject(REJECTED)
    else expect(await answer).toEqual(whole)
    await replica().caughtUp()
    await expect(report()).rejects.toMatchObject(REJECTED)
  })

  test('shows the whole report before anything is detached', async () =>
    expect(await report()).toEqual(whole))
})
