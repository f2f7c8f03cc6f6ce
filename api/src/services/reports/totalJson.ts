import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import type { Transact } from '../../db/transact'
import { piecesOf, ROW_SEPARATOR } from '../listPieces'
import { nextChunk, totalsOf, type TotalsQuery } from './totals'

/** `t` is a row of MachineTotals. Values are whole hundredths. */
export interface RowWords {
  readonly [name: string]: RawBuilder<number>
}

const IN = sql<number>`t.in_cents`
const OUT = sql<number>`t.out_cents`
const PROFIT = sql<number>`(t.in_cents - t.out_cents)`
/** Hundredths of a percent, rounded half up. The product may exceed a bigint. */
const RETURN = sql<number>`case when t.in_cents = 0 then 0
  else div(t.out_cents * 20000::numeric + t.in_cents, t.in_cents * 2::numeric) end`

export const INTERNAL_WORDS: RowWords = {
  totalBet: IN,
  totalWin: OUT,
  totalProfit: PROFIT,
  returnPercentage: RETURN,
  ganado: OUT,
  perdido: sql<number>`greatest(t.in_cents - t.out_cents, 0)`,
}

/** `pago` is paid in, `cobro` paid out. */
export const EXTERNAL_WORDS: RowWords = {
  pago: IN,
  cobro: OUT,
  totalProfit: PROFIT,
  returnPercentage: RETURN,
}

/**
 * Concatenated, as json_build_object takes three times as long over 50,000 rows. Hundredths are written as
 * 12345e-2, which is exact JSON without a division.
 */
function rowJson(words: RowWords): RawBuilder<string> {
  const figures = Object.entries(words).map(
    ([name, value], index) => sql`${sql.lit(`${index === 0 ? '' : 'e-2'},"${name}":`)}, ${value}`,
  )
  return sql`concat('{"machineId":"', t.id, '","machineName":', to_json(t.name), ',"numMovements":',
    t.movements, ${sql.join(figures)}, 'e-2}')`
}

/** An aggregate over the totals `t` of the machines that follow a key. `last` is null for the last ones. */
async function readNext<Value>(
  trx: Db,
  query: TotalsQuery,
  after: number,
  aggregate: RawBuilder<Value>,
): Promise<{ value: Value | null; last: number | null }> {
  const chunk = await nextChunk(trx, query, after)
  if (!chunk) return { value: null, last: null }
  const { rows } = await sql<{ value: Value | null }>`
    select ${aggregate} as value from (${totalsOf(query, chunk)}) t`.execute(trx)
  return { value: rows[0]?.value ?? null, last: chunk.isLast ? null : chunk.last }
}

export function totalJson(
  transact: Transact,
  query: TotalsQuery,
  words: RowWords,
): Promise<AsyncIterable<string>> {
  const rows = sql<string>`string_agg(${rowJson(words)}, ${sql.lit(ROW_SEPARATOR)} order by t.key)`
  return piecesOf<number>(async (after) => {
    const { value, last } = await transact((trx) => readNext(trx, query, after ?? 0, rows))
    return { json: value, last }
  })
}

export async function countMovements(transact: Transact, query: TotalsQuery): Promise<number> {
  const movements = sql<number>`coalesce(sum(t.movements), 0)::bigint`
  let count = 0
  for (let after: number | null = 0; after !== null;) {
    const key: number = after
    const { value, last } = await transact((trx) => readNext(trx, query, key, movements))
    count += value ?? 0
    after = last
  }
  return count
}
