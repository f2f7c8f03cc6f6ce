import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { sql as query } from 'kysely'
import type { CreditResponse } from '@console/shared-kernel/schemas'
import type { Db } from '../src/db/schema'
import { checkHourly, checkInvariants } from '../src/services/invariants'
import { rollUpDays } from '../src/services/reports/rollUpDays'
import { insertMovement, withDatabase } from '../testing/database'
import { demoFolder } from '../testing/demo'
import { call, waitUntilReady } from '../testing/http'
import { onPostgres } from '../testing/engine'
import { sample, scrape } from '../testing/metrics'
import { meetPeople } from '../testing/people'
import { command, startProcesses } from '../testing/server'
import { sql } from '../testing/sql'

let db: Db
withDatabase(async (empty) => {
  db = empty
  for (let day = 10; day < 30; day += 1) await insertMovement(db, 1, `2025-03-${day}T12:00Z`)
  await rollUpDays(db, 'UTC')
}, 3)

/** Demo data whose days have totals, with one machine whose credit was changed, and a new one. */
async function usedData() {
  const folder = await demoFolder()
  const api = await startProcesses({ DATA_DIR: folder, METRICS_PORT: '0' }, 1)
  await waitUntilReady(api.url)
  const { createClient, master: token } = await meetPeople(api.url)
  const { machine } = await createClient()
  const { machine: created } = await createClient()
  const row = `PUT /api/Machines/${machine.idMachine}/credit`
  await call<CreditResponse>(api.url, row, { token, body: { amount: 5 } })
  return { folder, api, id: machine.idMachine, created: created.idMachine }
}

const WRONG: Record<string, (id: string) => string> = {
  credit: (id) => `update machines set credit_cents = credit_cents + 1 where id = '${id}'`,
  counts: () =>
    `update machine_counts set machines = machines + 1 where path = (select max(path) from machine_counts)`,
  totals: () => `update machine_totals set plays = plays + 1
    where ends_at = (select max(ends_at) from closed_days) and machine_key = (select min(machine_key) from machine_totals)`,
}

test('the command finds each contradiction, and none before', async () => {
  const { folder, api, id, created } = await usedData()
  await api.stop()
  const check = () => command('check-invariants', { DATA_DIR: folder }, ['--all-days'])
  const good = await check()
  expect([good.code, good.err]).toEqual([0, ''])
  expect(good.out).toMatch(
    /^machines whose credit .*: 0\nusers whose .*: 0\ndays whose totals .*: 0 of \d+\n$/,
  )
  expect(good.out).not.toContain('of 0')
  const found: string[] = []
  for (const [what, statement] of Object.entries(WRONG)) {
    sql(folder, statement(id))
    found.push(what)
    const { code, out, err } = await check()
    expect([code, err]).toEqual([1, `check-invariants: wrong: ${found.join(', ')}\n`])
    if (what === 'credit') expect(out).toContain(`last audit row: 1 (${id} has 5.01, its row 5.00)`)
  }
  sql(folder, WRONG['credit']!(created))
  expect((await check()).out).toContain(created)
})

const addPlays = (plays: number, endsAt: string) =>
  query`update machine_totals set plays = plays + ${plays} where machine_key = 1 and ends_at = ${endsAt}`.execute(
    db,
  )

const forgetLastCheck = () => db.deleteFrom('app_state').where('key', '=', 'invariants-begun').execute()

const checkAnHourLater = async () => {
  await forgetLastCheck()
  return (await checkHourly(db))!.find(({ check }) => check === 'totals')!
}

test('a day whose totals are wrong is checked each hour until they are right', async () => {
  await addPlays(1, '2025-03-30T00:00Z')
  // each hour one day, chosen at random
  while ((await checkAnHourLater()).wrong === 0);
  for (let hour = 0; hour < 5; hour += 1)
    expect(await checkAnHourLater()).toMatchObject({
      wrong: 1,
      text: expect.stringMatching(/^on 2025-03-29 /),
    })
  await addPlays(-1, '2025-03-30T00:00Z')
  expect((await checkAnHourLater()).wrong).toBe(0)
})

test('each result, and each wrong day, is reported before the next one is checked', async () => {
  await addPlays(1, '2025-03-15T00:00Z')
  const reported: string[] = []
  const stopAt = (count: number) =>
    checkInvariants(db, {
      allDays: true,
      onResult: ({ text }) => {
        if (reported.push(text) === count) throw new Error('enough')
      },
    })
  await expect(stopAt(1)).rejects.toThrow('enough')
  expect(reported).toEqual([expect.stringMatching(/^machines whose credit/)])
  await expect(stopAt(5)).rejects.toThrow('enough')
  expect(reported.slice(3)).toEqual(['14', '15'].map((day) => expect.stringMatching(`^on 2025-03-${day} `)))
  await addPlays(-1, '2025-03-15T00:00Z')
})

test('one of several processes checks each hour, and a clock that was set back does not prevent it', async () => {
  await forgetLastCheck()
  const first = await Promise.all([checkHourly(db), checkHourly(db)])
  expect(first.filter((results) => results !== null)).toHaveLength(1)
  expect(await checkHourly(db)).toBeNull()
  for (const begun of [`now() - interval '1 hour'`, `now() + interval '1 day'`]) {
    await db
      .updateTable('app_state')
      .set({ value: query<string>`to_jsonb(${query.raw(begun)})` })
      .where('key', '=', 'invariants-begun')
      .execute()
    expect(await checkHourly(db)).toHaveLength(3)
  }
})

if (onPostgres)
  test('what the job finds is logged, and is in a metric of each process', async () => {
    const { folder, api, id } = await usedData()
    const wrong = async (of: typeof api) =>
      sample(await scrape(of), 'console_api_invariants_wrong{check="credit"}')
    // database figures are at most ten seconds old
    while ((await wrong(api)) !== 0) await sleep(500)
    sql(folder, WRONG['credit']!(id), `delete from app_state where key = 'invariants-begun'`)
    const other = await startProcesses({ DATA_DIR: folder, METRICS_PORT: '0' }, 1)
    while ((await wrong(other)) !== 1) await sleep(500)
    while ((await wrong(api)) !== 1) await sleep(500)
    expect(other.stderr()).toContain('"msg":"the data contradicts itself: machines whose credit')
    await Promise.all([api.stop(), other.stop()])
  })
