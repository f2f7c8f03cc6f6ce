import { sql, type RawBuilder } from 'kysely'
import { amount } from '../../db/wireSql'
import type { Db } from '../../db/database'
import { machineTotals, type TotalsQuery } from './totals'

const RETURN_PERCENT = sql`case when t.in_cents = 0 then 0
  else round(t.out_cents * 100.0 / t.in_cents, 2) end`

/** A machine's row in the words of the internal report. */
export const INTERNAL_ROW = sql<string>`json_build_object(
  'machineId', t.id,
  'machineName', t.name,
  'numMovements', t.movements,
  'totalBet', ${amount(sql`t.in_cents`)},
  'totalWin', ${amount(sql`t.out_cents`)},
  'totalProfit', ${amount(sql`t.in_cents - t.out_cents`)},
  'returnPercentage', ${RETURN_PERCENT},
  'ganado', ${amount(sql`t.out_cents`)},
  'perdido', ${amount(sql`greatest(t.in_cents - t.out_cents, 0)`)}
)::text`

/** And of the external one: `pago` is what was paid in, `cobro` what was paid out. */
export const EXTERNAL_ROW = sql<string>`json_build_object(
  'machineId', t.id,
  'machineName', t.name,
  'numMovements', t.movements,
  'pago', ${amount(sql`t.in_cents`)},
  'cobro', ${amount(sql`t.out_cents`)},
  'totalProfit', ${amount(sql`t.in_cents - t.out_cents`)},
  'returnPercentage', ${RETURN_PERCENT}
)::text`

/** Rows to a piece, so that no text grows with the number of machines. */
const PIECE_ROWS = 1000

/**
 * The rows as JSON, made by the database itself as in services/users/userJson, in the order in which the
 * machines were made. Each item is a piece of the list's inside: rows with commas between them.
 */
export async function totalJson(db: Db, query: TotalsQuery, row: RawBuilder<string>): Promise<string[]> {
  const { rows } = await sql<{ piece: string }>`
    select string_agg(json, ',' order by number) as piece
    from (
      select ${row} as json, row_number() over (order by t.key) as number from (${machineTotals(query)}) t
    ) numbered
    group by number / ${sql.lit(PIECE_ROWS)} order by number / ${sql.lit(PIECE_ROWS)}`.execute(db)
  return rows.map(({ piece }) => piece)
}

/** How many movements a report is about. */
export async function countMovements(db: Db, query: TotalsQuery): Promise<number> {
  const { rows } = await sql<{ movements: number }>`
    select coalesce(sum(movements), 0)::bigint as movements from (${machineTotals(query)}) t`.execute(db)
  return rows[0]?.movements ?? 0
}
