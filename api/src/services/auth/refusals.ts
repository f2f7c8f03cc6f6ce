import { randomUUID } from 'node:crypto'
import { networkOf } from '@console/shared-kernel/schemas'
import { sql, type RawBuilder } from 'kysely'
import { HttpError } from '../../foundation/httpError'
import type { UnknownCaller } from '../tree'
import type { Db } from '../../db/schema'
import { insertAudit } from '../writes/writes'
import type { Counter } from './loginLimits'
import { noteRefusedSignIn } from './signIns'

/** Only shown to someone who knows the password, or has the passkey. */
export const blockedUser = (): HttpError => new HttpError(401, 'El usuario está bloqueado')

interface FailedSignIn {
  /** Null for an unknown name, which is not kept: it may be a mistyped password. */
  userId: number | null
  actorId: number | null
  locked: Counter | null
}

/** Maximum windows closed per transaction. */
const BATCH = 200

const ago = (seconds: number): RawBuilder<Date> =>
  sql`(statement_timestamp() - ${seconds}::float8 * interval '1 second')`
/** A start in the future means that the clock was set back: such a window has ended. */
const isOpen = (since: string, windowSeconds: number) =>
  sql`${sql.ref(since)} between ${ago(windowSeconds)} and ${ago(-60)}`
const hasEnded = (windowSeconds: number) => sql`network = '' and not (${isOpen('since', windowSeconds)})`

/**
 * Audits the first refusal of a user (for unknown names: of a network) in a time window, and the first lock
 * of each counter. Further ones are only counted, so that guesses do not flood the audit; `closeRefusals`
 * writes their number.
 */
export async function writeFailedSignIn(
  db: Db,
  windowSeconds: number,
  caller: UnknownCaller,
  { locked, ...whose }: FailedSignIn,
): Promise<void> {
  const network = networkOf(caller.address)
  const { userId, actorId } = whose
  if (userId !== null && actorId === null) await noteRefusedSignIn(db, userId)
  const subject = userId === null ? `unknown ${networkOf(caller.address, 48)}` : `user ${userId}`
  const refusal = { windowSeconds, subject, network }
  if (!locked && (await countFurther(db, refusal))) return
  await db.transaction().execute(async (trx) => {
    const isFirst = await countRefusal(trx, refusal)
    if (locked && (await countRefusal(trx, { ...refusal, subject: `lock ${locked.kind} ${locked.key}` })))
      await writeSecurityEvent(trx, caller, { action: 'session.lock', ...whose })
    else if (isFirst) await writeSecurityEvent(trx, caller, { action: 'session.refuse', ...whose })
  })
}

interface Counted {
  windowSeconds: number
  subject: string
  network: string
}

/**
 * One statement and no transaction: during an attack nearly every refusal is one more from a known network.
 */
async function countFurther(db: Db, { windowSeconds, subject, network }: Counted): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update login_refusals as r set refusals = refusals + 1
    where subject = ${subject} and network = '' and ${isOpen('r.since', windowSeconds)}
      and exists (select from login_refusals where subject = ${subject} and network = ${network})`.execute(db)
  return numAffectedRows === 1n
}

/** The row without a network has the window's start and count. @returns whether this is the window's first */
async function countRefusal(trx: Db, { windowSeconds, subject, network }: Counted): Promise<boolean> {
  // another process may begin and end windows in between
  for (let tries = 0; tries < 5; tries += 1) {
    const { rows } = await sql<{ refusals: number }>`
      with counted as (
        insert into login_refusals as r (subject, network, since, refusals)
        values (${subject}, '', statement_timestamp(), 1)
        on conflict (subject, network) do update set refusals = r.refusals + 1
        where ${isOpen('r.since', windowSeconds)}
        returning since, refusals),
      seen as (
        insert into login_refusals (subject, network, since, refusals)
        select ${subject}, ${network}, since, 0 from counted on conflict do nothing)
      select refusals from counted`.execute(trx)
    if (rows[0]) return rows[0].refusals === 1
    await close(trx, sql`subject = ${subject} and ${hasEnded(windowSeconds)} for update`)
  }
  throw new Error(`The refusals of "${subject}" could not be counted`)
}

/** Writes one row for each window that has ended with further refusals. Safe to run in several processes. */
export async function closeRefusals(db: Db, windowSeconds: number): Promise<void> {
  const which = sql`${hasEnded(windowSeconds)} order by subject limit ${sql.lit(BATCH)} for update skip locked`
  while ((await db.transaction().execute((trx) => close(trx, which))) === BATCH);
}

interface Closed {
  subject: string
  since: Date
  refusals: number
  networks: number
}

async function close(trx: Db, which: RawBuilder<unknown>): Promise<number> {
  const { rows: locked } = await sql<{ subject: string }>`
    select subject from login_refusals where ${which}`.execute(trx)
  if (locked.length === 0) return 0
  // a separate statement, to see the networks that the last holder of the lock has added
  const { rows } = await sql<Closed>`
    with gone as (
      delete from login_refusals where subject in (${sql.join(locked.map(({ subject }) => subject))})
      returning subject, since, refusals)
    select subject, min(since) as since, max(refusals) as refusals, count(*)::int - 1 as networks
    from gone group by subject order by subject`.execute(trx)
  for (const closed of rows) await writeClosed(trx, closed)
  return locked.length
}

async function writeClosed(trx: Db, { subject, since, refusals, networks }: Closed): Promise<void> {
  const [kind, whose = ''] = subject.split(' ')
  // the first refusal has a row of its own already, and so has each lock
  if (refusals === 1 || kind === 'lock') return
  const counts = { refusals, networks, since: since.toISOString() }
  await insertAudit(trx, {
    actorId: null,
    requestId: randomUUID(),
    action: 'session.refuse',
    subject: kind === 'user' ? { type: 'user', id: Number(whose) } : null,
    after: kind === 'user' ? counts : { ...counts, network: whose },
  })
}

type SecurityAction =
  | 'session.start'
  | 'session.refuse'
  | 'session.lock'
  | 'session.end'
  | 'user.password'
  | 'user.factor'
  | 'user.factor-reset'

interface SecurityEvent {
  action: SecurityAction
  /** Null for an unknown name, which is not kept: it may be a mistyped password. */
  userId: number | null
  actorId: number | null
  /** Must contain no secrets. */
  details?: object
}

export async function writeSecurityEvent(
  db: Db,
  { requestId, address }: UnknownCaller,
  { action, userId, actorId, details }: SecurityEvent,
): Promise<void> {
  await insertAudit(db, {
    actorId,
    requestId,
    action,
    subject: userId === null ? null : { type: 'user', id: userId },
    after: { address, ...details },
  })
}
