import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import { HttpError } from '../../foundation/httpError'
import { type AuditEntry, type AuditSubject, subjectText } from './writes'

export interface StaleState {
  /** Without a version, there is no check. */
  expected: number | undefined
  actual: number
  current: () => object | Promise<object>
  subject: AuditSubject
  /** Audit actions that increment the version. */
  actions: readonly AuditEntry['action'][]
  message: string
  /** Accepts changes since the version in which the block stayed as it was. */
  onlyBlock?: boolean | undefined
}

/**
 * Added to all versions when a database is restored. Larger than the number of changes that any row gets after a
 * backup, so that no lost version is used again.
 */
export const LOST_VERSIONS = 1_000_000

/** Changes of nothing but the block. */
const BLOCKS: readonly AuditEntry['action'][] = [
  'machine.block',
  'machine.unblock',
  'machine.block-end',
  'user.block-end',
]

/** Whether the block may have changed since a version. */
async function isBlockChanged(
  trx: Db,
  subject: AuditSubject,
  since: number,
  actual: number,
): Promise<boolean> {
  // after a restore, the audit lacks the changes that were lost
  if (since > actual || actual - since > LOST_VERSIONS / 2) return true
  const change = await trx
    .selectFrom('audit')
    .select('id')
    .where('subject', '=', subjectText(subject))
    .where('version', '>', since)
    .where((eb) =>
      eb.or([
        eb('action', 'in', BLOCKS),
        eb.and([
          eb('action', '=', 'user.update'),
          sql<boolean>`jsonb_exists_any(after, array['is_blocked', 'blocked_until'])`,
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return change !== undefined
}

/** @throws HttpError 409 with the current state, who changed it last and when */
export async function rejectStale(trx: Db, state: StaleState): Promise<void> {
  const { expected, actual, current, subject, actions, message, onlyBlock = false } = state
  if (expected === undefined || expected === actual) return
  if (onlyBlock && !(await isBlockChanged(trx, subject, expected, actual))) return
  const change = await trx
    .selectFrom('audit as a')
    .leftJoin('users as u', 'u.user_id', 'a.actor_id')
    .select(['u.user_name', 'a.at'])
    .where('a.subject', '=', subjectText(subject))
    .where('a.action', 'in', actions)
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  throw new HttpError(409, message, {
    current: { ...(await current()) },
    changedBy: change?.user_name ?? undefined,
    changedAt: change?.at.toISOString(),
  })
}
