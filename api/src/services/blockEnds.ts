import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/schema'
import { validationError } from '../foundation/httpError'
import { withRetries } from '../db/failures'
import { insertAudit, type Motive } from './writes/writes'

/** The text used in the audit and in lists: ISO 8601 in UTC. */
export const endText = (end: Date | null): string | null => end && end.toISOString()

/**
 * The end of a block after a change of the flag.
 *
 * @param asked undefined keeps the end of an existing block
 * @param field named in the error
 * @throws HttpError 400 for a new end that is not in the future
 */
export function newBlockEnd(
  before: { is_blocked: boolean; blocked_until: Date | null },
  { blocked, asked, field }: { blocked: boolean; asked: Date | null | undefined; field: string },
): Date | null {
  if (!blocked) return null
  if (asked === undefined) return before.is_blocked ? before.blocked_until : null
  const isNew = asked !== null && asked.getTime() !== before.blocked_until?.getTime()
  if (isNew && asked <= new Date()) throw validationError(field, 'Debe ser posterior a este momento')
  return asked
}

interface BlockChange extends Pick<Motive, 'reason'> {
  blocked?: boolean | undefined
  until?: Date | null | undefined
}

/** Whether a row is blocked as a change asks. A new reason is a change as well. */
export const isSameBlock = (
  { is_blocked, blocked_until }: { is_blocked: boolean; blocked_until: Date | null },
  { blocked, until, reason }: BlockChange,
): boolean =>
  blocked === is_blocked &&
  reason === undefined &&
  (until === undefined || until?.getTime() === blocked_until?.getTime())

/** SQL: a block that is due to end. A later change of the flag sets another end, or none. */
const IS_DUE = sql<boolean>`is_blocked and blocked_until <= clock_timestamp()`
const USERS_DUE = sql<boolean>`${IS_DUE} and deleted_at is null`
const MACHINES_DUE = sql<boolean>`${IS_DUE} and retired_at is null`

/** SQL: how many seconds the oldest expired block is overdue; 0 without one. */
export const blockEndDelay = sql<number>`(
  select coalesce(extract(epoch from clock_timestamp() - min(blocked_until)), 0)::float8 from (
    select blocked_until from users where ${USERS_DUE}
    union all select blocked_until from machines where ${MACHINES_DUE}
  ) due)`

/** Maximum users, and maximum machines, per run; the rest wait for the next one. */
const BATCH = 500

/**
 * Ends the blocks that are due, each in a transaction of its own. Safe to run in several processes: the one
 * that locks a row first ends its block. A row locked by another transaction is skipped until the next run.
 */
export async function endDueBlocks(db: Db): Promise<void> {
  const users = await db.selectFrom('users').select('user_id').where(USERS_DUE).limit(BATCH).execute()
  for (const { user_id } of users) await inTransaction(db, (trx) => endBlockOfUser(trx, user_id))
  const machines = await db.selectFrom('machines').select('id').where(MACHINES_DUE).limit(BATCH).execute()
  for (const { id } of machines) await inTransaction(db, (trx) => endBlockOfMachine(trx, id))
}

const inTransaction = (db: Db, change: (trx: Db) => Promise<void>): Promise<void> =>
  withRetries(() => db.transaction().execute(change))

const NO_BLOCK = { is_blocked: false, blocked_until: null }

async function endBlockOfUser(trx: Db, userId: number): Promise<void> {
  const user = await trx
    .selectFrom('users')
    .select(['version', 'blocked_until'])
    .where('user_id', '=', userId)
    .where(USERS_DUE)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!user) return
  const version = user.version + 1
  await trx
    .updateTable('users')
    .set({ ...NO_BLOCK, version })
    .where('user_id', '=', userId)
    .execute()
  await insertAudit(trx, {
    actorId: null,
    requestId: randomUUID(),
    action: 'user.block-end',
    subject: { type: 'user', id: userId },
    before: { is_blocked: true, blocked_until: endText(user.blocked_until) },
    after: { is_blocked: false },
    version,
  })
}

async function endBlockOfMachine(trx: Db, machineId: string): Promise<void> {
  const machine = await trx
    .selectFrom('machines')
    .select(['version', 'blocked_until'])
    .where('id', '=', machineId)
    .where(MACHINES_DUE)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!machine) return
  const version = machine.version + 1
  await trx
    .updateTable('machines')
    .set({ ...NO_BLOCK, version })
    .where('id', '=', machineId)
    .execute()
  await insertAudit(trx, {
    actorId: null,
    requestId: randomUUID(),
    action: 'machine.block-end',
    subject: { type: 'machine', id: machineId },
    before: { blocked: true, until: endText(machine.blocked_until) },
    after: { blocked: false },
    version,
  })
}
