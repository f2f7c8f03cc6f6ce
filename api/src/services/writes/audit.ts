import type { AUDIT_KINDS } from '@console/shared-kernel/contracts'
import { sql } from 'kysely'
import type { Actor } from '../tree/caller'
import type { Db } from '../../db/schema'

export type AuditSubject =
  | { type: 'user' | 'game'; id: number }
  | { type: 'machine'; id: string }
  | { type: 'audit'; id: 'archive' }
  | { type: 'movements'; id: 'detached' }

export interface AuditEntry {
  action: (typeof AUDIT_KINDS)[number]
  subject: AuditSubject
  before?: object
  after?: object
}

const UNKNOWN_USER = 'unknown user'

export const subjectText = ({ type, id }: AuditSubject): string => `${type} ${id}`

/** In the transaction of the change. Pass only the fields that differ, and never passwords. */
export async function writeAudit(
  trx: Db,
  actor: Pick<Actor, 'userId' | 'requestId'>,
  { action, subject, before, after }: AuditEntry,
): Promise<void> {
  await insertAudit(trx, { ...actor, actorId: actor.userId, action, subject, before, after })
}

interface AuditRow extends Omit<AuditEntry, 'subject'> {
  actorId: number | null
  requestId: string
  /** Null: an unknown name. */
  subject: AuditSubject | null
}

/** The only way into the audit: fills in the paths by which rows are found. */
export async function insertAudit(db: Db, row: AuditRow): Promise<void> {
  const { actorId, requestId, action, subject, before, after } = row
  await db
    .insertInto('audit')
    .values({
      // not now(), the start of the transaction: it may have waited for another change of the same thing
      at: sql<Date>`clock_timestamp()`,
      actor_id: actorId,
      actor_path: sql<string | null>`(select path from users where user_id = ${actorId})`,
      request_id: requestId,
      action,
      subject: subject ? subjectText(subject) : UNKNOWN_USER,
      ...(subject && placeOf(subject)),
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}

function placeOf(subject: AuditSubject) {
  switch (subject.type) {
    case 'user':
      return {
        subject_user_id: subject.id,
        subject_path: sql<string>`(select path from users where user_id = ${subject.id})`,
      }
    case 'machine':
      return {
        subject_machine_id: subject.id,
        subject_user_id: sql<number>`(select owner_id from machines where id = ${subject.id})`,
        subject_path: sql<string>`(select owner_path from machines where id = ${subject.id})`,
      }
    case 'game':
    case 'audit':
    case 'movements':
      return {}
  }
}
