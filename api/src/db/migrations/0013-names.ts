import { sql, type Kysely, type Migration } from 'kysely'

const BATCH = 5_000

/** A copy of the case folding at that time: later rules must not change stored names. */
const folded = (userName: string): string =>
  Array.from(userName.normalize('NFKC'), (character) => character.toLowerCase().toUpperCase().toLowerCase())
    .join('')
    .normalize('NFKC')
    .replace(/\p{Cc}/gu, '\uFFFD')

interface Named {
  user_id: number
  user_name: string
}

/** Users with equal folded names keep their names and are marked. The unique index covers only the others. */
export const foldNames: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`alter table users
      add column name_folded text, add column name_clashes boolean not null default false`.execute(db)
    await foldAll(db)
    await sql`alter table users alter column name_folded set not null`.execute(db)
    await listClashes(db)
    await sql`create unique index users_name_folded on users (name_folded)
      where deleted_at is null and not name_clashes`.execute(db)
    await sql`create index users_by_folded_name on users (name_folded) where deleted_at is null`.execute(db)
    await sql`alter table audit alter column actor_id drop not null`.execute(db)
  },
}

async function foldAll(db: Kysely<unknown>): Promise<void> {
  for (let last = 0; ;) {
    const { rows } = await sql<Named>`
      select user_id, user_name from users where user_id > ${last}
      order by user_id limit ${sql.lit(BATCH)}`.execute(db)
    if (rows.length === 0) return
    const names = rows.map(({ user_id, user_name }) => ({ id: user_id, folded: folded(user_name) }))
    await sql`
      update users set name_folded = f.folded
      from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as f (id integer, folded text)
      where user_id = f.id`.execute(db)
    last = rows.at(-1)?.user_id ?? last
  }
}

async function listClashes(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ users: Named[] }>`
    select json_agg(json_build_object('user_id', user_id, 'user_name', user_name) order by user_id) as users
    from users where deleted_at is null group by name_folded having count(*) > 1 order by min(user_id)`.execute(
    db,
  )
  for (const { users } of rows) {
    const named = users.map(({ user_id, user_name }) => `user ${user_id} ${JSON.stringify(user_name)}`)
    process.stderr.write(
      `console-api: ${named.join(' and ')} have names that now count as the same. ` +
        'Each goes on signing in with its exact name.\n',
    )
    const ids = users.map(({ user_id }) => user_id)
    await sql`update users set name_clashes = true where user_id in (${sql.join(ids)})`.execute(db)
  }
}
