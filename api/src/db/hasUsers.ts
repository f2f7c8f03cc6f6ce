import type { Db } from './schema'

/** Also deleted ones. Without any there is nothing: all other rows belong to a user or come from the migrations. */
export const hasUsers = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('user_id').limit(1).executeTakeFirst()) !== undefined
