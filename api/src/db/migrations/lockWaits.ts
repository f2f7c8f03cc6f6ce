import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type QueryExecutorProvider } from 'kysely'
import { CommandError } from '@console/shared-kernel/command'
import { isLockTimeout } from '../failures'
import type { Db } from '../schema'

/** Calls wait behind a migration that waits for a lock, and give up after 4 s. */
const LOCK_TIMEOUT = '2s'
const LOOK_MS = 250

export interface Attempts {
  /**
   * Time limit, measured from the start of the first attempt. Not a count, as an attempt may compute for
   * hours before it needs a lock.
   */
  forMs: number
  /** Pause between attempts, for the calls that had to wait. */
  pauseMs: number
}
export const ATTEMPTS: Attempts = { forMs: 60_000, pauseMs: 3_000 }

/** Called in a migration's transaction, before the migration. */
export type OnBegin = (trx: QueryExecutorProvider) => Promise<void>

/**
 * Retries migrations that cannot get their locks, for example because of a transaction that was left open.
 * @param elsewhere other connections to the same server, to see who holds the lock; null if there are none
 * @param migrate throws a CommandError whose cause is the lock timeout
 * @param onWait called with each new reason
 * @throws CommandError naming who holds the lock
 */
export async function withLockLimit(
  migrate: (onBegin: OnBegin) => Promise<void>,
  elsewhere: Db | null,
  onWait: (why: string) => void,
  { forMs, pauseMs }: Attempts,
): Promise<void> {
  const start = performance.now()
  for (let reported = ''; ;) {
    const holders = watchHolders(elsewhere)
    try {
      return await migrate(async (trx) => {
        const { rows } = await sql<{ pid: number }>`
          select pg_backend_pid() as pid, set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(trx)
        holders.watch(rows[0]!.pid)
      })
    } catch (error) {
      if (!(error instanceof CommandError) || !isLockTimeout(error.cause)) throw error
      const why = `${error.message}: ${await holders.stop()}`
      if (performance.now() - start > forMs)
        throw new CommandError(`Nothing was migrated: ${why}`, { cause: error.cause })
      if (why !== reported) onWait(why)
      reported = why
      await sleep(pauseMs)
    } finally {
      await holders.stop()
    }
  }
}

const UNKNOWN = 'another transaction blocks it'

function watchHolders(elsewhere: Db | null) {
  const stopping = new AbortController()
  const { signal } = stopping
  let waiting: number | null = null
  let seen = UNKNOWN
  const poll = async (db: Db): Promise<void> => {
    while (!signal.aborted) {
      if (waiting !== null) seen = (await readHolders(db, waiting).catch(() => null)) ?? seen
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  const polling = elsewhere ? poll(elsewhere) : Promise.resolve()
  return {
    /** @param pid of the session that may wait */
    watch: (pid: number): void => void (waiting = pid),
    /** @returns the lock holders that were last seen */
    stop: async (): Promise<string> => {
      stopping.abort()
      await polling
      return seen
    },
  }
}

interface Holder {
  /** 0: a prepared transaction. */
  pid: number
  /**
   * What PostgreSQL shows about the backend, except its statement, which may contain values. Not every role
   * may see all of it.
   */
  facts: string
}

/** @returns null while the session is not waiting */
async function readHolders(db: Db, waiting: number): Promise<string | null> {
  const { rows } = await sql<Holder>`
    select pid, concat_ws(', ', nullif(application_name, ''), 'role ' || usename, state,
      'transaction since ' || to_char(xact_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC') as facts
    from (select distinct unnest(pg_blocking_pids(${waiting})) as pid) holders
    left join pg_stat_activity using (pid) order by pid`.execute(db)
  if (rows.length === 0) return null
  return rows
    .map(({ pid, facts }) =>
      pid === 0
        ? 'a prepared transaction blocks it: end it (pg_prepared_xacts)'
        : `process ${pid} (${facts}) blocks it: end its transaction, or the process with select pg_terminate_backend(${pid})`,
    )
    .join('; ')
}
