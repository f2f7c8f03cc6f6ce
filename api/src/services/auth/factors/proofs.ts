import { sql } from 'kysely'
import type { Db, ProvedFactor } from '../../../db/schema'
import { HttpError, validationError } from '../../../foundation/httpError'
import { isBelow, type Caller } from '../../tree'
import type { Writes } from '../../writes/writes'
import { factorOf, consumeFactor, tryFactor, type FactorServices, type PresentedFactor } from './factors'
import { factorsOf, hasFactor, methodsOf } from './heldFactors'

/** How old a proof may be. */
const PROOF_MINUTES = 5
/** Changes are added up over this many minutes. */
const WINDOW_MINUTES = 10

interface ProofRules {
  /** Sum of absolute differences of credits, in cents. */
  creditCents: number
  /** Number of users who can no longer sign in. */
  blocks: number
}

interface ProofDependencies extends FactorServices {
  db: Db
  writes: Writes
  rules: ProofRules
}

const blocks = (fields: unknown): boolean => (fields as { is_blocked?: unknown } | null)?.is_blocked === true

const otherFactor = (): HttpError =>
  validationError('code', 'Aquí solo vale el factor que quitas, o un código de recuperación')

const minutes = (count: number) => sql`${sql.lit(count)} * interval '1 minute'`

/** A passkey's challenge belongs to one session. */
const purposeOf = ({ sessionId }: Caller): string => `proof ${sessionId}`

/**
 * Users with a second factor must show it again for large changes: a session alone, which may be hijacked, cannot
 * move large sums. Users without a factor are never asked.
 */
export class Proofs {
  private readonly deps: ProofDependencies

  constructor(deps: ProofDependencies) {
    this.deps = deps
  }

  /**
   * Stores the proof in the session.
   * @param factor the only one accepted, besides a recovery code
   * @throws HttpError 400 for a wrong code or another factor, 429 for too many attempts
   */
  async show(caller: Caller, credential: PresentedFactor, factor?: string): Promise<{ until: string }> {
    const { db, limits, writes } = this.deps
    if (!(await this.hasSecondFactor(db, caller))) {
      throw new HttpError(400, 'No tienes un segundo factor')
    }
    if (factor !== undefined && ![factor, 'recovery'].includes(factorOf(credential))) throw otherFactor()
    return tryFactor(db, limits, caller, async () => {
      const { body } = await writes.run({ caller, key: undefined, content: null }, 200, (trx) =>
        this.storeProof(trx, caller, credential),
      )
      return body as { until: string } | null
    })
  }

  /** @param factor the only passkey accepted; without it, any of the user's */
  passkeyOptions(caller: Caller, factor?: string): Promise<object> {
    const { db, passkeys } = this.deps
    return passkeys.requestOptions(
      db,
      caller.userId,
      purposeOf(caller),
      (id) => factor === undefined || factor === factorOf({ passkey: { id } }),
    )
  }

  /** Call in the change's transaction. @throws HttpError 403 with the code `proof-required` */
  async require(trx: Db, caller: Caller): Promise<void> {
    if (await this.isMissing(trx, caller)) await this.reject(trx, caller)
  }

  /**
   * Accepts this factor or a recovery code. Any other factor can renew the codes, so that users who lost one and have
   * no codes can remove it in two steps, both shown in Activity.
   * @throws HttpError 403
   */
  async requireOf(trx: Db, caller: Caller, factor: ProvedFactor): Promise<void> {
    if (await this.isMissing(trx, caller, factor)) await this.reject(trx, caller, factor)
  }

  /** Call after credits were changed in this transaction. @throws HttpError 403 */
  async requireForCredit(trx: Db, caller: Caller): Promise<void> {
    await this.requireAbove(trx, caller, this.deps.rules.creditCents, () => this.creditsOf(trx, caller))
  }

  /**
   * Call before a bulk change. What the caller may not change is not counted: the sum would reveal it.
   * @param read not called if no proof is needed
   * @throws HttpError 403
   */
  async requireForCredits(caller: Caller, read: () => Promise<readonly CreditStep[]>): Promise<void> {
    const { db, rules } = this.deps
    await this.requireAbove(db, caller, rules.creditCents, async () => {
      const changes = await read()
      const credits = await db
        .selectFrom('machines')
        .select(['id', 'credit_cents'])
        .where('id', '=', sql<string>`any(${changes.map(({ machineId }) => machineId)}::uuid[])`)
        .where('retired_at', 'is', null)
        .where(isBelow(caller, sql.ref('owner_path')))
        .execute()
      const stored = new Map(credits.map(({ id, credit_cents }) => [id, Number(credit_cents)]))
      const steps = changes.map(({ machineId, set, add = 0 }) => {
        const credit = stored.get(machineId)
        return credit === undefined ? 0 : Math.abs(set === undefined ? add : set - credit)
      })
      const added = steps.reduce((sum, step) => sum + step, 0)
      return { added, all: added + (await this.creditsOf(db, caller)).all }
    })
  }

  /** Call after users were blocked in this transaction. @throws HttpError 403 */
  async requireForBlocks(trx: Db, caller: Caller): Promise<void> {
    await this.requireAbove(trx, caller, this.deps.rules.blocks, () => this.blockedBy(trx, caller))
  }

  /** Like `requireForCredits`. @param read the users to be blocked. @throws HttpError 403 */
  async requireForManyBlocks(caller: Caller, read: () => Promise<readonly number[]>): Promise<void> {
    const { db, rules } = this.deps
    await this.requireAbove(db, caller, rules.blocks, async () => this.blockedBy(db, caller, await read()))
  }

  /** Call after a change was reverted in this transaction: it may move credit, or block a user. @throws HttpError 403 */
  async requireForRevert(trx: Db, caller: Caller): Promise<void> {
    await this.requireForCredit(trx, caller)
    await this.requireForBlocks(trx, caller)
  }

  /** Like `requireForCredits`. @param read the rows of activity. @throws HttpError 403 */
  async requireForReverts(caller: Caller, read: () => Promise<readonly number[]>): Promise<void> {
    const { db } = this.deps
    if (!(await this.isMissing(db, caller))) return
    const rows = await db
      .selectFrom('audit')
      .select(['action', 'subject_machine_id', 'subject_user_id', 'before'])
      .where('id', '=', sql<number>`any(${await read()}::bigint[])`)
      .execute()
    const credits = rows.flatMap(({ action, subject_machine_id: machineId, before }) =>
      action === 'machine.credit' && machineId !== null
        ? [{ machineId, set: Number((before as { creditCents?: unknown }).creditCents) }]
        : [],
    )
    await this.requireForCredits(caller, async () => credits)
    await this.requireForManyBlocks(caller, async () =>
      rows.flatMap(({ action, subject_user_id: userId, before }) =>
        action === 'user.update' && userId !== null && blocks(before) ? [userId] : [],
      ),
    )
  }

  /** A call that adds nothing needs no proof, however much was changed before: a mistake can be undone. */
  private async requireAbove(db: Db, caller: Caller, max: number, count: () => Promise<Sum>): Promise<void> {
    if (!(await this.isMissing(db, caller))) return
    // serializes a user's changes, so that concurrent parts of a sum are added up too
    if (db !== this.deps.db)
      await sql`select pg_advisory_xact_lock(hashtextextended(${`weight ${caller.userId}`}, 0))`.execute(db)
    const { added, all } = await count()
    if (added > 0 && all > max) await this.reject(db, caller)
  }

  private async hasSecondFactor(db: Db, { userId }: Caller): Promise<boolean> {
    return !this.deps.rule.isOff && hasFactor(await factorsOf(db, userId))
  }

  private async isMissing(db: Db, caller: Caller, factor?: ProvedFactor): Promise<boolean> {
    if (!(await this.hasSecondFactor(db, caller))) return false
    const isFresh = (at: string) =>
      sql<boolean>`${sql.ref(at)} > clock_timestamp() - ${minutes(PROOF_MINUTES)}`
    const session = await db
      .selectFrom('sessions')
      .select('sid')
      .where('sid', '=', caller.sessionId)
      .where(isFresh('proved_at'))
      .$if(factor !== undefined, (query) =>
        query.where(isFresh('proved_with_at')).where('proved_with', 'in', [factor!, 'recovery']),
      )
      .executeTakeFirst()
    return session === undefined
  }

  private async reject(db: Db, { userId }: Caller, factor?: ProvedFactor): Promise<never> {
    const counts = (method: string): boolean =>
      factor === undefined || method === 'recovery' || factor.split(':')[0] === method
    throw new HttpError(403, 'Confirma quién eres para hacer este cambio', {
      code: 'proof-required',
      methods: methodsOf(await factorsOf(db, userId)).filter(counts),
      ...(factor && { factor }),
    })
  }

  private async storeProof(
    trx: Db,
    caller: Caller,
    credential: PresentedFactor,
  ): Promise<{ until: string } | null> {
    if (!(await consumeFactor(trx, this.deps, caller.userId, credential, purposeOf(caller)))) return null
    const { rows } = await sql<{ until: Date }>`
      update sessions
      set proved_at = clock_timestamp(), proved_with = ${factorOf(credential)}, proved_with_at = clock_timestamp()
      where sid = ${caller.sessionId}
      returning proved_at + ${minutes(PROOF_MINUTES)} as until`.execute(trx)
    return { until: (rows[0]?.until ?? new Date()).toISOString() }
  }

  /** The user's credit changes in all sessions, in cents. */
  private async creditsOf(db: Db, { userId, path }: Caller): Promise<Sum> {
    const difference = sql`abs((after ->> 'creditCents')::bigint - (before ->> 'creditCents')::bigint)`
    const { rows } = await sql<{ all: string | null; added: string | null }>`
      select sum(${difference})::text as all, (sum(${difference}) filter (where ${IS_OF_THIS}))::text as added
      from audit where at > clock_timestamp() - ${minutes(WINDOW_MINUTES)}
        and actor_path = ${path} and actor_id = ${userId} and action = 'machine.credit'`.execute(db)
    return { all: Number(rows[0]?.all ?? 0), added: Number(rows[0]?.added ?? 0) }
  }

  /**
   * How many users the caller has blocked or would block: each block reaches all users below.
   * @param further users to be blocked; counts those that are below the caller and not yet blocked
   */
  private async blockedBy(db: Db, caller: Caller, further: readonly number[] = []): Promise<Sum> {
    const { userId, path } = caller
    const { rows } = await sql<Sum>`
      with blocks as materialized (
        select user_id, true as is_new from users where user_id = any(${further}::bigint[])
          and not is_blocked and deleted_at is null and ${isBelow(caller, sql.ref('path'))}
        union all
        select subject_user_id, ${IS_OF_THIS} from audit where at > clock_timestamp() - ${minutes(WINDOW_MINUTES)}
          and actor_path = ${path} and actor_id = ${userId} and action = 'user.update'
          and after ->> 'is_blocked' = 'true'),
      roots as materialized (select path from users where user_id in (select user_id from blocks))
      select count(distinct u.user_id)::int as all,
        (select count(*) filter (where is_new) from blocks)::int as added
      from roots r join users u on u.path >= r.path and u.path < r.path || '/'
      where u.deleted_at is null`.execute(db)
    return rows[0] ?? { all: 0, added: 0 }
  }
}

interface Sum {
  /** What this call adds. */
  added: number
  /** Within the window, this call included. */
  all: number
}

/** True for audit rows that this transaction has written. */
const IS_OF_THIS = sql`xid = pg_current_xact_id_if_assigned()`

/** What a call does to a machine's credit. */
interface CreditStep {
  machineId: string
  /** Cents: the new credit. */
  set?: number | undefined
  /** Cents: what is added. */
  add?: number | undefined
}
