import { sql, type QueryExecutorProvider } from 'kysely'

export async function copySequences(from: QueryExecutorProvider, to: QueryExecutorProvider): Promise<void> {
  const { rows: sequences } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'S' and relnamespace = 'public'::regnamespace`.execute(from)
  for (const { name } of sequences) {
    const { rows } = await sql<{ last_value: number; is_called: boolean }>`
      select last_value, is_called from ${sql.table(name)}`.execute(from)
    for (const { last_value, is_called } of rows) {
      await sql`select setval(${`public."${name}"`}::regclass, ${last_value}::bigint, ${is_called}::boolean)`.execute(
        to,
      )
    }
  }
}
