import { sql, type QueryExecutorProvider } from 'kysely'

export interface Table {
  readonly name: string
  /** Without generated columns. */
  readonly columns: readonly string[]
  readonly primaryKey: readonly string[]
}

interface Found extends Table {
  readonly needs: readonly string[]
}

/** Tables in the order of their foreign keys: referenced tables first. Without the migrator's own tables. */
export async function listTables(db: QueryExecutorProvider): Promise<Table[]> {
  const { rows } = await sql<Found>`
    select t.relname as name,
      array(select attname::text from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns,
      array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality k (attnum, place)
        join pg_attribute a on a.attnum = k.attnum
        where i.indrelid = t.oid and i.indisprimary and a.attrelid = t.oid order by place) as "primaryKey",
      array(select distinct o.relname::text from pg_constraint c join pg_class o on o.oid = c.confrelid
        where c.conrelid = t.oid and c.contype = 'f' and c.confrelid <> t.oid) as needs
    from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
      and t.relname not like 'kysely\\_%'
    order by t.relname`.execute(db)
  return inOrder(rows)
}

function inOrder(tables: readonly Found[]): Table[] {
  const ordered = new Map<string, Table>()
  while (ordered.size < tables.length) {
    const next = tables.find(
      ({ name, needs }) => !ordered.has(name) && needs.every((need) => ordered.has(need)),
    )
    if (!next) throw new Error('Tables refer to each other in a circle')
    ordered.set(next.name, next)
  }
  return [...ordered.values()]
}
