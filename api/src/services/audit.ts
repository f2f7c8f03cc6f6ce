import type { Db } from '../db/database'
import type { UserPlace } from './users/place'

/** Who changes something, and in which request. */
export interface Actor extends UserPlace {
  readonly requestId: string
}

export interface AuditEntry {
  readonly action: string
  readonly subject: string
  readonly before?: object
  readonly after?: object
}

/** Writes down a change, in the same transaction as the change itself. Passwords never come into it. */
export async function writeAudit(trx: Db, actor: Actor, entry: AuditEntry): Promise<void> {
  const { action, subject, before, after } = entry
  await trx
    .insertInto('audit')
    .values({
      actor_id: actor.userId,
      request_id: actor.requestId,
      action,
      subject,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}
