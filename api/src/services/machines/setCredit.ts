import { centsFromWire, centsToWire } from '@console/shared-kernel/contracts/cents'
import type { CreditResponse } from '@console/shared-kernel/contracts/machine.schema'
import type { Db } from '../../db/database'
import { HttpError } from '../../http/errors'
import { writeAudit, type Actor } from '../audit'
import { lockMachine } from './lockMachine'

export interface CreditChange {
  readonly machineId: string
  /** The machine's new credit. */
  readonly amount: number
  /** The version it was decided against; without one, whatever is there is replaced. */
  readonly expectedVersion: number | undefined
  /** Sent again with the same key, the change is the same one and not made twice. */
  readonly idempotencyKey: string | undefined
}

const stale = (current: CreditResponse): HttpError =>
  new HttpError(409, 'El crédito ha cambiado entretanto', { current: { ...current } })

const keyUsedElsewhere = (): HttpError =>
  new HttpError(409, 'La clave de idempotencia ya se usó para otra operación')

const answer = (cents: number, version: number): CreditResponse => ({
  credit: centsToWire(cents),
  creditVersion: String(version),
})

/**
 * Sets a machine's credit.
 * @throws HttpError 409 where the credit has changed since the expected version (with what it is now), or where
 *   the key was used for something else
 */
export const setCredit = (db: Db, actor: Actor, change: CreditChange): Promise<CreditResponse> =>
  db.transaction().execute(async (trx) => {
    const { machineId, expectedVersion, idempotencyKey } = change
    const cents = centsFromWire(change.amount)
    const before = await lockMachine(trx, machineId)
    if (idempotencyKey !== undefined) {
      const earlier = await findRequest(trx, actor, idempotencyKey)
      if (earlier && (earlier.machine_id !== machineId || earlier.amount_cents !== cents))
        throw keyUsedElsewhere()
      if (earlier) return answer(earlier.amount_cents, earlier.credit_version)
    }
    if (expectedVersion !== undefined && expectedVersion !== before.credit_version) {
      throw stale(answer(before.credit_cents, before.credit_version))
    }
    const version = before.credit_version + 1
    await trx
      .updateTable('machines')
      .set({ credit_cents: cents, credit_version: version })
      .where('id', '=', machineId)
      .execute()
    if (idempotencyKey !== undefined) {
      await rememberRequest(trx, actor, idempotencyKey, machineId, cents, version)
    }
    await writeAudit(trx, actor, {
      action: 'machine.credit',
      subject: `machine ${machineId}`,
      before: { creditCents: before.credit_cents, version: before.credit_version },
      after: { creditCents: cents, version },
    })
    return answer(cents, version)
  })

const findRequest = (trx: Db, actor: Actor, key: string) =>
  trx
    .selectFrom('credit_requests')
    .select(['machine_id', 'amount_cents', 'credit_version'])
    .where('actor_id', '=', actor.userId)
    .where('key', '=', key)
    .executeTakeFirst()

/** One key for two machines at the same moment: the row of the first decides. */
async function rememberRequest(
  trx: Db,
  actor: Actor,
  key: string,
  machine_id: string,
  amount_cents: number,
  credit_version: number,
): Promise<void> {
  const written = await trx
    .insertInto('credit_requests')
    .values({ actor_id: actor.userId, key, machine_id, amount_cents, credit_version })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!written) throw keyUsedElsewhere()
}
