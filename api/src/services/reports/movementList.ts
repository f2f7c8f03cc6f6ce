import { sql, type RawBuilder } from 'kysely'
import { type MovementList, type MovementResponse, movementRows } from '@console/shared-kernel/schemas'
import type { Db } from '../../db/schema'
import type { Transact } from '../../db/transact'
import { HttpError } from '../../foundation/httpError'
import { chunksOf, ROW_SEPARATOR, type Chunk, type TimePlace, rowJson, amount } from '../lists'
import { rejectDetachedWithin } from './detachedMovements'
import { countMovements, type TotalsQuery } from './totals'

const MAX_ROWS = 100_000
const CHUNK_ROWS = 5000

interface MovementsQuery extends TotalsQuery {
  fields: MovementFields
}

function isAfter({ time, id }: TimePlace): RawBuilder<boolean> {
  const instant = sql`('epoch'::timestamptz + ${time}::float8 * interval '1 microsecond')`
  // the first condition lets PostgreSQL skip the partitions of earlier months
  return sql`v.occurred_at >= ${instant} and (v.occurred_at, v.id) > (${instant}, ${id}::bigint)`
}

/** The inside of a JSON list, in time order. @throws HttpError 400 for too many movements or detached ones */
export async function movementListJson(
  transact: Transact,
  list: MovementsQuery,
): Promise<AsyncIterable<string>> {
  const movements = await countMovements(transact, list)
  if (movements > MAX_ROWS) {
    throw new HttpError(
      400,
      `La consulta tiene ${movements} movimientos y el máximo es ${MAX_ROWS}. Solo se puede acotar: reduce el periodo o el filtro.`,
    )
  }
  const { range, types, scope, fields } = list
  const readChunk = async (db: Db, after: TimePlace | null): Promise<Chunk<TimePlace>> => {
    await rejectDetachedWithin(db, range)
    const { rows } = await sql<{ json: string | null; time: number | null; id: number }>`
      select string_agg(json, ${sql.lit(ROW_SEPARATOR)} order by occurred_at, id) as json,
        case when count(*) = ${sql.lit(CHUNK_ROWS)}
          then (extract(epoch from max(occurred_at)) * 1000000)::bigint end as time,
        (array_agg(id order by occurred_at desc, id desc))[1] as id
      from (
        select v.occurred_at, v.id, ${rowJson(fields)} as json
        from machines m join movements v on v.machine_id = m.id
        where ${scope} and v.type in (${sql.join(types)})
          and ${after ? isAfter(after) : sql`v.occurred_at >= ${range.from}`} and v.occurred_at < ${range.to}
        order by v.occurred_at, v.id limit ${sql.lit(CHUNK_ROWS)}
      ) chunk`.execute(db)
    const { json = null, time = null, id = 0 } = rows[0] ?? {}
    return { json, last: time === null ? null : { time, id } }
  }
  return chunksOf<TimePlace>((after) => transact((trx) => readChunk(trx, after)))
}

/** SQL by field, of a movement `v` of a machine `m`. */
type MovementFields = Readonly<Record<string, RawBuilder<unknown>>>

/** The movement types that each list shows; null: those in `tipoMovs`. */
export const TYPES_OF_LIST: Readonly<Record<MovementList, readonly number[] | null>> = {
  Detail: null,
  Tickets: [5],
  POS: [6],
}

const TOOK_OR_GAVE = amount(sql`v.in_cents::numeric + v.out_cents`)
const REFERENCE = sql`coalesce(v.reference, '')`

function allMovementFields(timeZone: string): Readonly<Record<keyof MovementResponse, RawBuilder<unknown>>> {
  const local = (format: string) => sql`to_char(v.occurred_at at time zone ${timeZone}, ${sql.lit(format)})`
  return {
    Machine: sql`m.name`,
    Date: local('DD-MM-YYYY'),
    Hour: local('HH24:MI:SS'),
    Type: sql`(array['Bet', 'Cash in', 'Cash out', 'Jackpot', 'Ticket', 'POS'])[v.type]`,
    IN: amount(sql`v.in_cents`),
    OUT: amount(sql`v.out_cents`),
    Ticket: REFERENCE,
    State: sql`coalesce(v.state, '')`,
    Operation: REFERENCE,
    Amount: TOOK_OR_GAVE,
  }
}

export function movementFields(list: MovementList, timeZone: string): MovementFields {
  const all = allMovementFields(timeZone)
  const names = Object.keys(movementRows[list].shape) as (keyof MovementResponse)[]
  return Object.fromEntries(names.map((name) => [name, all[name]]))
}
