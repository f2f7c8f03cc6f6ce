import { sql, type RawBuilder } from 'kysely'
import { hasUsers } from '../db/hasUsers'
import type { Db } from '../db/schema'
import { hashPassword } from '../services/auth/passwords'
import { rollUpDays } from '../services/reports/rollUpDays'
import { CommandError } from '@console/shared-kernel/command'
import { demoGames } from './games'
import { DEMO_MACHINES, demoMachines } from './machines'
import { DAY_MS } from './movements'
import { readSeededUntil, topUpMovements, writeSeededUntil, type Progress } from './topUp'
import { DEMO_COUNTS, demoUsers } from './users'
import { PASSWORD } from '../foundation/demoAccounts'

export const hashOfDemoPassword = (): Promise<string> => hashPassword(PASSWORD, 'server')

const DAYS = 90
const TREE_AGE_DAYS = 400

/**
 * @returns until when there were movements; null when it was empty
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
  progress('totals', 1, 1)
  return keptUntil
}

/** For production: everyone knows the password of the demo accounts. @throws CommandError */
export async function refuseDemoData(db: Db): Promise<void> {
  if ((await readSeededUntil(db)) !== null) {
    throw new CommandError('This database holds demo data, which is refused when NODE_ENV is production')
  }
}

/** Skips explicitly inserted ids. With nextval, because a server's role has no right to setval. */
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
