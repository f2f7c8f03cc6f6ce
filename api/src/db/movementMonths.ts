import { sql, type QueryExecutorProvider } from 'kysely'

export async function addMonths(db: QueryExecutorProvider, from: Date, to: Date): Promise<void> {
  // each call moves one month
  for (let again = true; again;) {
    const { rows } = await sql<{ again: boolean }>`
      select add_movement_months(${from}::timestamptz, ${to}::timestamptz) as again`.execute(db)
    again = rows[0]?.again ?? false
  }
}

export async function addMonthsAhead(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select now() as from, now() + interval '1 month' as to`.execute(db)
  if (rows[0]) await addMonths(db, rows[0].from, rows[0].to)
}

/** SQL on `pg_class`: the table of one month. Not movements_default. */
export const isMonth = sql<boolean>`(relkind = 'r' and relname ~ '^movements_\\d{4,}_\\d\\d$')`
