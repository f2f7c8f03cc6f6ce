import { sql } from 'kysely'
import type { Db } from '../schema'

type WalPosition = bigint

/** @param text such as 16/B374D848 */
export function readWalPosition(text: string): WalPosition {
  const [file = '', offset = ''] = text.split('/')
  return (BigInt(`0x${file}`) << 32n) + BigInt(`0x${offset}`)
}

/**
 * SQL, on the primary: the end of what is committed. Unflushed log, which replicas never receive, counts only
 * if commits are acknowledged before the flush.
 */
export const committedUntil = sql<string>`(case current_setting('synchronous_commit')
  when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text`

/** SQL, on the replica. Null if the server is not a replica. */
export const replayedUntil = sql<string | null>`pg_last_wal_replay_lsn()::text`

/** SQL, on the primary: its timeline. Each promotion of a replica begins a new one. */
export const primaryTimeline = sql<number>`
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int`

/**
 * SQL, on the replica, usable by any role. A replica that switches to a new timeline shows it after its next
 * restartpoint.
 */
export const replicaTimeline = sql<number>`(
  select greatest(c.timeline_id, r.min_recovery_end_timeline) from pg_control_checkpoint() c, pg_control_recovery() r)`

/** SQL: equal only on a database and its physical copies. */
export const databaseIdentity = sql<string>`(
  select concat(c.system_identifier, ' ', d.oid) from pg_control_system() c, pg_database d
  where d.datname = current_database())`

/** Positions on different timelines cannot be compared. */
export interface Committed {
  position: WalPosition
  timeline: number
}

export async function readCommitted(primary: Db): Promise<Committed> {
  const { rows } = await sql<{ committed: string; timeline: number }>`
    select ${committedUntil} as committed, ${primaryTimeline} as timeline`.execute(primary)
  const { committed, timeline } = rows[0]!
  return { position: readWalPosition(committed), timeline }
}
