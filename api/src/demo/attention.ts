import { sql } from 'kysely'
import { readAppState, writeAppState } from '../db/appState'
import type { Db } from '../db/schema'
import { EVENT_HOURS } from '../services/attention/rules'
import { DAY_MS, type DemoMovement } from './movements'

/*
 * Demo data has at least one finding of each kind. Of the 150 machines, some are offline and some in service
 * by chance; the other kinds have one machine each, identified by number, below admin1.
 */
const NUMBERS = { profit: '0007', losing: '0019', noCredit: '0027', payout: '0037', others: '0049' } as const

const EURO = 100
const PLAYS_PER_DAY = 30
const MINUTE_MS = 60_000

export const numberOf = (name: string): string => name.slice(-4)
const named = (number: string) => sql<boolean>`name like ${`% ${number}`}`

const PREPARED_KEY = 'demo-findings-prepared'

/** Runs once, even on demo data from an earlier build, but leaves alone machines that a user has changed. */
async function prepareFindings(db: Db): Promise<void> {
  if ((await readAppState(db, PREPARED_KEY)) !== undefined) return
  const isUntouched = sql<boolean>`not exists (select from audit a where a.subject = 'machine ' || machines.id)`
  await db.transaction().execute(async (trx) => {
    await sql`
      update machines set is_blocked = false, service_mode = false, is_connected = true, status = 'Online'
      where right(name, 4) in (${sql.join(Object.values(NUMBERS))}) and ${isUntouched}`.execute(trx)
    await sql`
      update machines set config = '{"limiteInferiorProfit": 10}'
      where ${named(NUMBERS.profit)} and ${isUntouched}`.execute(trx)
    await sql`update machines set credit_cents = 0 where ${named(NUMBERS.noCredit)} and ${isUntouched}`.execute(
      trx,
    )
    await writeAppState(trx, PREPARED_KEY, 'yes')
  })
}

/** A machine's extra movements on a day: it breaks even over many plays, or loses cash. */
export function movementsForFindings(id: string, number: string, day: number): DemoMovement[] {
  const movement = (minute: number, fields: Pick<DemoMovement, 'type' | 'in_cents' | 'out_cents'>) => ({
    machine_id: id,
    occurred_at: new Date(day * DAY_MS + minute * MINUTE_MS).toISOString(),
    game_id: fields.type === 1 ? 1 : null,
    reference: null,
    state: null,
    ...fields,
  })
  if (number === NUMBERS.losing) return [movement(18 * 60, { type: 3, in_cents: 0, out_cents: 400 * EURO })]
  if (number !== NUMBERS.profit) return []
  return Array.from({ length: PLAYS_PER_DAY }, (_, play) =>
    movement(12 * 60 + 10 * play, { type: 1, in_cents: 20 * EURO, out_cents: 20 * EURO }),
  )
}

const PAYOUT_CENTS = 2_500 * EURO

/**
 * Runs at each start, because event findings last a day and connected machines would seem silent for too
 * long. Four findings have no underlying event: demo data must not add changes to the audit that were never
 * made.
 */
export async function renewFindings(db: Db, now: Date): Promise<void> {
  await prepareFindings(db)
  await sql`
    update machines set last_connection = ${now}::timestamptz - random() * interval '1 hour'
    where is_connected and last_connection < ${now}::timestamptz - interval '1 hour'`.execute(db)
  await payOut(db, now)
  // recreated as unseen
  await sql`delete from findings where event = ${DEMO_EVENT}`.execute(db)
  await sql`
    insert into findings (kind, subject, event, machine_id, user_id, path, since, ends_at, figure, bound)
    select f.kind, f.subject, ${DEMO_EVENT}, f.machine_id, m.owner_id, m.owner_path,
      ${now}::timestamptz - make_interval(hours => f.hours), ${now}::timestamptz + ${DAY}, f.figure, f.bound
    from machines m cross join lateral (values
      ('credit-change', 'machine ' || m.id, m.id, 0, 1500000::bigint, 100000::bigint, ${named(NUMBERS.others)}),
      ('refused-sign-ins', 'user ' || m.owner_id, null, 0, 6, 5, ${named(NUMBERS.others)}),
      ('in-service', 'machine ' || m.id, m.id, 5, null, 14400, m.id = (
        select s.id from (${ownMachines}) s where s.service_mode order by s.name limit 1))
    ) f (kind, subject, machine_id, hours, figure, bound, is_chosen)
    where m.retired_at is null and f.is_chosen
    union all
    select 'new-network', 'user ' || user_id, ${DEMO_EVENT}, null, user_id, path,
      ${now}::timestamptz, ${now}::timestamptz + ${DAY}, null, null
    from users where user_name = 'admin1' and deleted_at is null`.execute(db)
}

const DEMO_EVENT = 'demo'
const DAY = sql`make_interval(hours => ${sql.lit(EVENT_HOURS)})`
/** Longer than the percentile window of payouts: any sooner, a machine's next one would not stand out. */
const PAYOUT_DAYS = 100

/** SQL: the machines below admin1 that may have findings. */
const ownMachines = sql`
  select m.* from machines m join users u on u.user_name = 'admin1' and starts_with(m.owner_path, u.path)
  where m.retired_at is null and not m.is_blocked`

/** Once a day, from a different machine each time. */
const payOut = (db: Db, now: Date) =>
  sql`
    with paid as (
      select machine_id, occurred_at from movements
      where type = 3 and out_cents = ${PAYOUT_CENTS}::bigint
        and occurred_at > ${now}::timestamptz - make_interval(days => ${sql.lit(PAYOUT_DAYS)}))
    insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
    select m.id, 3, ${now}::timestamptz - interval '1 second', 0, ${PAYOUT_CENTS}::bigint from (${ownMachines}) m
    where not exists (select from paid where occurred_at > ${now}::timestamptz - ${DAY})
      and m.id not in (select machine_id from paid)
    order by ${named(NUMBERS.payout)} desc, right(m.name, 4) limit 1`.execute(db)
