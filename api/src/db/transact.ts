import { sql } from 'kysely'
import type { Db } from './schema'
import type { CancelWith } from './engine/engine'
import { ClientGone, DatabaseBusy } from './failures'

/**
 * Runs a part of a list or a report in a transaction that only reads, and sees one moment. Also one statement
 * needs it: of what its class sets, a session keeps nothing behind a pooler, and a statement that goes through
 * 100,000 rows needs that (no JIT, a time limit).
 */
export type Transact = <T>(task: (trx: Db) => Promise<T>) => Promise<T>

/** How a statement is ended that nobody waits for any more. */
export interface Cancelling {
  readonly signal: AbortSignal
  /** Null: the engine can't. */
  readonly cancelWith: CancelWith | null
  /** The same server, to ask from. */
  readonly elsewhere: Db
}

/** @throws ClientGone for what was cancelled */
export const transactOn =
  (db: Db, work: 'lists' | 'reports', cancelling?: Cancelling): Transact =>
  (task) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        // before anything takes the snapshot: no month is detached between it and the sums, on a replica either
        if (work === 'reports') await sql`lock table movements in access share mode`.execute(trx)
        return cancelling ? unlessCancelled(trx, cancelling, task) : task(trx)
      })

async function unlessCancelled<T>(
  trx: Db,
  { signal, cancelWith, elsewhere }: Cancelling,
  task: (trx: Db) => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new ClientGone('The client has gone')
  const finish = await cancelWith?.(trx, elsewhere, signal)
  try {
    return await task(trx)
  } catch (error) {
    if (signal.aborted && error instanceof DatabaseBusy) throw new ClientGone(error.message, { cause: error })
    throw error
  } finally {
    await finish?.()
  }
}
