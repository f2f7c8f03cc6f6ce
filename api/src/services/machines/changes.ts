import { randomUUID } from 'node:crypto'
import { type MachineBlockResponse, type CreditResponse, MAX_CREDIT } from '@console/shared-kernel/schemas'
import { centsFromWire, centsToWire, MAX_AMOUNT_CENTS } from '@console/shared-kernel/contracts'
import { forbidden, validationError } from '../../foundation/httpError'
import type { Db } from '../../db/schema'
import { type Caller, lockUser, type TreeNode } from '../tree'
import { endText, isSameBlock, newBlockEnd } from '../blockEnds'
import { type Motive, writeAudit } from '../writes/writes'
import { rejectStale } from '../writes/staleVersions'
import { machineJson } from '../lists'

/** Locks the machine's row until the transaction ends. @throws HttpError 403 if it was just retired */
export async function lockMachine(trx: Db, machineId: string) {
  const machine = await trx
    .selectFrom('machines')
    .select(['credit_cents', 'credit_version', 'is_blocked', 'blocked_until', 'service_mode', 'config'])
    .select(['version', 'config_version'])
    .where('id', '=', machineId)
    .where('retired_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!machine) throw forbidden()
  return machine
}

/**
 * @returns its id
 * @throws HttpError 403 if the owner was just deleted, as the deletion has not retired this machine
 */
export async function createMachine(trx: Db, caller: Caller, owner: TreeNode): Promise<string> {
  const id = randomUUID()
  const user = await lockUser(trx, owner.userId)
  // a separate statement, to see the machines added by the last holder of the lock
  const { earlier } = await trx
    .selectFrom('machines')
    .select(({ fn }) => fn.countAll<number>().as('earlier'))
    // a path belongs to one user; owner_id has no index
    .where('owner_path', '=', owner.path)
    .executeTakeFirstOrThrow()
  const name = `${user.user_name} ${earlier + 1}`
  await trx
    .insertInto('machines')
    .values({
      id,
      name,
      owner_id: owner.userId,
      owner_path: owner.path,
      status: 'Offline',
      is_connected: false,
      last_connection: null,
      location: '',
      ip_address: '',
      security_level: 'Standard',
      retired_at: null,
    })
    .execute()
  await writeAudit(trx, caller, {
    action: 'machine.create',
    subject: { type: 'machine', id },
    after: { name, ownerId: owner.userId },
  })
  return id
}

interface MachineBlock extends Motive {
  machineId: string
  /** Undefined toggles it. */
  blocked: boolean | undefined
  /** When the block ends by itself; undefined keeps the end of an existing block. */
  until?: Date | null | undefined
  expected: number | undefined
  /** Accepts a version since which only the configuration has changed, or the same block was made. */
  onlyBlock?: boolean
}

/** Changes that raise `version`. */
export const BLOCK_ACTIONS = [
  'machine.block',
  'machine.unblock',
  'machine.block-end',
  'machine.config',
] as const

/** @throws HttpError 409 for a stale version, 400 for an end that is not in the future */
export async function setBlocked(
  trx: Db,
  caller: Caller,
  change: MachineBlock,
): Promise<MachineBlockResponse> {
  const { machineId, expected, onlyBlock, reason, reverts } = change
  const machine = await lockMachine(trx, machineId)
  const { is_blocked, blocked_until, version } = machine
  const isMade = onlyBlock && isSameBlock(machine, change)
  await rejectStale(trx, {
    expected: isMade ? undefined : expected,
    actual: version,
    current: async () => JSON.parse(await machineJson(trx, machineId)) as object,
    subject: { type: 'machine', id: machineId },
    actions: BLOCK_ACTIONS,
    message: 'La máquina ha cambiado entretanto',
    onlyBlock,
  })
  const blocked = change.blocked ?? !is_blocked
  const until = newBlockEnd(machine, { blocked, asked: change.until, field: 'until' })
  const [endBefore, end] = [endText(blocked_until), endText(until)]
  const shown = end !== null && { blockedUntil: end }
  // a new reason for a block is a change as well, and so is a revert of a block
  const hasReason = (blocked && reason !== undefined) || reverts !== undefined
  if (blocked === is_blocked && end === endBefore && !hasReason) return { blocked, ...shown }
  await trx
    .updateTable('machines')
    .set({ is_blocked: blocked, blocked_until: until, version: version + 1 })
    .where('id', '=', machineId)
    .execute()
  const activityId = await writeAudit(trx, caller, {
    action: blocked ? 'machine.block' : 'machine.unblock',
    subject: { type: 'machine', id: machineId },
    before: { blocked: is_blocked, ...(endBefore !== null && { until: endBefore }) },
    after: { blocked, ...(end !== null && { until: end }) },
    version: version + 1,
    reason,
    reverts,
  })
  return { blocked, version: String(version + 1), ...shown, activityId }
}

export interface CreditChange extends Motive {
  machineId: string
  /** The new credit, or the amount to add, in currency units as on the wire, not in cents. */
  amount: number
  how: 'set' | 'add'
  /** Without a version, any credit is replaced. */
  expected: number | undefined
  /** A larger difference needs a reason; null: none does. */
  reasonAboveCents: number | null
}

const answer = (cents: number, version: number): CreditResponse => ({
  credit: centsToWire(cents),
  creditVersion: String(version),
})

function rejectCreditOutOfRange(cents: number): void {
  if (cents >= 0 && cents <= MAX_AMOUNT_CENTS) return
  throw validationError('add', `El crédito quedaría fuera de 0 a ${MAX_CREDIT}`)
}

function rejectWithoutReason(differenceCents: number, { reason, reasonAboveCents }: CreditChange): void {
  if (reasonAboveCents === null || reason !== undefined || Math.abs(differenceCents) <= reasonAboveCents)
    return
  throw validationError(
    'reason',
    `Indica el motivo: el crédito cambia en más de ${centsToWire(reasonAboveCents)}`,
  )
}

/**
 * `http/accessRules.ts` defines who may call it.
 * @throws HttpError 409 for a stale version, 400 for a credit that is out of range or a missing reason
 */
export async function setCredit(trx: Db, caller: Caller, change: CreditChange): Promise<CreditResponse> {
  const { machineId, expected, how, reason, reverts } = change
  const before = await lockMachine(trx, machineId)
  await rejectStale(trx, {
    expected,
    actual: before.credit_version,
    current: () => answer(before.credit_cents, before.credit_version),
    subject: { type: 'machine', id: machineId },
    actions: ['machine.credit'],
    message: 'El crédito ha cambiado entretanto',
  })
  const cents = centsFromWire(change.amount) + (how === 'add' ? before.credit_cents : 0)
  rejectCreditOutOfRange(cents)
  rejectWithoutReason(cents - before.credit_cents, change)
  const version = before.credit_version + 1
  await trx
    .updateTable('machines')
    .set({ credit_cents: cents, credit_version: version })
    .where('id', '=', machineId)
    .execute()
  const activityId = await writeAudit(trx, caller, {
    action: 'machine.credit',
    subject: { type: 'machine', id: machineId },
    before: { creditCents: before.credit_cents, version: before.credit_version },
    after: { creditCents: cents, version },
    version,
    reason,
    reverts,
  })
  return { ...answer(cents, version), activityId }
}
