import { beforeEach, expect } from '@jest/globals'
import { sql, type RawBuilder } from 'kysely'
import type { AttentionResponse } from '@console/shared-kernel/schemas'
import type { Db } from '../src/db/schema'
import { readAttention } from '../src/services/attention/attention'
import { refreshFindings } from '../src/services/attention/findings'
import { rollUpDays } from '../src/services/reports/rollUpDays'
import { withMachines } from './database'

const ZONE = 'Europe/Madrid'
const OPTIONS = { timeZone: ZONE, loginWindow: 900 }
const OWNER = { userId: 1, level: 1, path: 'a' }

interface Change {
  action: string
  machine?: number
  before?: object
  after: object
  hoursAgo: number
}

/**
 * Gives the tests of a file a database with three machines, in which nothing needs attention, and functions
 * that change it. A machine is given by its index. @param use receives the machines' ids in order
 */
export function withAttention(use: (db: Db, ids: string[]) => void) {
  let db: Db
  let ids: string[]
  withMachines(3, (opened, machines) => {
    db = opened
    ids = machines
    use(db, ids)
  })

  beforeEach(async () => {
    await sql`delete from findings`.execute(db)
    await sql`delete from app_state where key like 'attention%'`.execute(db)
    await withoutTriggers(
      sql`truncate movements, machine_totals, closed_days, final_totals, payout_percentiles`,
      sql`truncate audit, login_refusals, attention_thresholds`,
    )
    await sql`
      update machines set credit_cents = 100, is_blocked = false, is_connected = true, last_connection = now(),
        service_mode = false, config = '{}', retired_at = null, created_at = now() - interval '9 days'`.execute(
      db,
    )
  })

  /** Movements and the audit are append-only. */
  const withoutTriggers = (...statements: RawBuilder<unknown>[]) =>
    db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      for (const statement of statements) await statement.execute(trx)
    })

  /** Sets how long ago the last run began. */
  const setTurn = (ago: string) =>
    sql`update app_state set value = to_jsonb(now() - ${ago}::interval) where key = 'attention-turn'`.execute(
      db,
    )
  /** Runs the rules as if the last run were long ago. */
  async function run(): Promise<AttentionResponse> {
    await setTurn('1 minute')
    expect(await refreshFindings(db, OPTIONS)).toBe(true)
    return readAttention(db, OWNER)
  }
  const kindsOf = ({ findings }: AttentionResponse) =>
    findings.map(({ kind, machine }) => [kind, machine === null ? null : ids.indexOf(machine.id)])
  const found = async () => kindsOf(await run())

  const change = (machine: number, fields: object) =>
    db.updateTable('machines').set(fields).where('id', '=', ids[machine]!).execute()

  const insert = (
    machine: number,
    type: number,
    at: RawBuilder<unknown>,
    inCents: number,
    outCents: number,
  ) =>
    withoutTriggers(sql`
      insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
      values (${ids[machine]!}, ${type}, ${at}, ${inCents}, ${outCents})`)
  /** A movement at local noon, `daysAgo` days ago. */
  const move = (machine: number, type: number, daysAgo: number, inCents: number, outCents = 0) => {
    const noon = sql`
      ((now() at time zone ${ZONE})::date - ${daysAgo}::int + time '12:00') at time zone ${ZONE}`
    return insert(machine, type, noon, inCents, outCents)
  }
  const payAgo = (machine: number, minutes: number, cents: number) =>
    insert(machine, 3, sql`now() - make_interval(mins => ${minutes})`, 0, cents)
  const rollUp = () => rollUpDays(db, ZONE)

  const audit = ({ action, machine, before, after, hoursAgo }: Change) =>
    sql`insert into audit (at, actor_id, actor_path, action, subject, subject_path, subject_user_id,
        subject_machine_id, before, after, request_id)
      select now() - make_interval(mins => ${Math.round(hoursAgo * 60)}), 1, 'a', ${action},
        ${machine === undefined ? 'user 1' : `machine ${ids[machine]}`},
        ${machine === undefined ? 'a' : sql`(select owner_path from machines where id = ${ids[machine]!})`}, 1,
        ${machine === undefined ? null : ids[machine]!}::uuid, ${before ? JSON.stringify(before) : null}::jsonb,
        ${JSON.stringify(after)}::jsonb, gen_random_uuid()`.execute(db)
  const creditChange = (machine: number, from: number, to: number, hoursAgo = 0) => {
    const change = { before: { creditCents: from }, after: { creditCents: to } }
    return audit({ action: 'machine.credit', machine, ...change, hoursAgo })
  }

  return {
    ...{ ZONE, OPTIONS, OWNER, withoutTriggers, setTurn, run, kindsOf, found },
    ...{ change, move, payAgo, rollUp, audit, creditChange },
  }
}
