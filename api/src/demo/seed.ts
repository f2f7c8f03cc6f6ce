import { sql, type RawBuilder } from 'kysely'
import { CommandError } from '@console/shared-kernel/command'
import { hasUsers, readAppState, writeAppState } from '../db/appState'
import type { Db } from '../db/schema'
import { hashPassword } from '../services/auth/passwords'
import { rollUpDays, reopenDays } from '../services/reports/rollUpDays'
import { movementsForFindings, numberOf, renewFindings } from './attention'
import { demoGames } from './games'
import { DEMO_MACHINES, demoMachines } from './machines'
import { DAY_MS, movementsOfDay } from './movements'
import { DEMO_COUNTS, demoUsers } from './users'
import { PASSWORD } from '../foundation/demoAccounts'
import { addMonths } from '../db/movementMonths'

export const hashOfDemoPassword = (): Promise<string> => hashPassword(PASSWORD, 'server')

const DAYS = 90
const TREE_AGE_DAYS = 400

/**
 * @returns the time up to which there were movements already; null if the database was empty
 * @throws CommandError for a database with users of its own
 */
export async function seedDemo(
  db: Db,
  timeZone: string,
  now: Date,
  progress: Progress,
): Promise<Date | null> {
  const keptUntil = await readSeededUntil(db)
  if (keptUntil === null) {
    if (await hasUsers(db))
      throw new CommandError('DEMO_DATA is true, but this database has users of its own')
    await seedCatalogues(db, now, progress)
  }
  await topUpMovements(db, now, progress)
  await rollUpDays(db, timeZone)
  await renewFindings(db, now)
  progress('totals', 1, 1)
  return keptUntil
}

/** Keeps demo data out of production, since everyone knows its passwords. @throws CommandError */
export async function rejectDemoData(db: Db): Promise<void> {
  if ((await readSeededUntil(db)) !== null) {
    throw new CommandError('This database holds demo data, which is refused when NODE_ENV is production')
  }
}

/**
 * Advances the sequences past explicitly inserted ids. With nextval, because a server's role may not use
 * setval.
 */
export async function skipSeededIds(db: Db, users: number, games: number): Promise<void> {
  const skip = (sequence: RawBuilder<unknown>, count: number) =>
    sql`select count(nextval(${sequence})) from generate_series(1, ${count}::int)`.execute(db)
  await skip(sql`pg_get_serial_sequence('users', 'user_id')`, users)
  await skip(sql`pg_get_serial_sequence('games', 'id')`, games)
}

async function seedCatalogues(db: Db, now: Date, progress: Progress): Promise<void> {
  const users = demoUsers(new Date(now.getTime() - TREE_AGE_DAYS * DAY_MS), DEMO_COUNTS)
  const machines = demoMachines(users, DEMO_MACHINES, now)
  const games = demoGames()
  const password_hash = await hashOfDemoPassword()
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('users')
      .values(users.map((user) => ({ ...user, password_hash })))
      .execute()
    progress('users', users.length, users.length)
    await trx.insertInto('games').values(games).execute()
    progress('games', games.length, games.length)
    await trx.insertInto('machines').values(machines).execute()
    progress('machines', machines.length, machines.length)
    await skipSeededIds(trx, users.length, games.length)
    await writeSeededUntil(trx, new Date(now.getTime() - DAYS * DAY_MS))
  })
}

export type Progress = (what: string, done: number, all: number) => void

const KEY = 'demo-movements-until'
const STEP_DAYS = 10

/** Null in a database without demo data. */
async function readSeededUntil(db: Db): Promise<Date | null> {
  const until = await readAppState(db, KEY)
  return until === undefined ? null : new Date(String(until))
}

export const writeSeededUntil = (db: Db, until: Date): Promise<void> => writeAppState(db, KEY, until)

/** If interrupted, it continues at the next start. */
async function topUpMovements(db: Db, now: Date, progress: Progress): Promise<void> {
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
  const machines = await db
    .selectFrom('machines')
    .select(['id', 'name'])
    .where('retired_at', 'is', null)
    .execute()
  const firstDay = Math.floor(from.getTime() / DAY_MS)
  const days = Math.floor(now.getTime() / DAY_MS) - firstDay + 1
  for (let done = 0; done < days; done += STEP_DAYS) {
    const step = Math.min(STEP_DAYS, days - done)
    const until = new Date(Math.min(now.getTime(), (firstDay + done + step) * DAY_MS))
    await writeDays(db, { machines, first: firstDay + done, count: step, from, until })
    progress('days of movements', done + step, days)
  }
}

interface Days {
  machines: readonly { id: string; name: string }[]
  /** The first day, in days since 1970. */
  first: number
  count: number
  /** Movements after this instant, up to and including `until`. */
  from: Date
  until: Date
}

async function writeDays(db: Db, { machines, first, count, from, until }: Days) {
  const [after, last] = [from.toISOString(), until.toISOString()]
  const rows = Array.from({ length: count }, (_, index) =>
    machines.flatMap(({ id, name }) => [
      ...movementsOfDay(id, first + index),
      ...movementsForFindings(id, numberOf(name), first + index),
    ]),
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
