import { sql } from 'kysely'

/** Of a row of `server_processes`. A future time is from before the database's clock was set back. */
export const IS_ALIVE = sql<boolean>`seen_at between clock_timestamp() - interval '35 seconds'
  and clock_timestamp() + interval '35 seconds'`
