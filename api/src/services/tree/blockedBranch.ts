import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import { isWithin, PATH_LENGTHS } from '../../db/treePath'

/**
 * SQL: whether the user at `path`, or one above, is blocked. Asked at every sign-in, at every write, and whenever
 * a session is read: a block ends no session, but those of the user and of all below cannot be used while it
 * lasts. A plain `exists` may be planned as a scan of all blocked users.
 */
export const isInBlockedBranch = (path: RawBuilder<string>): RawBuilder<boolean> => sql<boolean>`(
  select coalesce(bool_or(above.is_blocked), false) from users above
  where above.path = any (array[${sql.join(PATH_LENGTHS.map((length) => sql`left(${path}, ${sql.lit(length)})`))}]))`

/**
 * SQL: the same for the rows of a list, where a subquery for each row takes most of the time. The database hashes
 * the arrays.
 *
 * @param branches those that `blockedBranches` found
 */
export function isInBranches(path: RawBuilder<string>, branches: readonly string[]): RawBuilder<boolean> {
  const conditions = PATH_LENGTHS.flatMap((wanted) => {
    const ofLength = branches.filter(({ length }) => length === wanted)
    return ofLength.length === 0 ? [] : sql`left(${path}, ${sql.lit(wanted)}) = any (${ofLength}::text[])`
  })
  return sql<boolean>`(${sql.join([sql`false`, ...conditions], sql` or `)})`
}

/** Paths of the blocked users that the conditions leave, without those below another one. */
export async function blockedBranches(db: Db, within: readonly RawBuilder<boolean>[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select u.path from users u
    where ${sql.join([sql`u.is_blocked`, ...within], sql` and `)} order by u.path`.execute(db)
  const branches: string[] = []
  for (const { path } of rows) {
    const last = branches.at(-1)
    if (last === undefined || !isWithin(path, last)) branches.push(path)
  }
  return branches
}
