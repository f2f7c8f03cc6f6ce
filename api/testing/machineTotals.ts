import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import type { InstantRange } from '../src/services/reports/instantRange'
import { nextChunk, totalsOf, type MachineChunk, type MachineScope } from '../src/services/reports/totals'
import { snapshotsOf } from './snapshots'

/** The figures of one machine. */
export interface FigureRow {
  key: number
  movements: number
  in_cents: number
  out_cents: number
}

/** Sums from the stored totals and the movements at the edges, as a report does. */
export const fromTotals = (
  db: Db,
  range: InstantRange,
  types: readonly number[],
  scope: MachineScope,
): Promise<FigureRow[]> =>
  snapshotsOf(db)(async (trx) => {
    const query = { range, types, scope, chunkMachines: 5 }
    const all: FigureRow[] = []
    for (let after: number | null = 0; after !== null;) {
      const chunk: MachineChunk | null = await nextChunk(trx, query, after)
      if (!chunk) break
      const { rows } = await sql<FigureRow>`
        select key, movements, in_cents::bigint, out_cents::bigint
        from (${totalsOf(query, chunk)}) t order by key`.execute(trx)
      all.push(...rows)
      after = chunk.isLast ? null : chunk.last
    }
    return all
  })

/** Sums of all movements. */
export async function addedUp(
  db: Db,
  range: InstantRange,
  types: readonly number[],
  scope: MachineScope,
): Promise<FigureRow[]> {
  const { rows } = await sql<FigureRow>`
    select m.key, count(*) as movements, sum(in_cents)::bigint as in_cents, sum(out_cents)::bigint as out_cents
    from machines m join movements v on v.machine_id = m.id
    where ${scope} and type in (${sql.join(types)}) and occurred_at >= ${range.from} and occurred_at < ${range.to}
    group by m.key order by m.key`.execute(db)
  return rows
}
