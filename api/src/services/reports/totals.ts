import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import { refuseDetached } from './keptMovements'
import { findRolledUp, rollupSum } from './dailyRollups'
import type { InstantRange } from './range'
import { EVERYTHING, type MachineScope } from './scope'

export interface TotalsQuery {
  readonly range: InstantRange
  readonly types: readonly number[]
  readonly scope: MachineScope
  readonly keys?: KeyRange
}

interface KeyRange {
  readonly after: number
  readonly last: number
}

/** SQL: `key`, `id`, `name`, `movements`, `in_cents`, `out_cents` (numeric: no sum overflows) per machine. */
export type MachineTotals = RawBuilder<unknown>

/** Raises work_mem, for 100,000 machines. @throws HttpError 400 where needed movements are detached */
export async function totalsOf(trx: Db, query: TotalsQuery): Promise<MachineTotals> {
  await sql`select set_config('work_mem', '64MB', true)`.execute(trx)
  const rolledUp = await findRolledUp(trx, query.range)
  const edges = edgesOf(query.range, rolledUp)
  await refuseDetached(trx, edges)
  return machineTotals(query, rolledUp, edges)
}

const edgesOf = (range: InstantRange, rolledUp: InstantRange | null): InstantRange[] =>
  rolledUp
    ? [
        { from: range.from, to: rolledUp.from },
        { from: rolledUp.to, to: range.to },
      ]
    : [range]

const during = ({ from, to }: InstantRange): RawBuilder<boolean> =>
  sql<boolean>`(v.occurred_at >= ${from} and v.occurred_at < ${to})`

/** Running totals at the last rolled-up day minus those at the first, plus the movements at both edges. */
function machineTotals(
  { types, scope, keys }: TotalsQuery,
  rolledUp: InstantRange | null,
  edges: readonly InstantRange[],
): MachineTotals {
  // for each table: PostgreSQL does not derive a range of one joined key from that of the other
  const isAsked = (key: string): RawBuilder<boolean> =>
    keys ? sql`(${sql.ref(key)} > ${keys.after} and ${sql.ref(key)} <= ${keys.last})` : sql`true`
  const machines = sql`(${scope} and ${isAsked('m.key')})`
  const inScope =
    scope === EVERYTHING && !keys
      ? scope
      : sql`v.machine_id in (select m.id from machines m where ${machines})`
  const figure = (name: 'movements' | 'in_cents' | 'out_cents'): RawBuilder<number> => sql<number>`
    ${rollupSum('last', types, name)} - ${rollupSum('first', types, name)} + coalesce(edge.${sql.ref(name)}, 0)`
  return sql`
    select m.key, m.id, m.name,
      ${figure('movements')} as movements, ${figure('in_cents')} as in_cents, ${figure('out_cents')} as out_cents
    from machines m
    left join machine_totals last on last.ends_at = ${rolledUp?.to ?? null} and last.machine_key = m.key
      and ${isAsked('last.machine_key')}
    left join machine_totals first on first.ends_at = ${rolledUp?.from ?? null} and first.machine_key = m.key
      and ${isAsked('first.machine_key')}
    left join (
      select v.machine_id, count(*) as movements, sum(v.in_cents) as in_cents,
        sum(v.out_cents) as out_cents
      from movements v
      where v.type in (${sql.join(types)}) and (${sql.join(edges.map(during), sql` or `)}) and ${inScope}
      group by v.machine_id
    ) edge on edge.machine_id = m.id
    where ${machines} and ${figure('movements')} > 0`
}
