import { sql, type Kysely, type Migration } from 'kysely'

/** One migration from plain statements. There is no way down: a mistake is mended by a later migration. */
export const statements = (...texts: readonly string[]): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const text of texts) await sql.raw(text).execute(db)
  },
})
