import type { Db } from '../../db/schema'
import { HttpError } from '../../foundation/httpError'
import { subjectText, type AuditEntry, type AuditSubject } from './audit'

export interface StaleState {
  /** Without a version, there is no check. */
  expected: number | undefined
  actual: number
  current: () => object | Promise<object>
  subject: AuditSubject
  /** Audit actions that increment the version. */
  actions: readonly AuditEntry['action'][]
  message: string
}

/** @throws HttpError 409 with the current state, who changed it last and when */
export async function refuseStale(trx: Db, state: StaleState): Promise<void> {
  const { expected, actual, current, subject, actions, message } = state
  if (expected === undefined || expected === actual) return
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
