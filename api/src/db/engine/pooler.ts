import type pg from 'pg'

/**
 * Whether a connection leads to the database itself. A pooler gives each transaction another session: what is
 * notified, locked or set for longer than a transaction reaches somebody else. It also makes up its own number
 * of the process behind a connection.
 */
export async function isDirect(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid === (client as { processID?: number | null }).processID
}
