import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import type { Transact } from '../../db/transact'
import { piecesOf, ROW_SEPARATOR } from '../lists/listPieces'
import type { TotalFields } from './reportFields'
import { nextChunk, totalsOf, type MachineTotals, type TotalsQuery } from './totals'

interface JsonField {
  name: string
  value: RawBuilder<unknown>
  /** Text before and after the value. */
  open: string
  close: string
}

/** Hundredths are written as 12345e-2, which is exact JSON without a division. */
const jsonFields = (fields: TotalFields): JsonField[] => [
  { name: 'machineId', value: sql`t.id`, open: '"', close: '"' },
  { name: 'machineName', value: sql`to_json(t.name)`, open: '', close: '' },
  { name: 'numMovements', value: sql`t.movements`, open: '', close: '' },
  ...Object.entries(fields).map(([name, value]) => ({ name, value, open: '', close: 'e-2' })),
]

/** Concatenated, as json_build_object takes three times as long over 50,000 rows. */
function rowJson(fields: TotalFields): RawBuilder<string> {
  let text = '{'
  const values = jsonFields(fields).map(({ name, value, open, close }) => {
    const before = sql.lit(`${text}"${name}":${open}`)
    text = `${close},`
    return sql`${before}, ${value}`
  })
  return sql`concat(${sql.join(values)}, ${sql.lit(`${text.slice(0, -1)}}`)})`
}

/**
 * What is selected from the totals of the machines that follow a key. `last` is null for the last ones.
 */
async function readNext<Row>(
  trx: Db,
  query: TotalsQuery,
  after: number,
  select: (totals: MachineTotals) => RawBuilder<Row>,
): Promise<{ rows: readonly Row[]; last: number | null }> {
  const chunk = await nextChunk(trx, query, after)
  if (!chunk) return { rows: [], last: null }
  const { rows } = await select(totalsOf(query, chunk)).execute(trx)
  return { rows, last: chunk.isLast ? null : chunk.last }
}

export function totalJson(
  transact: Transact,
  query: TotalsQuery,
  fields: TotalFields,
): Promise<AsyncIterable<string>> {
  const select = (totals: MachineTotals) => sql<{ json: string | null }>`
    select string_agg(${rowJson(fields)}, ${sql.lit(ROW_SEPARATOR)} order by t.key) as json
    from (${totals}) t`
  return piecesOf<number>(async (after) => {
    const { rows, last } = await transact((trx) => readNext(trx, query, after ?? 0, select))
    return { json: rows[0]?.json ?? null, last }
  })
}

export async function countMovements(transact: Transact, query: TotalsQuery): Promise<number> {
  const select = (totals: MachineTotals) => sql<{ count: number }>`
    select coalesce(sum(t.movements), 0)::bigint as count from (${totals}) t`
  let count = 0
  for (let after: number | null = 0; after !== null;) {
    const key: number = after
    const { rows, last } = await transact((trx) => readNext(trx, query, key, select))
    count += rows[0]?.count ?? 0
    after = last
  }
  return count
}
