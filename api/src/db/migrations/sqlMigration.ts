import { sql, type Kysely, type Migration } from 'kysely'

/** There are no down migrations: a later migration fixes a mistake. */
export const statements = (...texts: readonly string[]): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const text of texts) await sql.raw(text).execute(db)
  },
})
