import { sql, type QueryExecutorProvider } from 'kysely'

/** Adds the months of a range whose partitions are missing, and those of movements that found none. */
export const addMonths = async (db: QueryExecutorProvider, from: Date, to: Date): Promise<void> =>
  void (await sql`select add_movement_months(${from}::timestamptz, ${to}::timestamptz)`.execute(db))

/** This month and the next, by the database's clock: at the turn of a month the new one is there. */
export const addMonthsAhead = async (db: QueryExecutorProvider): Promise<void> =>
  void (await sql`select add_movement_months(now(), now() + interval '1 month')`.execute(db))

/** SQL: of a month's table in `pg_class`; movements_default is not one. */
export const isMonth = sql<boolean>`(relkind = 'r' and relname ~ '^movements_\\d{4,}_\\d\\d$')`
