import type { Db } from '../../db/schema'
import type { Origin } from '../caller'
import { insertAudit } from '../audit'

type SecurityAction = 'session.start' | 'session.refuse' | 'session.lock' | 'session.end' | 'user.password'

interface SecurityEvent {
  readonly action: SecurityAction
  /** Null for an unknown name: the name itself is never kept, because it may be a mistyped password. */
  readonly userId: number | null
  /** Null without a signed-in user. */
  readonly actorId: number | null
}

/** Writes down who signed in, was refused or changed a password. Attempts that a limit refuses are not. */
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

interface Refusal {
  readonly userId: number | null
  readonly actorId: number | null
  /** What the refused attempt exhausted. */
  readonly locked: 'pair' | 'address' | null
}

/** A wrong password, or the one that a lock begins with: as many rows as attempts that are looked at. */
export const writeRefusal = (db: Db, origin: Origin, { locked, ...whose }: Refusal): Promise<void> =>
  writeSecurityEvent(db, origin, { action: locked ? 'session.lock' : 'session.refuse', ...whose })
