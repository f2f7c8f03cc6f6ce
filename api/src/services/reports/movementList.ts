import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database'
import { amount } from '../../db/wireSql'
import { HttpError } from '../../http/errors'
import { ROW_SEPARATOR } from '../listPieces'
import { countMovements } from './totalJson'
import type { TotalsQuery, Transact } from './totals'

/** A list for reading: more rows than this are for an export, and no table shows them. */
const MAX_ROWS = 100_000
const CHUNK_ROWS = 5000

export interface MovementList extends TotalsQuery {
  /** What a row says of a movement `v` behind machine, date and hour. */
  readonly columns: RawBuilder<unknown>
  readonly timeZone: string
}

const TOOK_OR_GAVE = amount(sql`v.in_cents::numeric + v.out_cents`)

const TYPE_NAME = sql`(array['Bet', 'Cash in', 'Cash out', 'Jackpot', 'Ticket', 'POS'])[v.type]`

export const DETAIL_COLUMNS = sql`
  'Type', ${TYPE_NAME}, 'IN', ${amount(sql`v.in_cents`)}, 'OUT', ${amount(sql`v.out_cents`)}`

export const TICKET_COLUMNS = sql`
  'Ticket', coalesce(v.reference, ''), 'Amount', ${TOOK_OR_GAVE}, 'State', coalesce(v.state, '')`

export const POS_COLUMNS = sql`'Operation', coalesce(v.reference, ''), 'Amount', ${TOOK_OR_GAVE}`

interface Chunk {
  /** Null when there are no more rows. */
  readonly json: string | null
  /** The last row's place, the time as text with all its digits. */
  readonly last_time: string | null
  readonly last_id: number | null
}

async function readChunk(db: Db, list: MovementList, before: Chunk | null): Promise<Chunk> {
  const { range, types, scope, columns, timeZone } = list
  const start = before
    ? sql`(v.occurred_at, v.id) > (${before.last_time}::timestamptz, ${before.last_id}::bigint)`
    : sql`v.occurred_at >= ${range.from}`
  const { rows } = await sql<Chunk>`
    select string_agg(json, ${sql.lit(ROW_SEPARATOR)} order by occurred_at, id) as json, max(occurred_at)::text as last_time,
      (array_agg(id order by occurred_at desc, id desc))[1] as last_id
    from (
      select v.occurred_at, v.id, json_build_object(
        'Machine', m.name,
        'Date', to_char(v.occurred_at at time zone ${timeZone}, 'DD-MM-YYYY'),
        'Hour', to_char(v.occurred_at at time zone ${timeZone}, 'HH24:MI:SS'),
        ${columns}
      )::text as json
      from machines m join movements v on v.machine_id = m.id
      where ${scope} and v.type in (${sql.join(types)}) and ${start} and v.occurred_at < ${range.to}
      order by v.occurred_at, v.id limit ${sql.lit(CHUNK_ROWS)}
    ) chunk`.execute(db)
  return rows[0] ?? { json: null, last_time: null, last_id: null }
}

/**
 * The movements one by one, in order of time, as the pieces of a JSON list's inside. The first piece is
 * read before this resolves, so that a failing database is still an error answer and not a broken list.
 * @throws HttpError 400 when there are too many
 */
export async function movementListJson(
  transact: Transact,
  list: MovementList,
): Promise<AsyncIterable<string>> {
  const movements = await countMovements(transact, list)
  if (movements > MAX_ROWS) {
    throw new HttpError(
      400,
      `La consulta tiene ${movements} movimientos y el máximo es ${MAX_ROWS}. Reduce el periodo o el filtro.`,
    )
  }
  const read = (before: Chunk | null) => transact((trx) => readChunk(trx, list, before))
  return pieces(await read(null), read)
}

async function* pieces(first: Chunk, read: (before: Chunk) => Promise<Chunk>): AsyncGenerator<string> {
  for (let chunk = first; chunk.json !== null; chunk = await read(chunk)) yield chunk.json
}
