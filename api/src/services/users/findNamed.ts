import type { Db } from '../../db/schema'
import { CommandError } from '@console/shared-kernel/command'
import { foldName, nameKey } from '../auth/userName'

/**
 * The exact name first: older names may be equal once folded.
 * @param what in the message
 * @throws CommandError where there is no such user, or several
 */
export async function findNamed(db: Db, what: string, userName: string, level?: number): Promise<number> {
  const key = nameKey(userName)
  const users = await db
    .selectFrom('users')
    .select(['user_id', 'name_key'])
    .where(({ or, eb }) => or([eb('name_key', '=', key), eb('name_folded', '=', foldName(userName))]))
    .$if(level !== undefined, (query) => query.where('level', '=', level ?? 0))
    .where('deleted_at', 'is', null)
    .execute()
  const user = users.find(({ name_key }) => name_key === key) ?? users[0]
  if (!user) throw new CommandError(`There is no ${what} '${userName}'`)
  if (users.length > 1 && user.name_key !== key) {
    throw new CommandError(
      `Several ${what}s have names like '${userName}': write the name exactly as it is shown`,
    )
  }
  return user.user_id
}
