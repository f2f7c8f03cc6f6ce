import type { Db } from '../../db/schema'
import type { Origin } from '../tree/caller'
import { insertAudit } from '../writes/audit'

type SecurityAction = 'session.start' | 'session.refuse' | 'session.lock' | 'session.end' | 'user.password'

interface SecurityEvent {
  action: SecurityAction
  /** Null for an unknown name, which is not kept: it may be a mistyped password. */
  userId: number | null
  actorId: number | null
}

export async function writeSecurityEvent(
  db: Db,
  { requestId, address }: Origin,
  { action, userId, actorId }: SecurityEvent,
): Promise<void> {
  await insertAudit(db, {
    actorId,
    requestId,
    action,
    subject: userId === null ? null : { type: 'user', id: userId },
    after: { address },
  })
}
