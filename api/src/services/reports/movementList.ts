import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import type { Transact } from '../../db/transact'
import { amount } from '../../db/wireSql'
import { HttpError } from '../../httpError'
import { refuseDetachedWithin } from './keptMovements'
import { piecesOf, ROW_SEPARATOR, type Chunk } from '../listPieces'
import { countMovements } from './totalJson'
import type { TotalsQuery } from './totals'

const MAX_ROWS = 100_000
const CHUNK_ROWS = 5000

export interface MovementList extends TotalsQuery {
  /** SQL: what follows machine, date and hour, of a movement `v`. */
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

/** `time` is text in order to keep microseconds. */
interface Place {
  readonly time: string
  readonly id: number
}

async function readChunk(db: Db, list: MovementList, after: Place | null): Promise<Chunk<Place>> {
  const { range, types, scope, columns, timeZone } = list
  await refuseDetachedWithin(db, range)
  const start = after
    ? // lets PostgreSQL skip the partitions of earlier months
      sql`v.occurred_at >= ${after.time}::timestamptz
        and (v.occurred_at, v.id) > (${after.time}::timestamptz, ${after.id}::bigint)`
    : sql`v.occurred_at >= ${range.from}`
  const { rows } = await sql<{ json: string | null; time: string | null; id: number }>`
    select string_agg(json, ${sql.lit(ROW_SEPARATOR)} order by occurred_at, id) as json,
      case when count(*) = ${sql.lit(CHUNK_ROWS)} then max(occurred_at)::text end as time,
      (array_agg(id order by occurred_at desc, id desc))[1] as id
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
  const { json = null, time = null, id = 0 } = rows[0] ?? {}
  return { json, last: time === null ? null : { time, id } }
}

/** The inside of a JSON list, in order of time. @throws HttpError 400 for too many, or detached, movements */
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
  return piecesOf<Place>((after) => transact((trx) => readChunk(trx, list, after)))
}
