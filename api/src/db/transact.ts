import { sql } from 'kysely'
import type { Db } from './schema'
import type { CancelWith } from './engine'
import { ClientGone, DatabaseBusy } from './failures'

/**
 * Runs a task in a read-only transaction with one snapshot. Single statements need one too: behind a pooler,
 * the settings of their class (no JIT, a time limit) last only for a transaction.
 */
export type Transact = <T>(task: (trx: Db) => Promise<T>) => Promise<T>

interface Cancelling {
  signal: AbortSignal
  cancelWith: CancelWith | null
  /** The connection that sends the cancel request. */
  elsewhere: Db
}

/** Call before a transaction takes its snapshot: no month may be detached between the snapshot and the sums. */
export const lockMovements = (trx: Db): Promise<unknown> =>
  sql`lock table movements in access share mode`.execute(trx)

/** @throws ClientGone when cancelled */
export const transactOn =
  (db: Db, work: 'lists' | 'reports', cancelling?: Cancelling): Transact =>
  (task) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        if (work === 'reports') await lockMovements(trx)
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
