import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import type { Transact } from '../../db/transact'
import { HttpError } from '../../foundation/httpError'
import { piecesOf, ROW_SEPARATOR, type Chunk, type Place } from '../lists/listPieces'
import { rowJson } from '../lists/listQuery'
import { refuseDetachedWithin } from './keptMovements'
import type { MovementFields } from './reportFields'
import { countMovements } from './totalJson'
import type { TotalsQuery } from './totals'

const MAX_ROWS = 100_000
const CHUNK_ROWS = 5000

export interface MovementList extends TotalsQuery {
  fields: MovementFields
}

function isAfter({ time, id }: Place): RawBuilder<boolean> {
  const instant = sql`('epoch'::timestamptz + ${time}::float8 * interval '1 microsecond')`
  // the first condition lets PostgreSQL skip the partitions of earlier months
  return sql`v.occurred_at >= ${instant} and (v.occurred_at, v.id) > (${instant}, ${id}::bigint)`
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
      `La consulta tiene ${movements} movimientos y el máximo es ${MAX_ROWS}. Solo se puede acotar: reduce el periodo o el filtro.`,
    )
  }
  const { range, types, scope, fields } = list
  const readChunk = async (db: Db, after: Place | null): Promise<Chunk<Place>> => {
    await refuseDetachedWithin(db, range)
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
  return piecesOf<Place>((after) => transact((trx) => readChunk(trx, after)))
}
