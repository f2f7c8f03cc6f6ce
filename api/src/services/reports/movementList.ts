import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import type { Transact } from '../../db/transact'
import { HttpError } from '../../foundation/httpError'
import type { Place } from '../lists/cursors'
import { readPage, type ListPart, type PageChunk, type PageOptions } from '../lists/listPage'
import { piecesOf, ROW_SEPARATOR, type Chunk } from '../lists/listPieces'
import { rowJson } from '../lists/listQuery'
import { refuseDetachedWithin } from './keptMovements'
import type { MovementFields } from './reportFields'
import { countMovements } from './totalJson'
import type { TotalsQuery } from './totals'

const MAX_ROWS = 100_000
const CHUNK_ROWS = 5000

export interface MovementList extends TotalsQuery {
  readonly fields: MovementFields
}

export interface MovementPart {
  /** The movement that the rows follow. */
  readonly start?: Place | null
  /** Without them, all. */
  readonly wanted?: readonly string[] | undefined
}

const microseconds = (instant: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${instant}) * 1000000)::bigint`

function isAfter({ time, id }: Place): RawBuilder<boolean> {
  const instant = sql`('epoch'::timestamptz + ${time}::float8 * interval '1 microsecond')`
  // the first condition lets PostgreSQL skip the partitions of earlier months
  return sql`v.occurred_at >= ${instant} and (v.occurred_at, v.id) > (${instant}, ${id}::bigint)`
}

/** SQL: `occurred_at`, `id` and `json` of the movements that follow a place. */
function movementsAfter(
  list: MovementList,
  wanted: MovementPart['wanted'],
  after: Place | null,
  limit: number,
) {
  const { range, types, scope, found, fields } = list
  const json = rowJson({ fields, id: 'Machine' }, wanted)
  const start = after ? isAfter(after) : sql`v.occurred_at >= ${range.from}`
  return sql`
    select v.occurred_at, v.id, ${found ? sql`case when ${found} then ${json} end` : json} as json
    from machines m join movements v on v.machine_id = m.id
    where ${scope} and v.type in (${sql.join(types)}) and ${start} and v.occurred_at < ${range.to}
    order by v.occurred_at, v.id limit ${sql.lit(limit)}`
}

/** What precedes the start is neither counted nor refused. A start before the range is ignored. */
function startingAt(list: MovementList, start: Place | null) {
  const from = start && new Date(Math.floor(start.time / 1000))
  if (!from || from < list.range.from) return { list, start: null }
  return { list: { ...list, range: { ...list.range, from } }, start }
}

/** The inside of a JSON list, in order of time. @throws HttpError 400 for too many, or detached, movements */
export async function movementListJson(
  transact: Transact,
  whole: MovementList,
  part: MovementPart = {},
): Promise<AsyncIterable<string>> {
  const { list, start } = startingAt(whole, part.start ?? null)
  const movements = await countMovements(transact, list)
  if (movements > MAX_ROWS) {
    throw new HttpError(
      400,
      `La consulta tiene ${movements} movimientos y el máximo es ${MAX_ROWS}. Reduce el periodo o el filtro.`,
    )
  }
  const readChunk = async (db: Db, after: Place | null): Promise<Chunk<Place>> => {
    await refuseDetachedWithin(db, list.range)
    const { rows } = await sql<{ json: string | null; time: number | null; id: number }>`
      select string_agg(json, ${sql.lit(ROW_SEPARATOR)} order by occurred_at, id) as json,
        case when count(*) = ${sql.lit(CHUNK_ROWS)} then ${microseconds(sql`max(occurred_at)`)} end as time,
        (array_agg(id order by occurred_at desc, id desc))[1] as id
      from (${movementsAfter(list, part.wanted, after, CHUNK_ROWS)}) chunk`.execute(db)
    const { json = null, time = null, id = 0 } = rows[0] ?? {}
    return { json, last: time === null ? null : { time, id } }
  }
  return piecesOf<Place>((after) => transact((trx) => readChunk(trx, after ?? start)))
}

/** Of lists of any length. @throws HttpError 400 for detached movements */
export function movementPage(
  transact: Transact,
  whole: MovementList,
  { wanted, limit, cursors, ...part }: MovementPart & PageOptions<Place>,
): Promise<ListPart> {
  const { list, start } = startingAt(whole, part.start ?? null)
  const size = list.found ? CHUNK_ROWS : limit + 1
  const readChunk = async (db: Db, after: Place | null): Promise<PageChunk<Place>> => {
    await refuseDetachedWithin(db, list.range)
    const { rows } = await sql<Place & { json: string | null }>`
      select json, ${microseconds(sql`occurred_at`)} as time, id
      from (${movementsAfter(list, wanted, after, size)}) chunk
      order by occurred_at, id`.execute(db)
    const found = rows.map(({ json, time, id }) => ({ json, position: { time, id } }))
    return { rows: found, last: rows.length < size ? null : (found.at(-1)?.position ?? null) }
  }
  return readPage<Place>({
    limit,
    start,
    read: (after) => transact((trx) => readChunk(trx, after)),
    cursors,
  })
}
