import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/database'
import type { Db } from '../db/schema'
import { StartError } from '../startError'

const HEARTBEAT_MS = 10_000
const LEAVE_MS = 2_000
/**
 * Three heartbeats may fail. All times are the database's: the clocks of several machines differ. One in the
 * future is from before that clock was set back.
 */
const IS_ALIVE = sql<boolean>`seen_at between clock_timestamp() - interval '35 seconds'
  and clock_timestamp() + interval '35 seconds'`

/**
 * Enters this process among those that serve the database: totals of days belong to one time zone, so two
 * zones can't run together.
 * @param onCrash the database was out of reach for so long that another zone took it over
 * @returns how to leave
 * @throws StartError naming both zones
 */
export async function joinProcesses(
  { dbs, withGlobalLock }: Pick<Database, 'dbs' | 'withGlobalLock'>,
  timeZone: string,
  log: FastifyBaseLogger | undefined,
  onCrash: (error: Error) => void,
): Promise<() => Promise<void>> {
  // not behind the roll-up of days and housekeeping, which may take longer than the entry lasts
  const db = dbs.interactive
  const id = randomUUID()
  const join = () => withGlobalLock(() => enter(db, id, timeZone))
  await join()
  const beat = async (): Promise<void> => {
    try {
      if (!(await refresh(db, id))) await join()
    } catch (error) {
      if (error instanceof StartError) onCrash(error)
      else log?.warn({ err: error }, 'the heartbeat of this process failed')
    }
  }
  let running = Promise.resolve()
  const timer = setInterval(() => (running = running.then(beat)), HEARTBEAT_MS).unref()
  const leave = async (): Promise<void> => {
    await running
    await db.deleteFrom('server_processes').where('id', '=', id).execute()
  }
  return async () => {
    clearInterval(timer)
    // where the database does not answer, the entry runs out by itself
    await Promise.race([leave().catch(() => undefined), sleep(LEAVE_MS, undefined, { ref: false })])
  }
}

async function enter(db: Db, id: string, timeZone: string): Promise<void> {
  await db
    .deleteFrom('server_processes')
    .where(sql<boolean>`not (${IS_ALIVE})`)
    .execute()
  const other = await db
    .selectFrom('server_processes')
    .select('time_zone')
    .where('time_zone', '<>', timeZone)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) {
    throw new StartError(
      `TIME_ZONE is ${timeZone}, but another process on this database runs with ${other.time_zone}: ` +
        'the totals of days belong to one zone. Stop all processes first (one that was killed counts for 35 s)',
    )
  }
  await db
    .insertInto('server_processes')
    .values({ id, time_zone: timeZone })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql`clock_timestamp()` }))
    .execute()
}

/** @returns whether this process still had its place */
async function refresh(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('server_processes')
    .set({ seen_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where(IS_ALIVE)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
