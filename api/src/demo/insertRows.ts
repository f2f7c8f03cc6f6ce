import { sql } from 'kysely'
import type { Db, Schema } from '../db/schema'

/** Limits the size of a message to the database. */
const BATCH = 5_000

export async function insertRows<Row extends object>(
  db: Db,
  table: keyof Schema,
  rows: readonly Row[],
  progress: (done: number) => void,
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  for (let done = 0; done < rows.length; done += BATCH) {
    const batch = JSON.stringify(rows.slice(done, done + BATCH))
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${batch}::jsonb)`.execute(db)
    progress(Math.min(done + BATCH, rows.length))
  }
}
