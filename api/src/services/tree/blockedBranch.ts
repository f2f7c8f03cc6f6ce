import { sql, type RawBuilder } from 'kysely'
import { PATH_LENGTHS } from '../../db/treePath'

/**
 * SQL: whether the user at `path`, or one above, is blocked. Asked at every sign-in, at every write, and whenever
 * a session is read: a block ends no session, but those of the user and of all below cannot be used while it
 * lasts. A plain `exists` may be planned as a scan of all blocked users.
 */
export const isInBlockedBranch = (path: RawBuilder<string>): RawBuilder<boolean> => sql<boolean>`(
  select coalesce(bool_or(above.is_blocked), false) from users above
  where above.path = any (array[${sql.join(PATH_LENGTHS.map((length) => sql`left(${path}, ${sql.lit(length)})`))}]))`
