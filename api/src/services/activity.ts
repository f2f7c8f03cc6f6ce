import type { ActivityListQuery, ActivityResponse, ActivityRow } from '@console/shared-kernel/schemas'
import { FIRST_DAY, LAST_DAY } from '@console/shared-kernel/contracts'
import { seesEverything } from '@console/shared-kernel/rules'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/schema'
import { inSubtree } from '../db/treePath'
import { searchScopes } from './activitySearch'
import { covers, findOwnerPath, findWithin, isAbove, type TreeNode } from './tree'
import { instantsOf } from './reports/instantRange'
import type { Condition, TimePlace } from './lists'
import { validationError } from '../foundation/httpError'

/**
 * @throws HttpError 403 for a filter outside the subtree, 404 if level 1 names an unknown id, 400 for a bad
 * cursor
 */
export async function readActivity(
  db: Db,
  caller: TreeNode,
  query: ActivityListQuery,
  timeZone: string,
): Promise<ActivityResponse> {
  const named = await namedBy(db, caller, query)
  const others = await conditionsOf(db, caller, query, timeZone)
  const shift = await shiftOf(db, caller, query)
  if (shift) {
    named.push(sql<boolean>`a.actor_path = ${caller.path}`)
    others.push(sql<boolean>`a.at >= ${instantOf(shift.microseconds)}`)
  }
  // a named user is in the caller's subtree, so all rows about them are too
  const scopes = named.length > 0 ? [named] : scopesOf(caller)
  const searches =
    query.search === undefined
      ? [[]]
      : (await searchScopes(db, caller, query.search)).map((condition) => [condition])
  const pages = scopes.flatMap((scope) => searches.map((search) => [...scope, ...others, ...search]))
  const ahead = query.wholeBulks ? MAX_BULK_ROWS : 0
  const { rows: found } = await newestOf(pages, query.limit + ahead + 1).execute(db)
  const { end, partial } = pageOf(found, query.limit, ahead)
  const ids = found.slice(0, end).map(({ id }) => id)
  const rows = ids.length > 0 ? await readStored(db, sql`select unnest(${ids}::bigint[]) as id`) : []
  const last = rows.at(-1)
  return {
    rows: rows.map((stored) => activityRow(stored, hiddenFrom(caller, stored))),
    next: end < found.length && last ? cursorsFor(caller).write(placeOf(last)) : null,
    ...(partial && { partial }),
    ...(shift && { since: shift.at.toISOString() }),
  }
}

const placeOf = ({ microseconds, id }: StoredActivity): TimePlace => ({ time: microseconds, id })

/** How many rows a page may have beyond its limit, for bulk changes that begin in it. */
const MAX_BULK_ROWS = 500

interface FoundRow {
  id: number
  request_id: string
}

/**
 * Where the page ends: after the last row, among those read ahead, of the bulk changes that begin in it.
 * @param found one row more than the page may have
 */
export function pageOf(
  found: readonly Pick<FoundRow, 'request_id'>[],
  limit: number,
  ahead: number,
): { end: number; partial: boolean } {
  if (ahead === 0) return { end: Math.min(limit, found.length), partial: false }
  const lastOf = new Map(found.map(({ request_id }, index) => [request_id, index]))
  let end = Math.min(limit, found.length)
  for (let index = 0; index < end; index += 1) end = Math.max(end, lastOf.get(found[index]!.request_id)! + 1)
  const max = limit + ahead
  return end > max ? { end: max, partial: true } : { end, partial: false }
}

interface Shift {
  at: Date
  microseconds: number
}

/**
 * The caller's first sign-in in the last `shiftHours` hours, or the start of that period if there is none.
 */
async function shiftOf(
  db: Db,
  { path }: TreeNode,
  { shiftHours }: ActivityListQuery,
): Promise<Shift | undefined> {
  if (shiftHours === undefined) return undefined
  const { rows } = await sql<Shift>`
    select at, (extract(epoch from at) * 1000000)::bigint as microseconds
    from (select now() - ${shiftHours}::integer * interval '1 hour' as begins) hours
      cross join lateral (
        select coalesce(min(a.at), begins) as at from audit a
        where a.actor_path = ${path} and a.action = 'session.start' and a.at >= begins
      ) shift`.execute(db)
  return rows[0]
}

/** Two scopes, each a range of an index: with an `or` PostgreSQL would scan the audit backwards. */
export const scopesOf = (caller: TreeNode): Condition[][] =>
  seesEverything(caller)
    ? [[]]
    : [sql`a.actor_path`, sql`a.subject_path`].map((path) => [inSubtree(path, caller.path)])

/** SQL: the ids of the newest rows of all scopes. */
export function newestOf(scopes: readonly Condition[][], limit: number): RawBuilder<FoundRow> {
  const newest = sql`order by at desc, id desc limit ${limit}`
  const pages = scopes.map(
    (conditions) => sql`(
      select a.id, a.at, a.request_id from audit a
      where ${sql.join([sql`true`, ...conditions], sql` and `)} ${newest})`,
  )
  return sql<FoundRow>`select id, request_id from (${sql.join(pages, sql` union `)}) found ${newest}`
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
    const range = await instantsOf(db, { ...days, timeFrom: '00:00', timeTo: '23:59' }, timeZone)
    conditions.push(sql<boolean>`a.at >= ${range.from} and a.at < ${range.to}`)
  }
  if (cursor !== undefined) conditions.push(before(cursorsFor(caller).read(cursor)))
  return conditions
}

const cursorsFor = (caller: TreeNode) => cursorsOf('activity', caller)

const instantOf = (microseconds: number) =>
  sql`'epoch'::timestamptz + ${microseconds}::bigint * interval '1 microsecond'`

const before = ({ time, id }: TimePlace): Condition =>
  sql<boolean>`(a.at, a.id) < (${instantOf(time)}, ${id}::bigint)`

/** Opaque to clients: where a page of one list begins, for one caller. */
export function cursorsOf(list: string, { userId }: { userId: number }) {
  const owner = `${list} ${userId} `
  return {
    write: ({ time, id }: TimePlace): string => Buffer.from(`${owner}${time} ${id}`).toString('base64url'),
    /** @throws HttpError 400 for an invalid cursor, and for a cursor of another list or caller */
    read: (cursor: string): TimePlace => {
      const text = Buffer.from(cursor, 'base64url').toString()
      const position = text.startsWith(owner) ? text.slice(owner.length) : ''
      const [, time, id] = /^(-?\d{1,16}) (\d{1,15})$/.exec(position) ?? []
      if (!Number.isSafeInteger(Number(time)))
        throw validationError('cursor', 'No es un cursor de esta lista y de este usuario')
      return { time: Number(time), id: Number(id) }
    },
  }
}

/** An audit row, with the names that it refers to. */
export interface StoredActivity {
  id: number
  at: Date
  microseconds: number
  action: string
  subject: string
  actor_id: number | null
  actor_name: string | null
  actor_path: string | null
  subject_path: string | null
  subject_user_id: number | null
  subject_machine_id: string | null
  user_name: string | null
  machine_name: string | null
  game_name: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
  reverts: number | null
  request_id: string
}

/** SQL: a deleted game has the name that it had at its deletion. */
const GAME_NAME = sql`case when a.subject like 'game %' then coalesce(
  (select name from games where id = split_part(a.subject, ' ', 2)::integer),
  (select d.before ->> 'name' from audit d where d.subject = a.subject and d.action = 'game.delete'))
end`

/** Newest first. @param page SQL: the ids of the rows */
export async function readStored(db: Db, page: RawBuilder<unknown>): Promise<StoredActivity[]> {
  const { rows } = await sql<StoredActivity>`
    select a.id, a.at, (extract(epoch from a.at) * 1000000)::bigint as microseconds, a.action, a.subject,
      a.actor_id, actor.user_name as actor_name, a.actor_path, a.subject_path, a.subject_user_id,
      a.subject_machine_id, u.user_name, m.name as machine_name, ${GAME_NAME} as game_name, a.before, a.after,
      a.reason, a.reverts, a.request_id
    from (${page}) page join audit a on a.id = page.id
      left join users actor on actor.user_id = a.actor_id
      left join users u on u.user_id = a.subject_user_id
      left join machines m on m.id = a.subject_machine_id
    order by a.at desc, a.id desc`.execute(db)
  return rows
}

type Paths = Pick<StoredActivity, 'actor_path' | 'subject_path'>

/** Like `scopesOf`, but outside SQL. */
export const isActivityOf = (viewer: TreeNode, { actor_path, subject_path }: Paths): boolean =>
  covers(viewer, actor_path) || covers(viewer, subject_path)

/** The parts of a row that a viewer must not read. */
export interface Hidden {
  address: boolean
  reason: boolean
}

/**
 * Users below a manager must not see the address from which the manager changed a password. Only the author
 * and users above the target may read why something was changed.
 */
export const hiddenFrom = (viewer: TreeNode, row: Paths & Pick<StoredActivity, 'actor_id'>): Hidden => ({
  address: row.actor_path !== null && !covers(viewer, row.actor_path),
  reason: viewer.userId !== row.actor_id && !(row.subject_path !== null && isAbove(viewer, row.subject_path)),
})

export const activityRow = (stored: StoredActivity, hidden: Hidden): ActivityRow => ({
  id: stored.id,
  at: stored.at.toISOString(),
  kind: stored.action,
  requestId: stored.request_id,
  actor: stored.actor_id === null ? null : { userId: stored.actor_id, userName: stored.actor_name ?? '' },
  subject: subjectOf(stored),
  before: stored.before,
  after: hidden.address && stored.after ? omitAddress(stored.after) : stored.after,
  ...(stored.reason !== null && !hidden.reason && { reason: stored.reason }),
  ...(stored.reverts !== null && { reverts: stored.reverts }),
})

const omitAddress = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'address'))

function subjectOf(stored: StoredActivity): ActivityRow['subject'] {
  const { subject, subject_machine_id, subject_user_id } = stored
  const [, gameId] = /^game (\d+)$/.exec(subject) ?? []
  if (gameId !== undefined) return { type: 'game', gameId: Number(gameId), name: stored.game_name ?? '' }
  if (subject_user_id === null) return null
  if (subject_machine_id === null) {
    return { type: 'user', userId: subject_user_id, name: stored.user_name ?? '' }
  }
  const [userId, machineId] = [subject_user_id, subject_machine_id]
  const ownerName = stored.user_name ?? ''
  return { type: 'machine', userId, machineId, name: stored.machine_name ?? '', ownerName }
}
