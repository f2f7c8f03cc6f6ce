import { sql, type Kysely, type Migration } from 'kysely'

/** There is no way down: a later migration repairs a mistake. */
export const statements = (...texts: readonly string[]): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const text of texts) await sql.raw(text).execute(db)
  },
})
