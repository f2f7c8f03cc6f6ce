import type { Db } from '../src/db/schema'
import { transactOn, type Transact } from '../src/db/transact'

/** The transactions of a list or a report without a server around it: nothing cancels them. */
export const snapshotsOf = (db: Db, work: 'lists' | 'reports' = 'reports'): Transact => transactOn(db, work)

/** What comes chunk by chunk, when all of it is there. */
export async function allOf<T>(chunks: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all
}
