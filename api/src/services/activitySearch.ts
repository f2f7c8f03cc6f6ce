import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/schema'
import { searchPattern } from '../db/searchPattern'
import { isBelow, type TreeNode } from './tree'

/**
 * With more matches than this, a scan from the newest row soon fills a page; with fewer, the audit's indexes
 * find the rows.
 */
const MAX_NAMED = 500

/**
 * SQL: the ways in which a row can match the text, each a range of an index: by its actor, its target, the
 * target's owner, a game, the subject of a note, or the reason. Only what the caller may read matches, so no
 * address, and no reason that is hidden from the caller (`hiddenFrom`). A search without matches must not
 * scan the whole audit.
 */
export async function searchScopes(db: Db, caller: TreeNode, search: string): Promise<RawBuilder<boolean>[]> {
  const pattern = searchPattern(search)
  const has = (text: RawBuilder<unknown>) => sql`normalize(${text}) ~ ${pattern}`
  const { rows: users } = await sql<{ path: string }>`
    select path from users where ${has(sql`user_name`)} limit ${MAX_NAMED + 1}`.execute(db)
  const { rows: machines } = await sql<{ id: string; path: string }>`
    select id, owner_path as path from machines where ${has(sql`name`)} limit ${MAX_NAMED + 1}`.execute(db)
  const paths = sql`any(${users.map(({ path }) => path)}::text[])`
  const ofGame = sql<boolean>`(a.subject like 'game %' and (
    a.subject in (select 'game ' || id from games where ${has(sql`name`)})
    or ${has(sql`(a.before ->> 'name')`)} or ${has(sql`(a.after ->> 'name')`)}))`
  // only the ids are in the row
  const aboutId = (name: string) => sql`coalesce(a.after, a.before) ->> ${sql.lit(name)}`
  const named = sql`(select user_id from users where ${has(sql`user_name`)})`
  const ofNote = sql<boolean>`(a.subject like 'note %' and (
    (${aboutId('userId')})::integer in ${named}
    or (${aboutId('machineId')})::uuid in (
      select id from machines where ${has(sql`name`)} or owner_id in ${named})))`
  const withReason = sql<boolean>`(a.reason is not null and ${has(sql`a.reason`)}
    and (a.actor_id = ${caller.userId} or ${isBelow(caller, sql`a.subject_path`)}))`
  if (users.length > MAX_NAMED || machines.length > MAX_NAMED) {
    return [
      sql<boolean>`(
        a.actor_id in ${named} or a.subject_user_id in ${named}
        or a.subject_machine_id in (select id from machines where ${has(sql`name`)})
        or ${ofGame} or ${ofNote} or ${withReason}
      )`,
    ]
  }
  return [
    ...(users.length > 0
      ? [sql<boolean>`a.actor_path = ${paths}`, sql<boolean>`a.subject_path = ${paths}`]
      : []),
    ...(machines.length > 0
      ? [
          sql<boolean>`(a.subject_path = any(${machines.map(({ path }) => path)}::text[])
            and a.subject_machine_id = any(${machines.map(({ id }) => id)}::uuid[]))`,
        ]
      : []),
    ofGame,
    ofNote,
    withReason,
  ]
}
