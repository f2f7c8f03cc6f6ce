import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { childPath } from '../src/db/treePath'
import { readAttention } from '../src/services/attention/attention'
import { refreshFindings } from '../src/services/attention/findings'
import { isWatched } from '../src/services/attention/rules'
import { currentSnapshot, readChanges } from '../src/services/events/changes'
import { withAttention } from '../testing/attention'

let db: Db
let ids: string[]
const { OPTIONS, OWNER, setTurn, run, kindsOf, found, change, move, payAgo, rollUp, audit, creditChange } =
  withAttention((opened, machines) => {
    db = opened
    ids = machines
  })

test('one process at a time runs the rules, at most once a minute', async () => {
  const turns = await Promise.all([refreshFindings(db, OPTIONS), refreshFindings(db, OPTIONS)])
  expect(turns.toSorted()).toEqual([false, true])
  expect(await refreshFindings(db, OPTIONS)).toBe(false)
  // the clock of the database was set back
  await setTurn('-1 hour')
  expect(await refreshFindings(db, OPTIONS)).toBe(true)
})

test('a process that lost its turn stops', async () => {
  await run()
  const before = (await readAttention(db, OWNER)).checkedAt
  await sql`create function take_turn() returns trigger language plpgsql as $$ begin
      update app_state set value = to_jsonb(now() + interval '1 second') where key = 'attention-turn'; return null; end $$`.execute(
    db,
  )
  await sql`create trigger take_turn before delete on payout_percentiles for each statement
    execute function take_turn()`.execute(db)
  try {
    await change(0, { credit_cents: 0 })
    await setTurn('1 minute')
    await sql`delete from app_state where key = 'attention-percentiles-of'`.execute(db)
    expect(await refreshFindings(db, OPTIONS)).toBe(false)
  } finally {
    await sql`drop function take_turn cascade`.execute(db)
  }
  expect(await readAttention(db, OWNER)).toMatchObject({ total: 0, checkedAt: before })
})

test('a failed run loses nothing: the other rules still run, and the next run covers everything since the last successful one', async () => {
  await run()
  await sql`update app_state set value = to_jsonb(now() - interval '2 hours') where key like 'attention-%'`.execute(
    db,
  )
  const before = (await readAttention(db, OWNER)).checkedAt
  await creditChange(0, 0, 2_000_000, 1)
  // as the server inserts it, with its triggers
  await sql`
    insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
    values (${ids[1]!}, 3, now() - interval '1 hour', 0, 60000)`.execute(db)
  await sql`alter table payout_percentiles rename to percentiles`.execute(db)
  try {
    await expect(refreshFindings(db, OPTIONS)).rejects.toThrow()
  } finally {
    await sql`alter table percentiles rename to payout_percentiles`.execute(db)
  }
  const failed = await readAttention(db, OWNER)
  expect([kindsOf(failed), failed.checkedAt]).toEqual([[['credit-change', 0]], before])
  expect((await found()).toSorted()).toEqual([
    ['credit-change', 0],
    ['payout', 1],
  ])
  expect((await readAttention(db, OWNER)).checkedAt).not.toBe(before)
})

test('a run that changes findings notifies the streams once', async () => {
  await run()
  let at = await currentSnapshot(db)
  const notified = async () => {
    const { changes, attention, to } = await readChanges(db, at)
    at = to
    expect(changes).toEqual([])
    return attention
  }
  const pathOf = async (machine: number) =>
    (await db.selectFrom('machines').select('owner_path').where('id', '=', ids[machine]!).executeTakeFirst())!
      .owner_path
  await run()
  expect(await notified()).toEqual([])
  await change(0, { credit_cents: 0, is_connected: false, last_connection: new Date(0) })
  await run()
  expect(await notified()).toEqual([await pathOf(0)])
  await change(1, { credit_cents: 0 })
  await change(0, { credit_cents: 5 })
  // including what was found before a rule failed
  await sql`alter table login_refusals rename to refused`.execute(db)
  try {
    await expect(run()).rejects.toThrow()
  } finally {
    await sql`alter table refused rename to login_refusals`.execute(db)
  }
  expect((await notified()).toSorted()).toEqual([await pathOf(0), await pathOf(1)].toSorted())
  await sql`update finding_changes set at = now() - interval '25 hours'`.execute(db)
  await run()
  expect(await db.selectFrom('finding_changes').selectAll().execute()).toEqual([])
})

const step = fc.oneof(
  fc.record({ do: fc.constant('credit' as const), machine: fc.nat(2), cents: fc.constantFrom(0, 0, 5) }),
  fc.record({ do: fc.constant('block' as const), machine: fc.nat(2), is: fc.boolean() }),
  fc.record({ do: fc.constant('connect' as const), machine: fc.nat(2), is: fc.boolean() }),
  fc.record({
    do: fc.constant('pay' as const),
    machine: fc.nat(2),
    cents: fc.constantFrom(20_000, 30_000, 60_000),
  }),
  fc.record({
    do: fc.constant('grant' as const),
    machine: fc.nat(2),
    cents: fc.constantFrom(90_000, 150_000),
  }),
  fc.record({ do: fc.constant('serve' as const), machine: fc.nat(2), is: fc.boolean() }),
  fc.record({ do: fc.constant('limit' as const), machine: fc.nat(2), percent: fc.constantFrom(1, 5) }),
  fc.record({ do: fc.constant('refuse' as const), times: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant('run' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Carries out a step that does not change a machine's state. @returns false for other steps */
async function record(one: Step): Promise<boolean> {
  if (one.do === 'run') await run()
  else if (one.do === 'pay') await payAgo(one.machine, 0, one.cents)
  else if (one.do === 'grant') await creditChange(one.machine, 0, one.cents)
  else if (one.do === 'refuse')
    await sql`insert into login_refusals (subject, network, since, refusals) values ('user 1', '', now(), ${one.times})
      on conflict (subject, network) do update set refusals = login_refusals.refusals + excluded.refusals`.execute(
      db,
    )
  else return false
  return true
}

async function stored(): Promise<unknown[]> {
  const { rows } = await sql`
    select kind, subject, event, machine_id, user_id, path, ends_at, figure, bound from findings
    order by kind, subject, event`.execute(db)
  return rows
}

test('after any changes the stored findings are those that the rules find from scratch', async () => {
  // the second machine lost on each of three days, and the first one kept 3 % of the bets
  for (const machine of [0, 1, 2]) await move(machine, 3, 3, 0, 5_000)
  for (const day of [2, 1]) await move(1, 3, day, 0, 5_000)
  for (let play = 0; play < 200; play += 1) await move(0, 1, 3, 100, 97)
  for (let day = 0; day < 4; day += 1) await rollUp()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const model = ids.map(() => ({
        ...{ cents: 100, blocked: false, connected: true },
        ...{ serves: false, limit: 0 },
      }))
      await sql`delete from findings`.execute(db)
      await sql`delete from login_refusals`.execute(db)
      await sql`
        update machines set credit_cents = 100, is_blocked = false, is_connected = true, service_mode = false,
          config = '{}'`.execute(db)
      for (const one of steps) {
        if (await record(one)) continue
        if (one.do === 'credit') {
          model[one.machine]!.cents = one.cents
          await change(one.machine, { credit_cents: one.cents })
        } else if (one.do === 'block') {
          model[one.machine]!.blocked = one.is
          await change(one.machine, { is_blocked: one.is })
        } else if (one.do === 'serve') {
          model[one.machine]!.serves = one.is
          await change(one.machine, { service_mode: one.is })
          const after = { serviceMode: one.is }
          const hoursAgo = one.is ? 5 : 0
          await audit({ action: 'machine.config', machine: one.machine, after, hoursAgo })
        } else if (one.do === 'limit') {
          model[one.machine]!.limit = one.percent
          const config = { limiteInferiorProfit: one.percent, limiteSuperiorProfit: 50 }
          await change(one.machine, { config: JSON.stringify(config) })
        } else if (one.do === 'connect') {
          model[one.machine]!.connected = one.is
          await change(one.machine, {
            is_connected: one.is,
            last_connection: new Date(Date.now() - (one.is ? 0 : 300_000)),
          })
        }
      }
      const expected = model.flatMap(({ cents, blocked, connected, serves, limit }, machine) =>
        [
          ['offline', !connected],
          ['no-credit', cents === 0],
          ['in-service', serves],
          ['losing', machine === 1],
          ['profit', machine === 0 && limit === 5],
        ].flatMap(([kind, is]) => (is && !blocked ? [`${String(kind)} ${machine}`] : [])),
      )
      const EVENTS = ['payout', 'credit-change', 'refused-sign-ins']
      const states = (await found()).filter(([kind]) => !EVENTS.includes(String(kind)))
      expect(states.map(([kind, machine]) => `${kind} ${machine}`).toSorted()).toEqual(expected.toSorted())
      const after = await stored()
      await sql`delete from findings`.execute(db)
      await sql`delete from app_state where key like 'attention-%'`.execute(db)
      await refreshFindings(db, OPTIONS)
      expect(await stored()).toEqual(after)
    }),
    { numRuns: 15 },
  )
})

test.each([
  ['a machine is blocked', { action: 'machine.block', machine: 0 }, true],
  ['a machine is retired', { action: 'machine.retire', machine: 0 }, true],
  ['a user is blocked', { action: 'user.update', before: { is_blocked: false } }, true],
  ['a user is renamed', { action: 'user.update', before: { user_name: 'old' } }, false],
])('the streams are notified only if the shown findings change: %s', async (_, which, isNotified) => {
  const at = await currentSnapshot(db)
  await audit({ after: {}, hoursAgo: 0, ...which })
  expect((await readChanges(db, at)).attention).toEqual(isNotified ? [expect.any(String)] : [])
})

test('the planner expects half of the machines, not none, to be outside thousands of blocked branches', async () => {
  const branches = Array.from({ length: 5_000 }, (_, index) => childPath(childPath(null, 1), index + 2))
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select from (
      select null::timestamptz as retired_at, false as is_blocked, g::text as owner_path
      from generate_series(1, 1000) g) m
    where ${isWatched(branches)}`.execute(db)
  expect(rows[0]?.['QUERY PLAN']).toContain(' rows=500 ')
})
