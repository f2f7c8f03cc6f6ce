import { beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { markFindings, readAttention, saveThresholds } from '../src/services/attention/attention'
import { currentSnapshot, readChanges } from '../src/services/events/changes'
import { withAttention } from '../testing/attention'

let db: Db
let ids: string[]
const { ZONE, OWNER, run, kindsOf, change, creditChange } = withAttention((opened, machines) => {
  db = opened
  ids = machines
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
