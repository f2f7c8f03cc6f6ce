import type { NoteListQuery, NoteRequest, NoteResponse } from '@console/shared-kernel/schemas'
import { sql } from 'kysely'
import type { Db } from '../db/schema'
import { searchPattern } from '../db/searchPattern'
import { forbidden } from '../foundation/httpError'
import type { Condition } from './lists'
import { type Caller, findBelow, findOwnerBelow, isBelow, type TreeNode, unknownTo } from './tree'
import { writeAudit } from './writes/writes'

/** Maximum results of a search. */
const MAX_HITS = 50
/** Maximum notes listed for one machine or user. */
const MAX_ROWS = 500

interface Stored {
  id: number
  at: Date
  author_id: number
  author_name: string
  user_id: number
  user_name: string
  machine_id: string | null
  machine_name: string | null
  text: string
}

/**
 * Users cannot read notes about themselves.
 * @throws HttpError 403 or 404 for a target not below the caller
 */
export async function readNotes(db: Db, caller: TreeNode, query: NoteListQuery): Promise<NoteResponse[]> {
  const { machineId, userId, search } = query
  if (search !== undefined) return select(db, [isBelow(caller, sql`n.path`), matches(search)], MAX_HITS)
  return select(db, await about(db, caller, { machineId, userId }), MAX_ROWS)
}

const matches = (search: string): Condition => sql`normalize(n.text) ~ ${searchPattern(search)}`

interface Subject {
  machineId: string | undefined
  userId: number | undefined
}

/** @throws HttpError 403 or 404 */
async function about(db: Db, caller: TreeNode, { machineId, userId }: Subject): Promise<Condition[]> {
  const { path } = await targetOf(db, caller, { machineId, userId })
  return [
    sql`n.path = ${path}`,
    machineId === undefined ? sql`n.machine_id is null` : sql`n.machine_id = ${machineId}`,
  ]
}

const targetOf = (db: Db, caller: TreeNode, { machineId, userId }: Subject): Promise<TreeNode> =>
  machineId === undefined ? findBelow(db, caller, userId ?? NaN) : findOwnerBelow(db, caller, machineId)

async function select(db: Db, conditions: readonly Condition[], limit: number): Promise<NoteResponse[]> {
  const { rows } = await sql<Stored>`
    select n.id, n.at, n.author_id, author.user_name as author_name, n.user_id, u.user_name, n.machine_id,
      m.name as machine_name, n.text
    from notes n
      join users author on author.user_id = n.author_id
      join users u on u.user_id = n.user_id and u.deleted_at is null
      left join machines m on m.id = n.machine_id
    where ${sql.join([...conditions], sql` and `)} and m.retired_at is null
    order by n.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows.map(toNote)
}

const toNote = (stored: Stored): NoteResponse => ({
  id: stored.id,
  at: stored.at.toISOString(),
  author: { userId: stored.author_id, userName: stored.author_name },
  subject:
    stored.machine_id === null
      ? { type: 'user', userId: stored.user_id, name: stored.user_name }
      : {
          type: 'machine',
          userId: stored.user_id,
          machineId: stored.machine_id,
          name: stored.machine_name ?? '',
        },
  text: stored.text,
})

/**
 * The audit row names the target but omits the text. It has no subject, so that the target user cannot see it.
 *
 * @throws HttpError 403 or 404 for a target that is not below the caller
 */
export async function addNote(trx: Db, caller: Caller, request: NoteRequest): Promise<NoteResponse> {
  const { machineId, text } = request
  const { userId, path } = await targetOf(trx, caller, {
    machineId,
    userId: request.userId,
  })
  const { id } = await trx
    .insertInto('notes')
    .values({ author_id: caller.userId, user_id: userId, machine_id: machineId ?? null, path, text })
    .returning('id')
    .executeTakeFirstOrThrow()
  const subject = machineId === undefined ? { userId } : { machineId }
  await writeAudit(trx, caller, { action: 'note.create', subject: { type: 'note', id }, after: subject })
  const [note] = await select(trx, [sql`n.id = ${id}`], 1)
  if (!note) throw forbidden()
  return note
}

/**
 * Deletes the caller's own note while its user or machine is below the caller.
 * @throws HttpError 403, or 404 for level 1, for any other note
 */
export async function deleteNote(trx: Db, caller: Caller, noteId: number): Promise<void> {
  const deleted = await trx
    .deleteFrom('notes')
    .where('id', '=', noteId)
    .where('author_id', '=', caller.userId)
    .where(isBelow(caller, sql`path`))
    .returning(['user_id', 'machine_id'])
    .executeTakeFirst()
  if (!deleted) throw unknownTo(caller)
  const before = deleted.machine_id === null ? { userId: deleted.user_id } : { machineId: deleted.machine_id }
  await writeAudit(trx, caller, { action: 'note.delete', subject: { type: 'note', id: noteId }, before })
}
