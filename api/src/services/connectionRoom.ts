import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/schema'
import { connectionsOf, WORK_CLASSES } from '../db/workClass'
import { IS_ALIVE } from '../db/liveProcesses'

/** Of one process: all classes of work, and the connection that hears of sessions that end. */
const mostOfProcess = (connections: number): number =>
  WORK_CLASSES.reduce((sum, work) => sum + connectionsOf(work, connections), 1)

export interface MissingRoom {
  /** Connections that the database accepts from a role that is no superuser. */
  accepted: number
  /** Connections that all processes may open, if all have the setting of this one. */
  most: number
}

/**
 * Backups and other clients are not counted.
 * @param connections DATABASE_CONNECTIONS
 * @returns null where all processes have room
 */
export async function missingRoom(db: Db, connections: number): Promise<MissingRoom | null> {
  const { rows } = await sql<{ accepted: number; processes: number }>`
    select (select count(*) from server_processes where ${IS_ALIVE}) as processes, least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        -- since PostgreSQL 16
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) as accepted
    from pg_roles, pg_database where rolname = session_user and datname = current_database()`.execute(db)
  const { accepted = 0, processes = 0 } = rows[0] ?? {}
  const most = processes * mostOfProcess(connections)
  return most > accepted ? { accepted, most } : null
}

/** Says once that room is missing, as long as the numbers stay, and once that there is room again. */
export function roomNotices(warnings: Set<string>, log: FastifyBaseLogger) {
  let said: string | null = null
  return (missing: MissingRoom | null): void => {
    const text =
      missing &&
      `La base de datos admite ${missing.accepted} conexiones y los procesos del servidor pueden abrir ${missing.most}: faltarán en horas de mucho uso`
    if (text === said) return
    if (said !== null) warnings.delete(said)
    said = text
    if (text === null) {
      log.info('the database accepts as many connections as the processes may open')
      return
    }
    warnings.add(text)
    log.warn(
      missing,
      'the processes may open more connections than the database accepts: calls without one are answered 503',
    )
  }
}
