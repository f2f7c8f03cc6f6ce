import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../src/db/schema'

/** Functions about the tables of months, for tests that open several databases. */
export function monthTablesOf(db: () => Db) {
  const rowsOf = async <Row>(query: RawBuilder<unknown>): Promise<Row[]> =>
    (await query.execute(db())).rows as Row[]

  /** The number of rows per month table; the default partition belongs to no month. */
  const rowsByMonth = () =>
    rowsOf<{ month: string; rows: number }>(sql`
      select substr(tableoid::regclass::text, 11) as month, count(*) as rows from movements group by 1 order by 1`)

  const monthTables = async (schema = 'public') =>
    (
      await rowsOf<{ name: string }>(sql`
        select tablename as name from pg_tables where schemaname = ${schema} and tablename like 'movements\_%'
        order by 1`)
    ).map(({ name }) => name)

  const insert = (at: string, cents = 100, machine = 1) => sql`
    insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
    select id, 1, ${at}::timestamptz, ${cents}, 0 from machines where key = ${machine}`
  return { rowsOf, rowsByMonth, monthTables, insert }
}
