import { sql, type RawBuilder } from 'kysely'
import { searchPattern } from '../db/searchPattern'
import { isBelow, type TreeNode } from './tree'

/**
 * SQL: who, the target, its owner or the reason has the text. Only what the caller reads of a row finds it, so no
 * address, and no reason that is hidden from the caller (`hiddenFrom`).
 */
export function matchesSearch(caller: TreeNode, search: string): RawBuilder<boolean> {
  const pattern = searchPattern(search)
  const has = (text: RawBuilder<unknown>) => sql`normalize(${text}) ~ ${pattern}`
  const users = sql`(select user_id from users where ${has(sql`user_name`)})`
  return sql<boolean>`(
    a.actor_id in ${users}
    or a.subject_user_id in ${users}
    or a.subject_machine_id in (select id from machines where ${has(sql`name`)})
    or (a.subject like 'game %' and (
      a.subject in (select 'game ' || id from games where ${has(sql`name`)})
      or ${has(sql`(a.before ->> 'name')`)} or ${has(sql`(a.after ->> 'name')`)}))
    or (${has(sql`a.reason`)} and (a.actor_id = ${caller.userId} or ${isBelow(caller, sql`a.subject_path`)}))
  )`
}
