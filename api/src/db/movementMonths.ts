import { sql, type QueryExecutorProvider } from 'kysely'
import type { Db } from './schema'

export async function addMonths(db: QueryExecutorProvider, from: Date, to: Date): Promise<void> {
  while (await addOneMonth(db, from, to));
}

export async function addMonthsAhead(db: Db): Promise<void> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select now() as from, now() + interval '1 month' as to`.execute(db)
  const [range] = rows
  if (!range) return
  // in transactions, because behind a pooler a single statement is subject to the role's time limit
  while (await db.transaction().execute((trx) => addOneMonth(trx, range.from, range.to)));
}

/** @returns whether there may be more to do */
async function addOneMonth(db: QueryExecutorProvider, from: Date, to: Date): Promise<boolean> {
  const { rows } = await sql<{ again: boolean }>`
    select add_movement_months(${from}::timestamptz, ${to}::timestamptz) as again`.execute(db)
  return rows[0]?.again ?? false
}

/** SQL on `pg_class`: whether it is the table of one month, which excludes movements_default. */
export const isMonth = sql<boolean>`(relkind = 'r' and relname ~ '^movements_\\d{4,}_\\d\\d$')`
