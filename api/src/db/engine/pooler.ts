import type pg from 'pg'

/**
 * Whether a connection leads to the database itself. A transaction pooler gives each transaction another
 * session, so NOTIFY, session locks and settings reach the wrong client. It also reports its own process id.
 */
export async function isDirect(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid === (client as { processID?: number | null }).processID
}
