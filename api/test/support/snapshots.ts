import type { Db } from '../../src/db/database'
import type { Transact } from '../../src/services/reports/totals'

/** The transactions of a report without a server around it: nothing cancels them. */
export const snapshotsOf =
  (db: Db): Transact =>
  (task) =>
    db.transaction().setIsolationLevel('repeatable read').execute(task)

/** What comes piece by piece, when all of it is there. */
export async function allOf<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}
