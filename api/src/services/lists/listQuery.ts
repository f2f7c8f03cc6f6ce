import { sql, type RawBuilder } from 'kysely'
import { searchPattern } from '../../db/searchPattern'
import type { Transact } from '../../db/transact'
import { subtreeEnd } from '../../db/treePath'
import type { Cursors } from './cursors'
import { readPage, type ListPart, type PageRow } from './listPage'
import { CHUNK_ROWS, piecesOf, ROW_SEPARATOR, type Chunk } from './listPieces'
import { findWithin, type TreeNode } from '../tree/treeNode'

export interface ListQuery {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
  readonly search?: string | undefined
  readonly level?: readonly number[] | undefined
  /** The id of a user: the rows of this user and of everyone below. */
  readonly branch?: number | undefined
  readonly fields?: readonly string[] | undefined
}

/** In its SQL, `u` is the row's user or owner. */
export interface List<Position extends string | number> {
  readonly from: RawBuilder<unknown>
  readonly notDeleted: RawBuilder<boolean>
  /** Unique and never changing, so that a page can begin where the last one ended. */
  readonly position: RawBuilder<Position>
  /** Decides who may see the row. */
  readonly path: RawBuilder<string>
  readonly searched: readonly RawBuilder<string>[]
  readonly fields: Readonly<Record<string, RawBuilder<unknown>>>
  readonly id: string
  readonly cursorsFor: (about: { readonly caller: TreeNode; readonly scope: Scope }) => Cursors<Position>
}

export type Scope =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'subtree'; readonly path: string; readonly withTop: boolean }

export const visibleTo = (caller: TreeNode): Scope =>
  caller.level === 1 ? { kind: 'everyone' } : { kind: 'subtree', path: caller.path, withTop: true }

type Condition = RawBuilder<boolean>

/**
 * SQL: written by the database, a long list costs no row objects and no schema check per row. Fields are
 * listed one by one, so that a new column never leaks.
 */
export function rowJson({ fields, id }: Pick<List<never>, 'fields' | 'id'>, wanted?: readonly string[]) {
  const names = Object.keys(fields).filter((name) => !wanted || name === id || wanted.includes(name))
  const pairs = names.map((name) => sql`${sql.lit(name)}, ${fields[name]}`)
  return sql<string>`json_build_object(${sql.join(pairs)})::text`
}

/**
 * @param scope the access limit: rows outside of it are never returned
 * @throws HttpError 400 for an invalid cursor; 403 for a branch outside of the caller's subtree, 404 where
 * level 1 names an unknown user
 */
export async function readList<Position extends string | number>(
  transact: Transact,
  list: List<Position>,
  { caller, scope }: { readonly caller: TreeNode; readonly scope: Scope },
  query: ListQuery = {},
): Promise<ListPart> {
  const { cursor, limit } = query
  const cursors = list.cursorsFor({ caller, scope })
  const start = cursor === undefined ? null : cursors.read(cursor)
  const conditions = [list.notDeleted, ...within(list, scope)]
  if (query.level) conditions.push(sql<boolean>`u.level in (${sql.join(query.level)})`)
  if (query.branch !== undefined) {
    const { branch } = query
    const { path } = await transact((trx) => findWithin(trx, caller, branch))
    conditions.push(...within(list, { kind: 'subtree', path, withTop: true }))
  }
  const json = foundJson(list, query)
  const rowsAfter = (after: Position | null, limit: number) => sql<PageRow<Position>>`
    select ${list.position} as position, ${json} as json from ${list.from}
    where ${sql.join(after === null ? conditions : [...conditions, sql`${list.position} > ${after}`], sql` and `)}
    order by ${list.position} limit ${sql.lit(limit)}`
  if (limit === undefined) {
    const pieces = await piecesOf<Position>((last) =>
      readChunk(transact, rowsAfter(last ?? start, CHUNK_ROWS)),
    )
    return { pieces, next: null }
  }
  const size = query.search === undefined ? limit + 1 : CHUNK_ROWS
  return readPage<Position>({
    limit,
    start,
    read: async (after) => {
      const { rows } = await transact((trx) => rowsAfter(after, size).execute(trx))
      return { rows, last: rows.length < size ? null : (rows.at(-1)?.position ?? null) }
    },
    cursors,
  })
}

/** @param rowsOfChunk SQL: sorted. An aggregate keeps the order of a subquery that it reads alone. */
async function readChunk<Position>(
  transact: Transact,
  rowsOfChunk: RawBuilder<unknown>,
): Promise<Chunk<Position>> {
  const { rows } = await transact((trx) =>
    sql<Chunk<Position>>`
      select string_agg(json, ${sql.lit(ROW_SEPARATOR)}) as json,
        case when count(*) = ${sql.lit(CHUNK_ROWS)} then max(position) end as last
      from (${rowsOfChunk}) chunk`.execute(trx),
  )
  return rows[0] ?? { json: null, last: null }
}

export function within({ path }: Pick<List<never>, 'path'>, scope: Scope): Condition[] {
  if (scope.kind === 'everyone') return []
  const begins = scope.withTop
    ? sql<boolean>`${path} >= ${scope.path}`
    : sql<boolean>`${path} > ${scope.path}`
  return [begins, sql<boolean>`${path} < ${subtreeEnd(scope.path)}`]
}

/** SQL: whether the search finds a row; null if it finds every row. */
export function isFound(searched: readonly RawBuilder<string>[], search = ''): Condition | null {
  const pattern = searchPattern(search)
  if (pattern === '') return null
  // a search contains no line feed, so it never matches across two fields
  const text = sql`normalize(concat_ws(chr(10), ${sql.join(searched)}), nfc) collate "C"`
  return sql<boolean>`${text} ~ ${pattern}`
}

/**
 * SQL: null if the search does not find the row. As a `where` condition, a search without hits would read
 * the whole list in one statement, and block the embedded engine meanwhile.
 */
function foundJson(
  list: Pick<List<never>, 'fields' | 'id' | 'searched'>,
  { search, fields }: Pick<ListQuery, 'search' | 'fields'>,
) {
  const json = rowJson(list, fields)
  const found = isFound(list.searched, search)
  return found ? sql<string | null>`case when ${found} then ${json} end` : json
}
