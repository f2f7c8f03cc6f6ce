import { centsFromWire, centsToWire } from '@console/shared-kernel/contracts'
import { type CreditResponse, MOST_CREDIT } from '@console/shared-kernel/schemas'
import type { Actor } from '../tree/caller'
import type { Db } from '../../db/schema'
import { validationError } from '../../foundation/httpError'
import { writeAudit } from '../writes/audit'
import { refuseStale } from '../writes/versions'
import { lockMachine } from './lockMachine'

export interface CreditChange {
  machineId: string
  /** In units of the currency, as on the wire, and not in cents: the new credit, or what is added to it. */
  amount: number
  how: 'set' | 'add'
  /** Without a version, any credit is replaced. */
  expected: number | undefined
}

const answer = (cents: number, version: number): CreditResponse => ({
  credit: centsToWire(cents),
  creditVersion: String(version),
})

const MAX_CENTS = centsFromWire(MOST_CREDIT)

function refuseOutOfRange(cents: number): void {
  if (cents >= 0 && cents <= MAX_CENTS) return
  throw validationError('add', `El crédito quedaría fuera de 0 a ${MOST_CREDIT}`)
}

/** Who may call it is in `http/accessRules.ts`. @throws HttpError 409 for a stale version, 400 for a sum that a machine cannot have */
export async function setCredit(trx: Db, actor: Actor, change: CreditChange): Promise<CreditResponse> {
  const { machineId, expected, how } = change
  const before = await lockMachine(trx, machineId)
  await refuseStale(trx, {
    expected,
    actual: before.credit_version,
    current: () => answer(before.credit_cents, before.credit_version),
    subject: { type: 'machine', id: machineId },
    actions: ['machine.credit'],
    message: 'El crédito ha cambiado entretanto',
  })
  const cents = centsFromWire(change.amount) + (how === 'add' ? before.credit_cents : 0)
  refuseOutOfRange(cents)
  const version = before.credit_version + 1
  await trx
    .updateTable('machines')
    .set({ credit_cents: cents, credit_version: version })
    .where('id', '=', machineId)
    .execute()
  await writeAudit(trx, actor, {
    action: 'machine.credit',
    subject: { type: 'machine', id: machineId },
    before: { creditCents: before.credit_cents, version: before.credit_version },
    after: { creditCents: cents, version },
  })
  return answer(cents, version)
}
