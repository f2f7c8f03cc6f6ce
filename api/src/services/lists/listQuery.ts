import { sql, type RawBuilder } from 'kysely'
import type { Transact } from '../../db/transact'
import { subtreeEnd } from '../../db/treePath'
import { CHUNK_ROWS, piecesOf, ROW_SEPARATOR, type Chunk } from './listPieces'
import type { TreeNode } from '../tree/treeNode'

/** SQL by field. */
export type Fields = Readonly<Record<string, RawBuilder<unknown>>>

/** In its SQL, `u` is the row's user or owner. */
export interface List<Position extends string | number> {
  from: RawBuilder<unknown>
  notDeleted: RawBuilder<boolean>
  /** Unique and never changing, so that a chunk can begin where the last one ended. */
  position: RawBuilder<Position>
  /** Decides who may see the row. */
  path: RawBuilder<string>
  fields: Fields
}

export type Scope = { kind: 'everyone' } | { kind: 'subtree'; path: string; withTop: boolean }

export const visibleTo = (caller: TreeNode): Scope =>
  caller.level === 1 ? { kind: 'everyone' } : { kind: 'subtree', path: caller.path, withTop: true }

type Condition = RawBuilder<boolean>

/**
 * SQL: written by the database, a long list costs no row objects and no schema check per row. Fields are
 * listed one by one, so that a new column never leaks.
 */
export function rowJson(fields: Fields) {
  const pairs = Object.entries(fields).map(([name, value]) => sql`${sql.lit(name)}, ${value}`)
  return sql<string>`json_build_object(${sql.join(pairs)})::text`
}

/** @param scope the access limit: rows outside of it are never returned */
export function readList<Position extends string | number>(
  transact: Transact,
  list: List<Position>,
  scope: Scope,
): Promise<AsyncIterable<string>> {
  const conditions = [list.notDeleted, ...within(list, scope)]
  const rowsAfter = (after: Position | null) => sql`
    select ${list.position} as position, ${rowJson(list.fields)} as json from ${list.from}
    where ${sql.join(after === null ? conditions : [...conditions, sql`${list.position} > ${after}`], sql` and `)}
    order by ${list.position} limit ${sql.lit(CHUNK_ROWS)}`
  return piecesOf<Position>(async (last) => {
    // an aggregate keeps the order of a subquery that it reads alone
    const { rows } = await transact((trx) =>
      sql<Chunk<Position>>`
        select string_agg(json, ${sql.lit(ROW_SEPARATOR)}) as json,
          case when count(*) = ${sql.lit(CHUNK_ROWS)} then max(position) end as last
        from (${rowsAfter(last)}) chunk`.execute(trx),
    )
    return rows[0] ?? { json: null, last: null }
  })
}

export function within({ path }: Pick<List<never>, 'path'>, scope: Scope): Condition[] {
  if (scope.kind === 'everyone') return []
  const begins = scope.withTop
    ? sql<boolean>`${path} >= ${scope.path}`
    : sql<boolean>`${path} > ${scope.path}`
  return [begins, sql<boolean>`${path} < ${subtreeEnd(scope.path)}`]
}
