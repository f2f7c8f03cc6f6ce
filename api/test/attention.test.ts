import { beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { AttentionResponse } from '@console/shared-kernel/schemas'
import type { Db } from '../src/db/schema'
import { childPath } from '../src/db/treePath'
import { markFindings, readAttention, saveThresholds } from '../src/services/attention/attention'
import { refreshFindings } from '../src/services/attention/findings'
import { isWatched } from '../src/services/attention/rules'
import { closeRefusals } from '../src/services/auth/refusals'
import { currentSnapshot, readChanges } from '../src/services/events/changes'
import { rollUpDays } from '../src/services/reports/rollUpDays'
import { withMachines } from '../testing/database'

const ZONE = 'Europe/Madrid'
const OPTIONS = { timeZone: ZONE, loginWindow: 900 }
const OWNER = { userId: 1, level: 1, path: 'a' }

let db: Db
let ids: string[]

withMachines(3, (opened, machines) => {
  db = opened
  ids = machines
})

beforeEach(async () => {
  await sql`delete from findings`.execute(db)
  await sql`delete from app_state where key like 'attention%'`.execute(db)
  await db.transaction().execute(async (trx) => {
    // movements and the audit are append-only
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`truncate movements, machine_totals, closed_days, final_totals, payout_percentiles`.execute(trx)
    await sql`truncate audit, login_refusals, attention_thresholds`.execute(trx)
  })
  await sql`
    update machines set credit_cents = 100, is_blocked = false, is_connected = true, last_connection = now(),
      service_mode = false, config = '{}', retired_at = null, created_at = now() - interval '9 days'`.execute(
    db,
  )
})

/** Runs the rules as if the last run were long ago. */
async function run(): Promise<AttentionResponse> {
  await sql`
    update app_state set value = to_jsonb(now() - interval '1 minute') where key = 'attention-turn'`.execute(
    db,
  )
  expect(await refreshFindings(db, OPTIONS)).toBe(true)
  return readAttention(db, OWNER)
}

const kindsOf = ({ findings }: AttentionResponse) =>
  findings.map(({ kind, machine }) => [kind, machine === null ? null : ids.indexOf(machine.id)])
const found = async () => kindsOf(await run())

const change = (machine: number, fields: object) =>
  db.updateTable('machines').set(fields).where('id', '=', ids[machine]!).execute()

/** A movement at local noon, `daysAgo` days ago. */
const move = (machine: number, type: number, daysAgo: number, inCents: number, outCents = 0) =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`
      insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
      values (${ids[machine]!}, ${type},
        ((now() at time zone ${ZONE})::date - ${daysAgo}::int + time '12:00') at time zone ${ZONE},
        ${inCents}, ${outCents})`.execute(trx)
  })
const payAgo = (machine: number, minutes: number, cents: number) =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`
      insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
      values (${ids[machine]!}, 3, now() - make_interval(mins => ${minutes}), 0, ${cents})`.execute(trx)
  })
const rollUp = () => rollUpDays(db, ZONE)

interface Change {
  action: string
  machine?: number
  before?: object
  after: object
  hoursAgo: number
}
const audit = ({ action, machine, before, after, hoursAgo }: Change) =>
  sql`insert into audit (at, actor_id, actor_path, action, subject, subject_path, subject_user_id, subject_machine_id,
      before, after, request_id)
    select now() - make_interval(mins => ${Math.round(hoursAgo * 60)}), 1, 'a', ${action},
      ${machine === undefined ? 'user 1' : `machine ${ids[machine]}`},
      ${machine === undefined ? 'a' : sql`(select owner_path from machines where id = ${ids[machine]!})`}, 1,
      ${machine === undefined ? null : ids[machine]!}::uuid, ${before ? JSON.stringify(before) : null}::jsonb,
      ${JSON.stringify(after)}::jsonb, gen_random_uuid()`.execute(db)
const creditChange = (machine: number, from: number, to: number, hoursAgo = 0) =>
  audit({
    action: 'machine.credit',
    machine,
    before: { creditCents: from },
    after: { creditCents: to },
    hoursAgo,
  })

describe('a machine that needs attention', () => {
  test('is not found without a cause', async () => {
    await move(0, 2, 2, 5_000)
    await move(1, 3, 2, 0, 4_000)
    await creditChange(0, 0, 100_000)
    await rollUp()
    expect(await run()).toMatchObject({ findings: [], total: 0 })
  })

  test('is offline for longer than its configuration allows', async () => {
    const ago = (seconds: number) => ({
      is_connected: false,
      last_connection: new Date(Date.now() - seconds * 1000),
    })
    await change(0, ago(180))
    await change(1, { ...ago(180), config: JSON.stringify({ addSecondsExpireOffline: 3600 }) })
    await change(2, { is_connected: false, last_connection: null })
    const answer = await run()
    expect(kindsOf(answer)).toEqual([['offline', 0]])
    const [finding] = answer.findings
    expect(finding).toMatchObject({ figure: null, limit: 120, user: { userId: 1, userName: 'owner' } })
    expect(Date.now() - Date.parse(finding!.since)).toBeGreaterThanOrEqual(60_000 - 1_000)
    expect(Date.now() - Date.parse(finding!.since)).toBeLessThan(80_000)
  })

  test('kept a smaller or larger share of the bets of seven days than its limits allow', async () => {
    for (let play = 0; play < 200; play += 1) await move(0, 1, 3, 100, 97)
    for (let play = 0; play < 199; play += 1) await move(1, 1, 3, 100, 97)
    const limits = (lower: number, upper: number) => ({
      config: JSON.stringify({ limiteInferiorProfit: lower, limiteSuperiorProfit: upper }),
    })
    await change(0, limits(5, 50))
    await change(1, limits(5, 50))
    await move(2, 2, 1, 1)
    await rollUp()
    const low = await run()
    expect(low.findings).toEqual([expect.objectContaining({ kind: 'profit', figure: 300, limit: 500 })])
    await change(0, limits(1, 2.5))
    expect((await run()).findings).toEqual([
      expect.objectContaining({ id: low.findings[0]!.id, figure: 300, limit: 250 }),
    ])
    await change(0, limits(1, 3))
    expect(await found()).toEqual([])
  })

  test('paid out far more at once than usual', async () => {
    for (let day = 5; day > 1; day -= 1) await move(0, 3, day, 0, 9_000)
    await move(1, 3, 4, 0, 1_000)
    await move(2, 2, 1, 1)
    await rollUp()
    await move(0, 3, 0, 0, 60_001)
    await move(0, 3, 0, 0, 45_000)
    await move(1, 3, 0, 0, 9_000)
    // without earlier payouts to compare it with
    await move(2, 3, 0, 0, 10_001)
    await sql`insert into attention_thresholds values (1, '{"hidden":[],"payoutCents":10000,"creditChangeCents":100000}')`.execute(
      db,
    )
    const answer = await run()
    expect(answer.findings.toSorted((one, other) => other.figure! - one.figure!)).toEqual([
      expect.objectContaining({ kind: 'payout', figure: 60_001, limit: 45_000 }),
      expect.objectContaining({ kind: 'payout', figure: 10_001, limit: 10_000 }),
    ])
    // a second run finds the same findings
    expect((await run()).findings).toEqual(answer.findings)
  })

  test('paid out far more than usual, even if its day was closed before the next run', async () => {
    for (let day = 5; day > 1; day -= 1) await move(0, 3, day, 0, 9_000)
    await rollUp()
    await run()
    const { rows } = await sql<{ minutes: number }>`
      select ceil(extract(epoch from now() - date_trunc('day', now(), ${ZONE})) / 60)::int as minutes`.execute(
      db,
    )
    // in the last minute of yesterday; its finding is kept for 24 hours
    const minutes = rows[0]!.minutes
    await payAgo(0, minutes, 60_001)
    // as many movements as a day needs to be rolled up
    await payAgo(1, minutes, 1)
    await payAgo(2, minutes, 1)
    await rollUp()
    const { rows: closed } = await sql`
      select from closed_days where ends_at = date_trunc('day', now(), ${ZONE})`.execute(db)
    expect(closed).toHaveLength(1)
    const expected = { kind: 'payout', figure: 60_001, limit: 45_000 }
    const payouts = (await run()).findings.filter(({ kind }) => kind === 'payout')
    expect(payouts).toEqual(minutes < 24 * 60 ? [expect.objectContaining(expected)] : [])
  })

  test('paid out far more than usual, even if the movement arrives hours late, and is found once', async () => {
    await run()
    await payAgo(0, 60, 60_000)
    const { findings } = await run()
    expect(findings).toEqual([expect.objectContaining({ kind: 'payout', figure: 60_000 })])
    expect((await run()).findings).toEqual(findings)
    await payAgo(0, 23 * 60, 70_000)
    await payAgo(0, 25 * 60, 80_000)
    expect((await run()).findings.map(({ figure }) => figure).toSorted()).toEqual([60_000, 70_000])
  })

  test('has its usual payouts computed up to the end of the last closed day, even one that is closed late', async () => {
    await move(0, 3, 1, 0, 9_000)
    await run()
    await move(0, 3, 1, 0, 20_000)
    await move(1, 2, 1, 1)
    await rollUp()
    await payAgo(0, 0, 100_000)
    await payAgo(0, 0, 100_001)
    expect((await run()).findings).toEqual([
      expect.objectContaining({ kind: 'payout', figure: 100_001, limit: 100_000 }),
    ])
  })

  test('lost cash on each of the last three days', async () => {
    for (const day of [4, 3, 2, 1]) {
      await move(0, 2, day, 1_000)
      await move(0, 3, day, 0, day === 4 ? 0 : 1_200)
      await move(1, 3, day, 0, day === 2 ? 0 : 1_200)
      await move(2, 2, day, 100)
      await rollUp()
    }
    await rollUp()
    const { findings } = await run()
    expect(findings).toEqual([expect.objectContaining({ kind: 'losing', figure: -600, limit: null })])
    expect(findings[0]!.machine!.id).toBe(ids[0])
  })

  test('has had no credit since its last credit change', async () => {
    await change(0, { credit_cents: 0 })
    await creditChange(0, 500, 0, 3)
    const { findings } = await run()
    expect(findings).toEqual([expect.objectContaining({ kind: 'no-credit', figure: 0 })])
    expect(Date.now() - Date.parse(findings[0]!.since)).toBeGreaterThan(2.9 * 3600_000)
    // a finding that goes away and comes back is a new one
    await change(0, { credit_cents: 1 })
    expect(await found()).toEqual([])
    await change(0, { credit_cents: 0 })
    expect((await run()).findings[0]!.id).not.toBe(findings[0]!.id)
  })

  test('has been in service for more than four hours', async () => {
    const started = (machine: number, hoursAgo: number) =>
      audit({
        action: 'machine.config',
        machine,
        before: { serviceMode: false },
        after: { serviceMode: true },
        hoursAgo,
      })
    await change(0, { service_mode: true })
    await change(1, { service_mode: true })
    await started(0, 5)
    // other audit rows do not show when service mode began
    await audit({ action: 'machine.config', machine: 0, after: { denomination: 5 }, hoursAgo: 1 })
    await started(1, 3)
    // nor is it known for a machine that the console did not put in service
    await change(2, { service_mode: true })
    await audit({ action: 'machine.config', machine: 2, after: { serviceMode: false }, hoursAgo: 6 })
    const { findings } = await run()
    expect(findings).toEqual([expect.objectContaining({ kind: 'in-service', limit: 14_400 })])
    expect(findings[0]!.machine!.id).toBe(ids[0])
    expect(Date.now() - Date.parse(findings[0]!.since)).toBeGreaterThan(4.9 * 3600_000)
    // the finding stays while the machine is in service, even if its audit row was archived
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`truncate audit`.execute(trx)
    })
    expect((await run()).findings).toEqual(findings)
    await change(0, { service_mode: false })
    expect(await found()).toEqual([])
  })

  test('is not found in service if the console does not know when service mode was last switched on', async () => {
    await change(0, { service_mode: true })
    await audit({ action: 'machine.config', machine: 0, after: { serviceMode: true }, hoursAgo: 6 })
    await audit({ action: 'machine.config', machine: 0, after: { serviceMode: false }, hoursAgo: 5 })
    expect(await found()).toEqual([])
  })

  test('gained or lost a large amount of credit, even while it is blocked', async () => {
    await change(0, { is_blocked: true, credit_cents: 0 })
    await creditChange(0, 0, 1_000_001)
    await creditChange(1, 2_000_000, 0)
    await creditChange(1, 0, 1_000_000)
    await creditChange(2, 0, 3_000_000, 25)
    const { findings } = await run()
    expect(findings.map(({ kind, figure }) => [kind, figure])).toEqual([
      ['credit-change', -2_000_000],
      ['credit-change', 1_000_001],
    ])
  })

  test('has no other findings while it or a user above it is blocked, or once it is retired', async () => {
    await change(0, { credit_cents: 0, is_blocked: true })
    await change(1, { credit_cents: 0, retired_at: new Date() })
    await change(2, { credit_cents: 0 })
    expect(await found()).toEqual([['no-credit', 2]])
    await sql`
      insert into users (user_id, user_name, name_key, name_folded, password_hash, level, country_id, path, tree_names,
        name_client, is_blocked) values (3, 'six', 'six', 'six', '', 1, 1, '000003', 'six', '', true)`.execute(
      db,
    )
    const { owner_path } = await db
      .selectFrom('machines')
      .select('owner_path')
      .where('id', '=', ids[2]!)
      .executeTakeFirstOrThrow()
    await change(2, { owner_path: '000003.000004' })
    expect(await found()).toEqual([])
    await change(2, { owner_path })
  })
})

test('five failed sign-ins for one user, or a lock, need attention', async () => {
  const setRefusals = (refusals: number) =>
    sql`insert into login_refusals (subject, network, since, refusals) values ('user 1', '', now(), ${refusals})
      on conflict (subject, network) do update set refusals = excluded.refusals`.execute(db)
  await setRefusals(4)
  expect(await found()).toEqual([])
  await setRefusals(5)
  const { findings } = await run()
  expect(findings).toEqual([expect.objectContaining({ kind: 'refused-sign-ins', figure: 5, machine: null })])
  await setRefusals(9)
  expect((await run()).findings).toEqual([expect.objectContaining({ id: findings[0]!.id, figure: 9 })])
  // the lock that follows is not a second finding
  await audit({ action: 'session.lock', after: { address: '1.2.3.4' }, hoursAgo: 0 })
  expect(await run()).toMatchObject({ total: 1 })
  await sql`delete from findings`.execute(db)
  await sql`delete from login_refusals`.execute(db)
  expect((await run()).findings).toEqual([
    expect.objectContaining({ kind: 'refused-sign-ins', figure: null }),
  ])
})

test('five refusals are found even after their window was closed, as the same finding', async () => {
  const setRefusals = (minutesAgo: number, refusals: number) =>
    sql`insert into login_refusals (subject, network, since, refusals)
      values ('user 1', '', now() - make_interval(mins => ${minutesAgo}), ${refusals})
      on conflict (subject, network) do update set refusals = excluded.refusals`.execute(db)
  const kept = async () => {
    const { rows } = await sql<{ figure: number }>`
      select figure::int as figure from findings order by since desc`.execute(db)
    return rows.map(({ figure }) => figure)
  }
  await setRefusals(16, 5)
  const { findings } = await run()
  // more in the last minute of the window
  await setRefusals(16, 8)
  await closeRefusals(db, OPTIONS.loginWindow)
  expect((await run()).findings).toEqual([expect.objectContaining({ id: findings[0]!.id, figure: 8 })])
  // as if the only run in between had failed
  await setRefusals(17, 6)
  await closeRefusals(db, OPTIONS.loginWindow)
  await run()
  expect(await kept()).toEqual([8, 6])
  // only the latest one is shown
  expect((await readAttention(db, OWNER)).findings.map(({ figure }) => figure)).toEqual([8])
  // too few to need attention
  await setRefusals(18, 4)
  await closeRefusals(db, OPTIONS.loginWindow)
  await run()
  expect(await kept()).toEqual([8, 6])
})

test('a sign-in marked as coming from a new network needs attention, unless its user is deleted', async () => {
  const signIn = (after: object) =>
    audit({ action: 'session.start', after: { address: '192.0.2.1', ...after }, hoursAgo: 0 })
  await signIn({})
  expect(await found()).toEqual([])
  await signIn({ newNetwork: true })
  const { findings } = await run()
  expect(findings).toEqual([
    expect.objectContaining({ kind: 'new-network', machine: null, figure: null, limit: null }),
  ])
  expect(findings[0]!.user).toEqual({ userId: 1, userName: 'owner' })
  // a second run finds the same finding
  expect((await run()).findings).toEqual(findings)
  await sql`update users set deleted_at = now() where user_id = 1`.execute(db)
  expect(await found()).toEqual([])
  await sql`update users set deleted_at = null where user_id = 1`.execute(db)
})

test('one process at a time runs the rules, at most once a minute', async () => {
  const turns = await Promise.all([refreshFindings(db, OPTIONS), refreshFindings(db, OPTIONS)])
  expect(turns.toSorted()).toEqual([false, true])
  expect(await refreshFindings(db, OPTIONS)).toBe(false)
  // the clock of the database was set back
  await sql`update app_state set value = to_jsonb(now() + interval '1 hour') where key = 'attention-turn'`.execute(
    db,
  )
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
    await sql`update app_state set value = to_jsonb(now() - interval '1 minute') where key = 'attention-turn'`.execute(
      db,
    )
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

describe('an operator', () => {
  // each of the three machines is in its own branch
  const branch = (number: number) => ({ userId: 1, level: 2, path: `a.${number}` })
  const mark = (caller: typeof OWNER, ids: number[], until: 'seen' | 'tomorrow' | 'none') =>
    markFindings(db, caller, { ids, until }, ZONE)
  const idsSeenBy = async (caller: typeof OWNER) =>
    (await readAttention(db, caller)).findings.map(({ id }) => id)
  let all: number[]
  beforeEach(async () => {
    await sql`update machines set credit_cents = 0`.execute(db)
    await run()
    all = await idsSeenBy(OWNER)
  })

  test('sees and hides only the findings of their own branch', async () => {
    expect(all).toHaveLength(3)
    const own = await idsSeenBy(branch(1))
    expect(own).toHaveLength(1)
    expect(all).toContain(own[0])
    expect(await mark(branch(1), all, 'seen')).toBe(1)
    expect(await mark(branch(7), all, 'seen')).toBe(0)
    expect(await idsSeenBy(branch(1))).toEqual([])
    // a hidden finding can be shown again as long as it is still found
    const hidden = async (caller: typeof OWNER) => (await readAttention(db, caller)).hiddenIds
    expect([await hidden(branch(1)), await hidden(branch(7))]).toEqual([own, []])
    await sql`update machines set is_blocked = true`.execute(db)
    expect(await hidden(branch(1))).toEqual([])
    await sql`update machines set is_blocked = false`.execute(db)
    expect(await mark(branch(1), all, 'none')).toBe(1)
    expect([await idsSeenBy(branch(1)), await hidden(branch(1))]).toEqual([own, []])
  })

  test('is notified in all tabs when findings are hidden or thresholds are saved', async () => {
    const at = await currentSnapshot(db)
    await mark(branch(1), all, 'seen')
    expect((await readChanges(db, at)).attention).toEqual(['a.1'])
    const then = await currentSnapshot(db)
    await saveThresholds(db, branch(2), {
      hidden: [],
      payoutCents: 10_000,
      creditChangeCents: 100_000,
    })
    expect((await readChanges(db, then)).attention).toEqual(['a.2'])
  })

  test('learns which machines can be blocked', async () => {
    await creditChange(0, 0, 2_000_000)
    await creditChange(1, 0, 2_000_000)
    await creditChange(2, 0, 2_000_000)
    await change(1, { is_blocked: true })
    await change(2, { retired_at: new Date() })
    const { findings } = await run()
    const changes = findings.filter(({ kind }) => kind === 'credit-change')
    expect(changes.map(({ machine }) => [ids.indexOf(machine!.id), machine!.blockable]).toSorted()).toEqual([
      [0, true],
      [1, false],
      [2, false],
    ])
  })

  test('no longer sees the findings of a blocked machine, even before the rules run again', async () => {
    const first = ids[0]!
    expect((await readAttention(db, OWNER)).machineIds.toSorted()).toEqual(ids.toSorted())
    await change(0, { is_blocked: true })
    const { findings, total, machineIds } = await readAttention(db, OWNER)
    expect([total, findings.some(({ machine }) => machine?.id === first)]).toEqual([2, false])
    expect(machineIds).not.toContain(first)
    await change(0, { is_blocked: false })
    expect(await idsSeenBy(OWNER)).toEqual(all)
  })

  test('can request only the number of findings that are not hidden', async () => {
    const { total, thresholds, checkedAt } = await readAttention(db, OWNER)
    const number = { findings: [], machineIds: [], hiddenIds: [], thresholds, checkedAt }
    expect(await readAttention(db, OWNER, { only: 'total' })).toEqual({ ...number, total })
    expect((await readAttention(db, branch(1), { only: 'total' })).total).toBe(1)
    await mark(OWNER, all.slice(0, 2), 'seen')
    expect((await readAttention(db, OWNER, { only: 'total' })).total).toBe(total - 2)
  })

  test('hides nothing from others', async () => {
    await sql`
      insert into users (user_id, user_name, name_key, name_folded, password_hash, level, country_id, path, tree_names,
        name_client) values (2, 'two', 'two', 'two', '', 1, 1, 'b', 'two', '') on conflict do nothing`.execute(
      db,
    )
    await mark({ ...OWNER, userId: 2 }, all, 'seen')
    expect(await idsSeenBy({ ...OWNER, userId: 2 })).toEqual([])
    expect(await idsSeenBy(OWNER)).toEqual(all)
  })

  test('sees findings that were put off until tomorrow again once that day has begun', async () => {
    expect(await mark(OWNER, all, 'tomorrow')).toBe(3)
    expect(await idsSeenBy(OWNER)).toEqual([])
    const { rows } = await sql<{ time: string; days: number }>`
      select to_char(hidden_until at time zone ${ZONE}, 'HH24:MI') as time,
        (hidden_until at time zone ${ZONE})::date - (now() at time zone ${ZONE})::date as days
      from finding_marks limit 1`.execute(db)
    expect(rows).toEqual([{ time: '00:00', days: 1 }])
    await sql`update finding_marks set hidden_until = now()`.execute(db)
    expect(await idsSeenBy(OWNER)).toEqual(all)
  })

  test('can hide kinds and small amounts, which are still found', async () => {
    await creditChange(0, 0, 500_000)
    expect(kindsOf(await run()).map(([kind]) => kind)).toEqual(['no-credit', 'no-credit', 'no-credit'])
    const thresholds = { hidden: ['no-credit' as const], payoutCents: 10_000, creditChangeCents: 499_999 }
    await saveThresholds(db, OWNER, thresholds)
    const { findings, thresholds: kept, total } = await readAttention(db, OWNER)
    expect([kept, total, findings.map(({ kind }) => kind)]).toEqual([thresholds, 1, ['credit-change']])
    expect((await readAttention(db, OWNER, { only: 'total' })).total).toBe(1)
    // a kind from a later build
    await sql`update attention_thresholds set thresholds = '{"hidden":["moods"]}'`.execute(db)
    expect((await readAttention(db, OWNER)).thresholds.hidden).toEqual([])
  })
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
