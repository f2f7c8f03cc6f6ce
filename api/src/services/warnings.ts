import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { OnListenState } from '../db/engine'
import type { OnReplica } from '../db/replica/replicaWatch'
import type { Db } from '../db/schema'
import { connectionsOf, WORK_CLASSES } from '../db/workClass'
import { IS_ALIVE } from '../db/appState'
import type { Settings } from '../settings/settings'
import type { App } from '../foundation/app'

/* Each logs a change of state once, and keeps a warning at `/readyz` while the state is bad. */

const POOLED =
  'DATABASE_URL pasa por un pooler y falta DATABASE_DIRECT_URL: cada consulta busca su sesión en la base de datos'

const NOT_LISTENING =
  'No llegan los avisos de sesiones terminadas: cada consulta busca su sesión en la base de datos'

/** Logs each change once, however often the state is reported. */
export function listenWarnings(warnings: Set<string>, log: FastifyBaseLogger): OnListenState {
  let reported: 'listening' | 'pooled' | 'lost' = 'listening'
  let reportedAt = new Date()
  return (state) => {
    const kind = typeof state === 'string' ? state : 'lost'
    // through a pooler no session is kept anyway
    if (kind === reported || (kind === 'lost' && reported === 'pooled')) return
    const since = reportedAt
    reported = kind
    reportedAt = new Date()
    warnings.delete(POOLED)
    warnings.delete(NOT_LISTENING)
    if (state === 'listening') {
      log.info({ since }, 'listening again for sessions that end: they are kept for a second')
    } else if (state === 'pooled') {
      warnings.add(POOLED)
      log.warn(
        'DATABASE_URL leads through a pooler: without DATABASE_DIRECT_URL no session is kept, and each call reads its own',
      )
    } else {
      warnings.add(NOT_LISTENING)
      log.warn(
        { reason: state.lostBecause },
        'not listening for sessions that end: no session is kept, and each call reads its own. ' +
          'Check whether the database runs and accepts one more connection at DATABASE_DIRECT_URL (without it: DATABASE_URL)',
      )
    }
  }
}

const REPLICA_UNUSED = 'La réplica no se usa: las listas y los informes salen de la base de datos principal'

export const replicaWarnings =
  (warnings: Set<string>, log: FastifyBaseLogger): OnReplica =>
  (unusedBecause) => {
    if (unusedBecause === null) {
      warnings.delete(REPLICA_UNUSED)
      log.info('the replica is used for lists and reports')
    } else {
      warnings.add(REPLICA_UNUSED)
      log.warn({ reason: unusedBecause }, 'the replica is not used: the primary answers')
    }
  }

const NO_SPACE = 'La base de datos se ha quedado sin espacio en disco: hay cambios que no se guardan'
const NO_SPACE_MS = 60_000

/**
 * Call the result for each write that fails. A write that succeeds proves nothing: it may have found some
 * room.
 */
export function spaceWarnings(warnings: Set<string>, log: FastifyBaseLogger): (reason: string) => void {
  let timer: NodeJS.Timeout | null = null
  const end = (): void => {
    timer = null
    warnings.delete(NO_SPACE)
    log.info('no write has failed for lack of space for a minute')
  }
  return (reason) => {
    if (timer) {
      timer.refresh()
      return
    }
    timer = setTimeout(end, NO_SPACE_MS).unref()
    warnings.add(NO_SPACE)
    log.error({ reason }, 'the disk of the database is full: changes that find no room are refused')
  }
}

export const lacksSpace = (warnings: ReadonlySet<string>): boolean => warnings.has(NO_SPACE)

/** Connections of one process: all classes of work, and the one that listens for notifications. */
const maxConnectionsOfProcess = (connections: number): number =>
  WORK_CLASSES.reduce((sum, work) => sum + connectionsOf(work, connections), 1)

interface MissingConnections {
  /** Connections that the database accepts from a role that is not a superuser. */
  accepted: number
  /** Connections that all processes may open, if all have the setting of this one. */
  needed: number
}

/**
 * Backups and other clients are not counted.
 * @param connections DATABASE_CONNECTIONS
 * @returns null if there is room for all processes
 */
export async function missingConnections(db: Db, connections: number): Promise<MissingConnections | null> {
  const { rows } = await sql<{ accepted: number; processes: number }>`
    select (select count(*) from server_processes where ${IS_ALIVE}) as processes, least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        -- since PostgreSQL 16
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) as accepted
    from pg_roles, pg_database where rolname = session_user and datname = current_database()`.execute(db)
  const { accepted = 0, processes = 0 } = rows[0] ?? {}
  const needed = processes * maxConnectionsOfProcess(connections)
  return needed > accepted ? { accepted, needed } : null
}

/** Logs a shortage whenever its numbers change, and once when it is over. */
export function connectionWarnings(warnings: Set<string>, log: FastifyBaseLogger) {
  let logged: string | null = null
  return (missing: MissingConnections | null): void => {
    const text =
      missing &&
      `La base de datos admite ${missing.accepted} conexiones y los procesos del servidor pueden abrir ${missing.needed}: faltarán en horas de mucho uso`
    if (text === logged) return
    if (logged !== null) warnings.delete(logged)
    logged = text
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

/** All users of an unknown proxy share its address, and so its limits. */
export function warnOfUnknownProxy(app: App, settings: Settings, warnings: Set<string>): void {
  if (settings.trustProxy.length > 0) return
  const warn = (text: string, logged: string): void => {
    if (warnings.has(text)) return
    warnings.add(text)
    app.log.warn(logged)
  }
  if (settings.production) {
    warn(
      'TRUST_PROXY está vacío: detrás de un proxy, todos los usuarios comparten una dirección y sus límites',
      'TRUST_PROXY is empty: behind a proxy all users share one address and its limits',
    )
  }
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['x-forwarded-for'] === undefined) return
    warn(
      'Llegan solicitudes con X-Forwarded-For, pero TRUST_PROXY está vacío: los usuarios de un proxy comparten una dirección y sus límites',
      'Requests come with X-Forwarded-For, but TRUST_PROXY is empty: the users of a proxy share one address and its limits',
    )
  })
}
