import { sql } from 'kysely'
import { readAppState, writeAppState } from '../db/appState'
import type { Db } from '../db/schema'
import { addMonths } from '../db/movementMonths'
import { reopenDays } from '../services/reports/rollUpDays'
import { DAY_MS, movementsOfDay } from './movements'

export type Progress = (what: string, done: number, all: number) => void

const KEY = 'demo-movements-until'
const STEP_DAYS = 10

/** Null in a database without demo data. */
export async function readSeededUntil(db: Db): Promise<Date | null> {
  const until = await readAppState(db, KEY)
  return until === undefined ? null : new Date(String(until))
}

export const writeSeededUntil = (db: Db, until: Date): Promise<void> => writeAppState(db, KEY, until)

/** If interrupted, it continues at the next start. */
export async function topUpMovements(db: Db, now: Date, progress: Progress): Promise<void> {
  const seededUntil = await readSeededUntil(db)
  if (!seededUntil || seededUntil >= now) return
  await reopenDays(db, seededUntil)
  // days of detached months stay rolled up
  const { ends_at: rolledUpUntil = null } =
    (await db
      .selectFrom('closed_days')
      .select('ends_at')
      .orderBy('ends_at', 'desc')
      .limit(1)
      .executeTakeFirst()) ?? {}
  const from = rolledUpUntil && rolledUpUntil > seededUntil ? rolledUpUntil : seededUntil
  if (from >= now) return
  await addMonths(db, from, now)
  const machines = await db.selectFrom('machines').select('id').where('retired_at', 'is', null).execute()
  const ids = machines.map(({ id }) => id)
  const firstDay = Math.floor(from.getTime() / DAY_MS)
  const days = Math.floor(now.getTime() / DAY_MS) - firstDay + 1
  for (let done = 0; done < days; done += STEP_DAYS) {
    const step = Math.min(STEP_DAYS, days - done)
    const until = new Date(Math.min(now.getTime(), (firstDay + done + step) * DAY_MS))
    await writeDays(db, ids, firstDay + done, step, from, until)
    progress('days of movements', done + step, days)
  }
}

async function writeDays(db: Db, ids: string[], first: number, count: number, from: Date, until: Date) {
  const [after, last] = [from.toISOString(), until.toISOString()]
  const rows = Array.from({ length: count }, (_, index) =>
    ids.flatMap((id) => movementsOfDay(id, first + index)),
  )
    .flat()
    .filter(({ occurred_at }) => occurred_at > after && occurred_at <= last)
    .sort((one, other) => (one.occurred_at < other.occurred_at ? -1 : 1))
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into movements (machine_id, type, occurred_at, in_cents, out_cents, game_id, reference, state)
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        machine_id uuid, type smallint, occurred_at timestamptz, in_cents bigint, out_cents bigint,
        game_id integer, reference text, state text)`.execute(trx)
    await writeSeededUntil(trx, until)
  })
}
