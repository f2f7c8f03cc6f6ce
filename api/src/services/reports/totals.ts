import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database'
import { findClosed, rollupSum } from './closedDays'
import type { InstantRange } from './range'
import { EVERYTHING, type MachineScope } from './scope'

export interface TotalsQuery {
  readonly range: InstantRange
  /** Of movements, 1 to 6. */
  readonly types: readonly number[]
  readonly scope: MachineScope
}

/** Runs a part of a report in a transaction that sees one moment; the report's end cancels what it is at. */
export type Transact = <T>(task: (trx: Db) => Promise<T>) => Promise<T>

/** Machines in a piece, of some 40 KB: of a text of 9 MB all buffers on its way grow and are copied again. */
const PIECE_MACHINES = 200

/**
 * SQL: one row a machine with movements in the range, as `piece`, `key`, `id`, `name`, `movements`,
 * `in_cents` and `out_cents` (numeric, which no sum overflows), in the order in which the machines were made.
 */
export type MachineTotals = RawBuilder<unknown>

/**
 * Runs a statement over the totals. It sees the closed days as they were found, whatever is closed or
 * reopened meanwhile, and it may sort and hash 100,000 machines in memory.
 */
export const withTotals = <T>(
  transact: Transact,
  query: TotalsQuery,
  run: (trx: Db, totals: MachineTotals) => Promise<T>,
): Promise<T> =>
  transact(async (trx) => {
    await sql`select set_config('work_mem', '64MB', true)`.execute(trx)
    return run(trx, machineTotals(query, await findClosed(trx, query.range)))
  })

const during = ({ from, to }: InstantRange): RawBuilder<boolean> =>
  sql<boolean>`(v.occurred_at >= ${from} and v.occurred_at < ${to})`

/**
 * The totals since the beginning at the last closed day less those at the first, and what lies in the range
 * before the one and behind the other.
 */
function machineTotals({ range, types, scope }: TotalsQuery, closed: InstantRange | null): MachineTotals {
  const edges = closed
    ? [during({ from: range.from, to: closed.from }), during({ from: closed.to, to: range.to })]
    : [during(range)]
  const inScope =
    scope === EVERYTHING ? scope : sql`v.machine_id in (select m.id from machines m where ${scope})`
  const figure = (name: 'movements' | 'in_cents' | 'out_cents'): RawBuilder<number> => sql<number>`
    ${rollupSum('last', types, name)} - ${rollupSum('first', types, name)} + coalesce(edge.${sql.ref(name)}, 0)`
  return sql`
    select m.key / ${sql.lit(PIECE_MACHINES)} as piece, m.key, m.id, m.name,
      ${figure('movements')} as movements, ${figure('in_cents')} as in_cents, ${figure('out_cents')} as out_cents
    from machines m
    left join machine_totals last on last.ends_at = ${closed?.to ?? null} and last.machine_key = m.key
    left join machine_totals first on first.ends_at = ${closed?.from ?? null} and first.machine_key = m.key
    left join (
      select v.machine_id, count(*) as movements, sum(v.in_cents) as in_cents,
        sum(v.out_cents) as out_cents
      from movements v
      where v.type in (${sql.join(types)}) and (${sql.join(edges, sql` or `)}) and ${inScope}
      group by v.machine_id
    ) edge on edge.machine_id = m.id
    where ${scope} and ${figure('movements')} > 0
    order by piece, m.key`
}
