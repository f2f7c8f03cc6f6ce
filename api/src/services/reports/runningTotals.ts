import { sql, type RawBuilder } from 'kysely'
import type { InstantRange } from './instantRange'

/** Columns of `machine_totals` per movement type. A constraint limits cash types to one direction. */
interface TypeColumns {
  movements: string
  in_cents?: string
  out_cents?: string
}

const COLUMNS_OF_TYPE: Readonly<Record<number, TypeColumns>> = {
  1: { movements: 'plays', in_cents: 'bet_cents', out_cents: 'win_cents' },
  2: { movements: 'cash_ins', in_cents: 'cash_in_cents' },
  3: { movements: 'cash_outs', out_cents: 'cash_out_cents' },
  4: { movements: 'jackpots', in_cents: 'jackpot_in_cents', out_cents: 'jackpot_out_cents' },
  5: { movements: 'tickets', in_cents: 'ticket_in_cents', out_cents: 'ticket_out_cents' },
  6: { movements: 'pos_operations', in_cents: 'pos_in_cents', out_cents: 'pos_out_cents' },
}

interface RollupColumn {
  name: string
  /** SQL: its value for movements `v`. */
  sum: RawBuilder<number>
}

export const ROLLUP_COLUMNS: readonly RollupColumn[] = Object.entries(COLUMNS_OF_TYPE).flatMap(
  ([type, columns]) =>
    Object.entries(columns).map(([figure, name]: [string, string]) => {
      const aggregate = figure === 'movements' ? sql`count(*)` : sql`sum(${sql.ref(`v.${figure}`)})`
      return { name, sum: sql<number>`${aggregate} filter (where v.type = ${sql.lit(Number(type))})` }
    }),
)

/** SQL: a figure of one row of `machine_totals`, summed over the types. */
export function rollupSum(
  alias: string,
  types: readonly number[],
  figure: keyof TypeColumns,
): RawBuilder<number> {
  const columns = [...new Set(types)].flatMap((type) => COLUMNS_OF_TYPE[type]?.[figure] ?? [])
  // two sums of cents together may exceed a bigint
  const type = columns.length > 1 && figure !== 'movements' ? sql`::numeric` : sql``
  const terms = columns.map((column) => sql`${sql.ref(`${alias}.${column}`)}${type}`)
  return terms.length > 0 ? sql<number>`coalesce(${sql.join(terms, sql` + `)}, 0)` : sql<number>`0`
}

/**
 * SQL: a value from the row, of `machine_totals` or `final_totals`, that holds a machine's totals at the end
 * of a rolled-up day. A retired machine has no rows for later days.
 * @param of reads the value from the row with this alias
 */
export const totalAt = (
  alias: string,
  endsAt: RawBuilder<unknown>,
  of: (alias: string) => RawBuilder<number>,
): RawBuilder<number> =>
  sql<number>`case when final.ends_at < ${endsAt} then ${of('final')} else ${of(alias)} end`

/** SQL: null while no day is rolled up. */
export const lastRolledUp = sql<Date | null>`(select max(ends_at) from closed_days)`

/**
 * Ends of rolled-up days: the first at or after a range's start, the last at or before its end; null if there is
 * none.
 */
export interface RolledUpEnds {
  first: Date | null
  last: Date | null
}

/** SQL: the columns of `RolledUpEnds`. */
export const rolledUpEnds = ({ from, to }: InstantRange): RawBuilder<unknown> => sql`
  (select min(ends_at) from closed_days where ends_at >= ${from}) as first,
  (select max(ends_at) from closed_days where ends_at <= ${to}) as last`

/** The part of a range that totals cover; null unless both ends of at least one day lie within the range. */
export const rolledUpRange = ({ first, last }: RolledUpEnds): InstantRange | null =>
  first && last && first < last ? { from: first, to: last } : null
