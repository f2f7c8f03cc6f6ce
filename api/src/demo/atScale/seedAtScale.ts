import { sql } from 'kysely'
import { hasUsers } from '../../db/hasUsers'
import type { Db, Schema } from '../../db/schema'
import { rollUpDays } from '../../services/reports/rollUpDays'
import { CommandError } from '@console/shared-kernel/command'
import { demoGames } from '../games'
import { demoMachines } from '../machines'
import { DAY_MS } from '../movements'
import { hashOfDemoPassword, skipSeededIds } from '../seed'
import { writeSeededUntil, type Progress } from '../topUp'
import { demoUsers } from '../users'
import { insertMovements } from './movements'

/** Limits the size of a message to the database. */
const ROWS_PER_INSERT = 5_000

export interface Scale {
  users: number
  machines: number
  movements: number
  days: number
}

/** Shares of all users of levels 2 to 6, at least one each. The rest, after one Master, are Players. */
const SHARES = [0.0003, 0.002, 0.012, 0.05, 0.2]
export const MIN_USERS = 100
const TREE_AGE_DAYS = 100

/**
 * Demo data, which production refuses. All or nothing, except for the running totals.
 * @throws CommandError when there are users already
 */
export async function seedAtScale(db: Db, timeZone: string, scale: Scale, progress: Progress): Promise<void> {
  const now = new Date()
  await db.transaction().execute(async (trx) => {
    if (await hasUsers(trx))
      throw new CommandError('This database has users already: only an empty one is filled')
    await insertPeopleAndMachines(trx, scale, now, progress)
    await insertMovements(trx, scale, now, progress)
    await writeSeededUntil(trx, now)
  })
  await sql`analyze`.execute(db)
  const start = now.getTime() - scale.days * DAY_MS
  await rollUpDays(db, timeZone, {
    onRolledUp: (end) => progress('days of totals', Math.ceil((end.getTime() - start) / DAY_MS), scale.days),
  })
  // allows index-only scans for counts, as in a database that has been in use
  await sql`vacuum (analyze)`.execute(db)
}

async function insertPeopleAndMachines(db: Db, scale: Scale, now: Date, progress: Progress): Promise<void> {
  const users = demoUsers(new Date(now.getTime() - (scale.days + TREE_AGE_DAYS) * DAY_MS), countsOf(scale))
  const password_hash = await hashOfDemoPassword()
  const rows = users.map((user) => ({ ...user, password_hash, technician_clients: '' }))
  await insertRows(db, 'users', rows, (done) => progress('users', done, users.length))
  const games = demoGames()
  await insertRows(db, 'games', games, (done) => progress('games', done, games.length))
  const machines = demoMachines(users, scale.machines, now)
  await insertRows(db, 'machines', machines, (done) => progress('machines', done, machines.length))
  await skipSeededIds(db, users.length, games.length)
}

function countsOf({ users }: Scale): number[] {
  const above = [1, ...SHARES.map((share) => Math.max(1, Math.round(users * share)))]
  return [...above, users - above.reduce((sum, count) => sum + count, 0)]
}

async function insertRows<Row extends object>(
  db: Db,
  table: keyof Schema,
  rows: readonly Row[],
  progress: (done: number) => void,
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  for (let done = 0; done < rows.length; done += ROWS_PER_INSERT) {
    const batch = JSON.stringify(rows.slice(done, done + ROWS_PER_INSERT))
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${batch}::jsonb)`.execute(db)
    progress(Math.min(done + ROWS_PER_INSERT, rows.length))
  }
}
