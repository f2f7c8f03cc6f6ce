import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { removeExpired } from '../src/services/housekeeping'
import { emptyDatabase, insertMachines } from '../testing/database'

test('locked rows are skipped, and deleted next time', async () => {
  const db = await emptyDatabase()
  try {
    await insertMachines(db, 1)
    await sql`insert into sessions
      select gen_random_uuid(), 1, now(), now() - interval '2 hours' from generate_series(1, 3)`.execute(db)
    const remove = () => removeExpired(db, { now: new Date(), loginWindow: 900 })
    const count = async () => (await db.selectFrom('sessions').select('sid').execute()).length
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('sessions').select('sid').limit(1).forKeyShare().execute()
      await remove()
      expect(await count()).toBe(1)
    })
    await remove()
    expect(await count()).toBe(0)
  } finally {
    await db.destroy()
  }
})
