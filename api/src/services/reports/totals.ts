import { sql, type RawBuilder } from 'kysely'
import type { InstantRange } from './range'
import type { MachineScope } from './scope'

export interface TotalsQuery {
  readonly range: InstantRange
  /** Of movements, 1 to 6. */
  readonly types: readonly number[]
  readonly scope: MachineScope
}

/**
 * SQL: one row a machine with movements in the range, as `key`, `id`, `name`, `movements`, `in_cents` and
 * `out_cents`.
 */
export const machineTotals = ({ range, types, scope }: TotalsQuery): RawBuilder<unknown> => sql`
  select m.key, m.id, m.name, count(*) as movements, sum(v.in_cents)::bigint as in_cents,
    sum(v.out_cents)::bigint as out_cents
  from machines m join movements v on v.machine_id = m.id
  where ${scope} and v.type in (${sql.join(types)})
    and v.occurred_at >= ${range.from} and v.occurred_at < ${range.to}
  group by m.id`
