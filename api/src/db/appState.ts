import type { Db } from './schema'

/** @returns undefined where nothing is stored */
export async function readAppState(db: Db, key: string): Promise<unknown> {
  const row = await db.selectFrom('app_state').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value
}

export async function writeAppState(db: Db, key: string, content: string | Date): Promise<void> {
  const value = JSON.stringify(content)
  await db
    .insertInto('app_state')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
