import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import { readZone } from './rollUpDays'
import { ROLLUP_COLUMNS, totalAt } from './runningTotals'

interface Comparison {
  /** Earlier days are left out; null: none. */
  from: Date | null
  /** The end of a rolled-up day. */
  until: Date
}

/** @returns a sentence for an operator about the first day that differs, or null */
export async function findWrongTotals(trx: Db, { from, until }: Comparison): Promise<string | null> {
  const timeZone = String(await readZone(trx))
  const unlike = ROLLUP_COLUMNS.map(({ name }) => {
    const sumOf = (alias: string) => sql<number>`coalesce(${sql.ref(`${alias}.${name}`)}, 0)`
    const before = totalAt('before', sql`d.begins_at`, sumOf)
    const after = totalAt('after', sql`d.ends_at`, sumOf)
    return sql`${after} - ${before} <> ${sumOf('moved')}`
  })
  const sums = ROLLUP_COLUMNS.map(({ name, sum }) => sql`${sum} as ${sql.ref(name)}`)
  // day by day, so that no sort or hash exceeds one day
  const { rows } = await sql<{ day: string; machines: number }>`
    select to_char((d.ends_at - interval '1 microsecond') at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      differing.machines
    from (
      select lag(ends_at) over (order by ends_at) as begins_at, ends_at from closed_days
      where ends_at >= coalesce(${from}::timestamptz, '-infinity') and ends_at <= ${until}
    ) d cross join lateral (
      select count(*) as machines from machines m
      left join machine_totals before on before.ends_at = d.begins_at and before.machine_key = m.key
      left join machine_totals after on after.ends_at = d.ends_at and after.machine_key = m.key
      left join final_totals final on final.machine_key = m.key
      left join (
        select v.machine_id, ${sql.join(sums)} from movements v
        where v.occurred_at >= coalesce(d.begins_at, '-infinity') and v.occurred_at < d.ends_at
        group by v.machine_id
      ) moved on moved.machine_id = m.id
      where ${sql.join(unlike, sql` or `)}
    ) differing
    where (d.begins_at is not null or ${from}::timestamptz is null) and differing.machines > 0
    order by d.ends_at limit 1`.execute(trx)
  const [first] = rows
  if (!first) return null
  return `Nothing was changed: on ${first.day} the stored totals differ from the movements, machines: ${first.machines}`
}
