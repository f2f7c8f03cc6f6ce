import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { readAttention } from '../src/services/attention/attention'
import { closeRefusals } from '../src/services/auth/refusals'
import { withAttention } from '../testing/attention'

let db: Db
let ids: string[]
const {
  ZONE,
  OPTIONS,
  OWNER,
  withoutTriggers,
  run,
  kindsOf,
  found,
  change,
  move,
  payAgo,
  rollUp,
  audit,
  creditChange,
} = withAttention((opened, machines) => {
  db = opened
  ids = machines
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
    const configured = { action: 'machine.config', machine: 0 }
    const started = { ...configured, before: { serviceMode: false }, after: { serviceMode: true } }
    await change(0, { service_mode: true })
    await change(1, { service_mode: true })
    await audit({ ...started, hoursAgo: 5 })
    // other audit rows do not show when service mode began
    await audit({ ...configured, after: { denomination: 5 }, hoursAgo: 1 })
    await audit({ ...started, machine: 1, hoursAgo: 3 })
    // nor is it known for a machine that the console did not put in service
    await change(2, { service_mode: true })
    await audit({ ...configured, machine: 2, after: { serviceMode: false }, hoursAgo: 6 })
    const { findings } = await run()
    expect(findings).toEqual([expect.objectContaining({ kind: 'in-service', limit: 14_400 })])
    expect(findings[0]!.machine!.id).toBe(ids[0])
    expect(Date.now() - Date.parse(findings[0]!.since)).toBeGreaterThan(4.9 * 3600_000)
    // the finding stays while the machine is in service, even if its audit row was archived
    await withoutTriggers(sql`truncate audit`)
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

const setRefusals = (refusals: number, minutesAgo = 0) =>
  sql`insert into login_refusals (subject, network, since, refusals)
    values ('user 1', '', now() - make_interval(mins => ${minutesAgo}), ${refusals})
    on conflict (subject, network) do update set refusals = excluded.refusals`.execute(db)

test('five failed sign-ins for one user, or a lock, need attention', async () => {
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
  const kept = async () => {
    const { rows } = await sql<{ figure: number }>`
      select figure::int as figure from findings order by since desc`.execute(db)
    return rows.map(({ figure }) => figure)
  }
  await setRefusals(5, 16)
  const { findings } = await run()
  // more in the last minute of the window
  await setRefusals(8, 16)
  await closeRefusals(db, OPTIONS.loginWindow)
  expect((await run()).findings).toEqual([expect.objectContaining({ id: findings[0]!.id, figure: 8 })])
  // as if the only run in between had failed
  await setRefusals(6, 17)
  await closeRefusals(db, OPTIONS.loginWindow)
  await run()
  expect(await kept()).toEqual([8, 6])
  // only the latest one is shown
  expect((await readAttention(db, OWNER)).findings.map(({ figure }) => figure)).toEqual([8])
  // too few to need attention
  await setRefusals(4, 18)
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
