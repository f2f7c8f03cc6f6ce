import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import type { Transact } from '../../db/transact'
import { piecesOf, ROW_SEPARATOR, type Chunk } from '../listPieces'
import { totalsOf, type TotalsQuery } from './totals'

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

/**
 * At most 0.5 MB, so that other calls on the embedded engine wait briefly. Not smaller, since each chunk
 * reads the movements at both edges of the range again.
 */
const CHUNK_MACHINES = 2_000

async function readChunk(
  trx: Db,
  query: TotalsQuery,
  words: RowWords,
  after: number,
): Promise<Chunk<number>> {
  const { rows: ends } = await sql<{ last: number | null; machines: number }>`
    select max(key) as last, count(*)::int as machines from (
      select m.key from machines m where ${query.scope} and m.key > ${after}
      order by m.key limit ${sql.lit(CHUNK_MACHINES)}
    ) chunk`.execute(trx)
  const { last = null, machines = 0 } = ends[0] ?? {}
  if (last === null) return { json: null, last }
  const totals = await totalsOf(trx, { ...query, keys: { after, last } })
  const { rows } = await sql<{ json: string | null }>`
    select string_agg(${rowJson(words)}, ${sql.lit(ROW_SEPARATOR)} order by t.key) as json
    from (${totals}) t`.execute(trx)
  return { json: rows[0]?.json ?? null, last: machines < CHUNK_MACHINES ? null : last }
}

export const totalJson = (
  transact: Transact,
  query: TotalsQuery,
  words: RowWords,
): Promise<AsyncIterable<string>> =>
  piecesOf<number>((after) => transact((trx) => readChunk(trx, query, words, after ?? 0)))

export const countMovements = (transact: Transact, query: TotalsQuery): Promise<number> =>
  transact(async (trx) => {
    const { rows } = await sql<{ movements: number }>`
      select coalesce(sum(movements), 0)::bigint as movements
      from (${await totalsOf(trx, query)}) t`.execute(trx)
    return rows[0]?.movements ?? 0
  })
