import type { FastifyBaseLogger } from 'fastify'
import type { OnListenState } from './db/engine'
import type { OnReplica } from './db/replica/replicaWatch'

/* Each says a change of state once in the log, and keeps a warning at `/readyz` while the state is bad. */

const POOLED =
  'DATABASE_URL pasa por un pooler y falta DATABASE_DIRECT_URL: cada consulta busca su sesión en la base de datos'

const NOT_LISTENING =
  'No llegan los avisos de sesiones terminadas: cada consulta busca su sesión en la base de datos'

/** Says each change once, however often it is tried. */
export function listenNotices(warnings: Set<string>, log: FastifyBaseLogger): OnListenState {
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

export const replicaNotices =
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
