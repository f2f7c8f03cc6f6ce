import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../db/connection/database'
import { IS_ALIVE } from '../db/appState'
import type { Db } from '../db/schema'
import { BUILD } from '../foundation/app'
import type { OutageLog } from './outage'
import { CommandError } from '@console/shared-kernel/command'

/** Three may fail before `IS_ALIVE` is false. */
const HEARTBEAT_MS = 10_000
const LEAVE_MS = 2_000

/**
 * Totals of days belong to one time zone, so processes with different zones are rejected.
 * @param onCrash called if a process with another zone took over during a long outage
 * @returns a function to leave
 * @throws CommandError naming both zones
 */
export async function joinProcesses(
  { dbs, withGlobalLock }: Pick<Database, 'dbs' | 'withGlobalLock'>,
  timeZone: string,
  outage: Pick<OutageLog, 'note'>,
  log: FastifyBaseLogger,
  onCrash: (error: Error) => void,
): Promise<() => Promise<void>> {
  // the background class may be busy for longer than an entry lasts
  const db = dbs.interactive
  const id = randomUUID()
  const join = () => withGlobalLock(() => enter(db, id, timeZone))
  await join()
  const beat = async (): Promise<void> => {
    try {
      if (!(await refresh(db, id))) await join()
    } catch (error) {
      if (error instanceof CommandError) onCrash(error)
      else if (!outage.note(error)) log.warn({ err: error }, 'the heartbeat of this process failed')
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
    // without an answer, the entry expires by itself
    await Promise.race([leave().catch(() => undefined), sleep(LEAVE_MS, undefined, { ref: false })])
  }
}

/** In `app_state`: the latest process starts, newest first, each with `at`, `build` and `host`. */
export const STARTS = 'starts'
const MAX_STARTS = 100

export async function noteStart(db: Db): Promise<void> {
  const start = sql`jsonb_build_array(jsonb_build_object('at', clock_timestamp(),
    'build', ${`${BUILD.version}-${BUILD.build}`}::text, 'host', ${hostname()}::text))`
  await sql`
    insert into app_state (key, value) values (${STARTS}, ${start})
    on conflict (key) do update set value =
      jsonb_path_query_array(excluded.value || app_state.value, ${`$[0 to ${MAX_STARTS - 1}]`}::jsonpath)`.execute(
    db,
  )
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
    throw new CommandError(
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

/** @returns false if the entry was lost */
async function refresh(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('server_processes')
    .set({ seen_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where(IS_ALIVE)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
