import type { Db } from '../src/db/schema'
import { transactOn, type Transact } from '../src/db/transact'

/** Transactions for a list or a report without a server: nothing cancels them. */
export const snapshotsOf = (db: Db, work: 'lists' | 'reports' = 'reports'): Transact => transactOn(db, work)

export async function allOf<T>(chunks: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all
}
