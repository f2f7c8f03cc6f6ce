import type { ExternalTotalRow, InternalTotalRow } from '@console/shared-kernel/schemas'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import { PATH_LENGTHS } from '../../db/treePath'
import { rolledUpEnds, rolledUpRange, rollupSum, totalAt, type RolledUpEnds } from './runningTotals'
import { attachedState, rejectDetached, type AttachedState } from './detachedMovements'
import type { InstantRange } from './instantRange'
import type { Transact } from '../../db/transact'
import { chunksOf, ROW_SEPARATOR } from '../lists'

/** SQL: a condition on machines `m`. */
export type MachineScope = RawBuilder<boolean>

export interface TotalsQuery {
  range: InstantRange
  types: readonly number[]
  scope: MachineScope
  /** How many machines are summed in one transaction. */
  chunkMachines: number
}

/** Consecutive machines in scope, by key, and the sources of their totals. */
export interface MachineChunk {
  /** Exclusive. */
  after: number
  /** Inclusive. */
  last: number
  isLast: boolean
  rolledUp: InstantRange | null
  /** The parts that no totals cover, which are summed from movements. */
  edges: readonly InstantRange[]
  /** Whether there are final totals to join, which makes each statement on the embedded engine 10% slower. */
  hasFinal: boolean
}

interface ChunkRow extends RolledUpEnds, AttachedState {
  key: number | null
  machines: number
  has_final: boolean
}

/**
 * Uses one statement, as each takes the embedded engine about a millisecond. Sum the chunk in the same
 * transaction.
 * @returns null if no machines remain
 * @throws HttpError 400 if needed movements are detached
 */
export async function nextChunk(
  trx: Db,
  { range, scope, chunkMachines }: TotalsQuery,
  after: number,
): Promise<MachineChunk | null> {
  const { rows } = await sql<ChunkRow>`
    select max(key) as key, count(*)::int as machines, ${rolledUpEnds(range)}, ${attachedState},
      exists (select from final_totals where machine_key > ${after}) as has_final
    from (
      select m.key from machines m where ${scope} and m.key > ${after}
      order by m.key limit ${sql.lit(chunkMachines)}
    ) chunk`.execute(trx)
  const [row] = rows
  if (!row || row.key === null) return null
  const rolledUp = rolledUpRange(row)
  const edges = edgesOf(range, rolledUp)
  rejectDetached(row, edges)
  const isLast = row.machines < chunkMachines
  return { after, last: row.key, isLast, rolledUp, edges, hasFinal: row.has_final }
}

/** @returns the parts of a range that no totals cover */
export function edgesOf(range: InstantRange, rolledUp: InstantRange | null): InstantRange[] {
  if (!rolledUp) return [range]
  return [
    { from: range.from, to: rolledUp.from },
    { from: rolledUp.to, to: range.to },
  ].filter(({ from, to }) => from < to)
}

/** SQL: `key`, `id`, `name`, `owner_id`, `movements`, `in_cents`, `out_cents` (numeric: no sum overflows) per machine. */
type MachineTotals = RawBuilder<unknown>

/**
 * SQL: the owner of a machine `m`; for a retired one whose owner is deleted, the nearest existing user above.
 */
const OWNER = sql`case when m.retired_at is null then m.owner_id else coalesce(
  (select u.user_id from users u where u.deleted_at is null and u.path in (${sql.join(
    PATH_LENGTHS.map((length) => sql`left(m.owner_path, ${sql.lit(length)})`),
  )}) order by u.path desc limit 1), m.owner_id) end`

/**
 * Running totals at the last rolled-up day minus those at the first, plus the movements at the edges. Machines
 * without movements have no row.
 */
export function totalsOf({ types, scope }: TotalsQuery, chunk: MachineChunk): MachineTotals {
  const { rolledUp, edges, hasFinal } = chunk
  // repeated for each table: PostgreSQL does not derive the range of one joined key from that of the other
  const isAsked = (key: string): RawBuilder<boolean> =>
    sql`(${sql.ref(key)} > ${chunk.after} and ${sql.ref(key)} <= ${chunk.last})`
  const [from, to] = [sql`${rolledUp?.from ?? null}::timestamptz`, sql`${rolledUp?.to ?? null}::timestamptz`]
  const figure = (name: 'movements' | 'in_cents' | 'out_cents'): RawBuilder<number> => {
    const sumOf = (alias: string): RawBuilder<number> => rollupSum(alias, types, name)
    const [first, last] = hasFinal
      ? [totalAt('first', from, sumOf), totalAt('last', to, sumOf)]
      : [sumOf('first'), sumOf('last')]
    return sql<number>`${last} - ${first} + coalesce(edge.${sql.ref(name)}, 0)`
  }
  const final = hasFinal
    ? sql`left join final_totals final on final.machine_key = m.key and ${isAsked('final.machine_key')}`
    : sql``
  return sql`
    select m.key, m.id, m.name, ${OWNER} as owner_id,
      ${figure('movements')} as movements, ${figure('in_cents')} as in_cents, ${figure('out_cents')} as out_cents
    from machines m
    left join machine_totals last on last.ends_at = ${to} and last.machine_key = m.key
      and ${isAsked('last.machine_key')}
    left join machine_totals first on first.ends_at = ${from} and first.machine_key = m.key
      and ${isAsked('first.machine_key')}
    ${final}
    cross join lateral (${edgeSums(types, edges)}) edge
    where ${scope} and ${isAsked('m.key')} and ${figure('movements')} > 0`
}

/**
 * SQL: the sums of a machine `m`. Read per machine, so that chunks do not read each other's movements, and
 * per edge, each of which is one range of the index.
 */
function edgeSums(types: readonly number[], edges: readonly InstantRange[]): RawBuilder<unknown> {
  if (edges.length === 0) return sql`select 0 as movements, 0::numeric as in_cents, 0::numeric as out_cents`
  const movements = edges.map(
    ({ from, to }) => sql`select v.in_cents, v.out_cents from movements v
      where v.machine_id = m.id and v.occurred_at >= ${from} and v.occurred_at < ${to}
        and v.type in (${sql.join(types)})`,
  )
  return sql`select count(*) as movements, sum(in_cents) as in_cents, sum(out_cents) as out_cents
    from (${sql.join(movements, sql` union all `)}) edges`
}

/**
 * SQL by field, of a row `t` of MachineTotals, in whole hundredths; machine, owner and number of movements
 * are added to these.
 */
type TotalFields = Readonly<Record<string, RawBuilder<number>>>
type TotalFieldsOf<Row> = Readonly<
  Record<Exclude<keyof Row, 'machineId' | 'machineName' | 'ownerId' | 'numMovements'>, RawBuilder<number>>
>

const IN = sql<number>`t.in_cents`
const OUT = sql<number>`t.out_cents`
const PROFIT = sql<number>`(t.in_cents - t.out_cents)`
/** Hundredths of a percent, rounded half up. The product may exceed a bigint. */
const RETURN = sql<number>`case when t.in_cents = 0 then 0
  else div(t.out_cents * 20000::numeric + t.in_cents, t.in_cents * 2::numeric) end`

export const INTERNAL_FIELDS: TotalFieldsOf<InternalTotalRow> = {
  totalBet: IN,
  totalWin: OUT,
  totalProfit: PROFIT,
  returnPercentage: RETURN,
  ganado: OUT,
  perdido: sql<number>`greatest(t.in_cents - t.out_cents, 0)`,
}

/** `pago` is paid in, `cobro` paid out. */
export const EXTERNAL_FIELDS: TotalFieldsOf<ExternalTotalRow> = {
  pago: IN,
  cobro: OUT,
  totalProfit: PROFIT,
  returnPercentage: RETURN,
}

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
  { name: 'ownerId', value: sql`t.owner_id`, open: '', close: '' },
  { name: 'numMovements', value: sql`t.movements`, open: '', close: '' },
  ...Object.entries(fields).map(([name, value]) => ({ name, value, open: '', close: 'e-2' })),
]

/** Concatenated, as json_build_object takes three times as long over 50,000 rows. */
function totalRowJson(fields: TotalFields): RawBuilder<string> {
  let text = '{'
  const values = jsonFields(fields).map(({ name, value, open, close }) => {
    const before = sql.lit(`${text}"${name}":${open}`)
    text = `${close},`
    return sql`${before}, ${value}`
  })
  return sql`concat(${sql.join(values)}, ${sql.lit(`${text.slice(0, -1)}}`)})`
}

/**
 * Selects from the totals of the next machines after a key. `last` is null for the last chunk.
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
    select string_agg(${totalRowJson(fields)}, ${sql.lit(ROW_SEPARATOR)} order by t.key) as json
    from (${totals}) t`
  return chunksOf<number>(async (after) => {
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
