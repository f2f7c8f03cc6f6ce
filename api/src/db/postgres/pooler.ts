import type pg from 'pg'

/**
 * Behind a transaction pooler each transaction has another session, so NOTIFY, session locks and settings do
 * not work. A pooler also reports a process id of its own.
 */
export async function isDirect(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid === (client as { processID?: number | null }).processID
}
