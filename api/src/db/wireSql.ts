import { sql, type RawBuilder } from 'kysely'

/** SQL: an exact amount with two decimals. */
export const amount = (cents: RawBuilder<unknown>): RawBuilder<string> => sql`(${cents}) * 0.01`

/** SQL: ISO 8601, UTC. */
export const instant = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
