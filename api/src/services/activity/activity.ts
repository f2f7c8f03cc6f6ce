import type { ActivityListQuery, ActivityResponse } from '@console/shared-kernel/schemas'
import { FIRST_DAY, LAST_DAY } from '@console/shared-kernel/contracts'
import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import { subtreeEnd } from '../../db/treePath'
import { findOwnerPath } from '../tree/machineOwner'
import { readRange } from '../reports/range'
import { findWithin, type TreeNode } from '../tree/treeNode'
import { cursorsOf } from './cursors'
import type { Place } from '../lists/listPieces'
import { readRows } from './rows'

type Condition = ReturnType<typeof sql<boolean>>

/**
 * @throws HttpError 403 for a filter outside of the subtree, 404 where level 1 names an unknown id; 400 for
 * a bad cursor
 */
export async function readActivity(
  db: Db,
  caller: TreeNode,
  query: ActivityListQuery,
  timeZone: string,
): Promise<ActivityResponse> {
  const named = await namedBy(db, caller, query)
  const others = await conditionsOf(db, caller, query, timeZone)
  // a named user is in the caller's subtree, so all rows about them are too
  const scopes = named.length > 0 ? [named] : scopesOf(caller)
  const pages = scopes.map((scope) => [...scope, ...others])
  const rows = await readRows(db, caller, newestOf(pages, query.limit + 1))
  const [page, more] = [rows.slice(0, query.limit), rows.length > query.limit]
  const last = page.at(-1)
  return {
    rows: page.map(({ row }) => row),
    next: more && last ? cursorsFor(caller).write(last.place) : null,
  }
}

/** Two scopes, each a range of an index: with an `or` PostgreSQL would scan the audit backwards. */
export const scopesOf = ({ level, path }: TreeNode): Condition[][] =>
  level === 1
    ? [[]]
    : [
        [sql<boolean>`a.actor_path >= ${path} and a.actor_path < ${subtreeEnd(path)}`],
        [sql<boolean>`a.subject_path >= ${path} and a.subject_path < ${subtreeEnd(path)}`],
      ]

/** SQL: ids and times of the newest rows of all scopes. */
export function newestOf(scopes: readonly Condition[][], limit: number) {
  const newest = sql`order by at desc, id desc limit ${limit}`
  const pages = scopes.map(
    (conditions) => sql`(
      select a.id, a.at from audit a
      where ${sql.join([sql`true`, ...conditions], sql` and `)} ${newest})`,
  )
  return sql`select id, at from (${sql.join(pages, sql` union `)}) found ${newest}`
}

async function namedBy(db: Db, caller: TreeNode, query: ActivityListQuery): Promise<Condition[]> {
  const { actorId, userId, machineId } = query
  const pathOf = async (id: number) => (await findWithin(db, caller, id, { alsoDeleted: true })).path
  return [
    ...(actorId === undefined ? [] : [sql<boolean>`a.actor_path = ${await pathOf(actorId)}`]),
    ...(userId === undefined ? [] : [sql<boolean>`a.subject_path = ${await pathOf(userId)}`]),
    ...(machineId === undefined
      ? []
      : [
          sql<boolean>`a.subject_path = ${await findOwnerPath(db, caller, machineId)}
            and a.subject_machine_id = ${machineId}`,
        ]),
  ]
}

async function conditionsOf(
  db: Db,
  caller: TreeNode,
  query: ActivityListQuery,
  timeZone: string,
): Promise<Condition[]> {
  const { kind, dateFrom, dateTo, cursor } = query
  const conditions: Condition[] = []
  if (kind) conditions.push(sql<boolean>`a.action in (${sql.join(kind)})`)
  if (dateFrom || dateTo) {
    const days = { dateFrom: dateFrom ?? FIRST_DAY, dateTo: dateTo ?? LAST_DAY }
    const range = await readRange(db, { ...days, timeFrom: '00:00', timeTo: '23:59' }, timeZone)
    conditions.push(sql<boolean>`a.at >= ${range.from} and a.at < ${range.to}`)
  }
  if (cursor !== undefined) conditions.push(before(cursorsFor(caller).read(cursor)))
  return conditions
}

const cursorsFor = (caller: TreeNode) => cursorsOf('activity', caller)

const before = ({ time, id }: Place): Condition =>
  sql<boolean>`(a.at, a.id) < ('epoch'::timestamptz + ${time}::bigint * interval '1 microsecond', ${id}::bigint)`
