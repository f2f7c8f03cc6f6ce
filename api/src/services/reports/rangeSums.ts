import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import type { InstantRange } from './instantRange'
import { ROLLUP_COLUMNS, rolledUpEnds, rolledUpRange, type RolledUpEnds } from './runningTotals'
import { edgesOf } from './totals'

/**
 * Where the sums of a range come from. It may begin and end on days without totals: with many machines, only
 * a few days have totals.
 */
export interface RangeSources {
  rolledUp: InstantRange | null
  /** The parts that totals do not cover, which are summed from movements. */
  edges: readonly InstantRange[]
}

export async function readSources(db: Db, range: InstantRange): Promise<RangeSources> {
  const { rows } = await sql<RolledUpEnds>`select ${rolledUpEnds(range)}`.execute(db)
  const rolledUp = rolledUpRange(rows[0] ?? { first: null, last: null })
  return { rolledUp, edges: edgesOf(range, rolledUp) }
}

/**
 * SQL: `machine_key` and the named columns of `machine_totals`, summed over a range. Only for machines in use: the
 * last totals of retired ones are in another table.
 */
export function sumsByMachine(
  { rolledUp, edges }: RangeSources,
  names: readonly string[],
): RawBuilder<unknown> {
  const columns = ROLLUP_COLUMNS.filter(({ name }) => names.includes(name))
  const totals = (sign: RawBuilder<unknown>, endsAt: Date) => sql`
    select machine_key, ${sql.join(columns.map(({ name }) => sql`${sign} ${sql.ref(name)} as ${sql.ref(name)}`))}
    from machine_totals where ends_at = ${endsAt}`
  const movementSums = ({ from, to }: InstantRange) => sql`
    select m.key as machine_key, ${sql.join(columns.map(({ name, sum }) => sql`coalesce(${sum}, 0) as ${sql.ref(name)}`))}
    from movements v join machines m on m.id = v.machine_id
    where v.occurred_at >= ${from} and v.occurred_at < ${to} group by m.key`
  const parts = [
    ...(rolledUp ? [totals(sql`+`, rolledUp.to), totals(sql`-`, rolledUp.from)] : []),
    ...edges.map(movementSums),
  ]
  return sql`
    select machine_key, ${sql.join(columns.map(({ name }) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
    from (${sql.join(parts, sql` union all `)}) parts group by machine_key`
}
