import {
  machineRowResponse,
  type ActivityRow,
  type MachineConfigRequest,
  type MachineConfigResponse,
  type RevertResponse,
} from '@console/shared-kernel/schemas'
import { centsToWire } from '@console/shared-kernel/contracts'
import { isManager } from '@console/shared-kernel/levels'
import { sql } from 'kysely'
import type { Db } from '../db/schema'
import { forbidden, HttpError, validationError } from '../foundation/httpError'
import { activityRow, hiddenFrom, readStored } from './activity'
import { machineJson, readUser } from './lists'
import { BLOCK_ACTIONS, lockMachine, setBlocked, setCredit } from './machines/changes'
import { readConfig, updateConfig } from './machines/config'
import type { Caller, TreeNode } from './tree'
import { updateUser, USER_ACTIONS } from './users/changeUser'
import type { Motive } from './writes/writes'

export interface Revert {
  activityId: number
  /** The user, or the machine's owner, as found by the guard. */
  target: TreeNode
  reason: string | undefined
  reasonAboveCents: number | null
}

type Fields = Readonly<Record<string, unknown>>

/** An audit row whose change can be reverted. */
interface Reverted extends Motive {
  id: number
  action: string
  subject: string
  subject_machine_id: string | null
  before: Fields
  after: Fields
  /** The version that the change produced; any other means a later change. */
  version: number
}

/**
 * How long credit and block changes can be reverted; configuration changes can be until they are archived.
 */
const HOURS = 24

const notRevertible = (): HttpError => validationError('activityId', 'Este cambio no se puede revertir')
const tooLate = (): HttpError =>
  new HttpError(400, `Este cambio ya no se puede revertir: han pasado más de ${HOURS} horas`)
const endHasPassed = (): HttpError =>
  new HttpError(400, 'El bloqueo anterior ya habría terminado: no se ha restaurado')
/** No change raised the version: cli/afterRestore did. */
const restoredSince = (): HttpError =>
  new HttpError(409, 'La base de datos se restauró después de este cambio: ya no se puede revertir')

/**
 * Reverts a change by making the opposite one, as a change of its own, under the current rules.
 *
 * @throws HttpError 400 if the change cannot be reverted, its block would have ended, or the rules reject the revert;
 * 409 with the changes made since, if there are any, or if the database was restored since
 */
export async function revertChange(trx: Db, caller: Caller, revert: Revert): Promise<RevertResponse> {
  const row = await findReverted(trx, revert)
  const { subject_machine_id: machineId } = row
  // the same rule as for the calls that change machines
  if (machineId !== null && !isManager(caller.level)) throw forbidden()
  try {
    await change(trx, caller, row, revert)
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 409) throw error
    const since = await changesSince(trx, caller, row)
    throw since.length > 0 ? new HttpError(409, error.message, { ...error.details, since }) : restoredSince()
  }
  if (machineId === null) return { user: await readUser(trx, revert.target.userId) }
  return { machine: machineRowResponse.parse(JSON.parse(await machineJson(trx, machineId))) }
}

async function findReverted(trx: Db, { activityId, reason }: Revert): Promise<Reverted> {
  const stored = await trx
    .selectFrom('audit')
    .select(['id', 'action', 'subject', 'subject_machine_id', 'before', 'after', 'version'])
    .select(sql<boolean>`at > clock_timestamp() - ${sql.lit(HOURS)} * interval '1 hour'`.as('isRecent'))
    .where('id', '=', activityId)
    .executeTakeFirst()
  // archived since the guard's check
  if (!stored) throw forbidden()
  const { isRecent, version, ...others } = stored
  const row = {
    ...others,
    before: (stored.before ?? {}) as Fields,
    after: (stored.after ?? {}) as Fields,
    reason,
    reverts: stored.id,
  }
  if (!isRevertible(row) || version === null) throw notRevertible()
  if (!isRecent && stored.action !== 'machine.config') throw tooLate()
  return { ...row, version }
}

const MACHINE_ACTIONS = ['machine.credit', 'machine.block', 'machine.unblock', 'machine.config']
const BLOCK_FIELDS = ['is_blocked', 'blocked_until']

/** Changes to a user can be reverted if they changed nothing but the block. */
const isRevertible = ({ action, before, after }: Pick<Reverted, 'action' | 'before' | 'after'>): boolean =>
  MACHINE_ACTIONS.includes(action) ||
  (action === 'user.update' &&
    [before, after].every((fields) => Object.keys(fields).every((name) => BLOCK_FIELDS.includes(name))))

const endIn = (fields: Fields, name: string): Date | null => {
  const text = fields[name]
  const end = typeof text === 'string' ? new Date(text) : null
  if (end && end <= new Date()) throw endHasPassed()
  return end
}

/** Each kind of change locks its target before it compares the version. */
async function change(trx: Db, caller: Caller, row: Reverted, revert: Revert): Promise<unknown> {
  const { action, before, version: expected, reason, reverts } = row
  const machineId = row.subject_machine_id
  if (machineId === null) return revertUserBlock(trx, caller, row, revert.target)
  if (action === 'machine.credit') {
    const { reasonAboveCents } = revert
    const amount = centsToWire(Number(before['creditCents']))
    return setCredit(trx, caller, {
      machineId,
      amount,
      how: 'set',
      expected,
      reasonAboveCents,
      reason,
      reverts,
    })
  }
  if (action === 'machine.config') {
    await lockMachine(trx, machineId)
    const request = configBefore(await readConfig(trx, machineId), row)
    return updateConfig(trx, caller, { machineId, request, expected, reason, reverts })
  }
  const blocked = before['blocked'] === true
  const until = endIn(before, 'until')
  return setBlocked(trx, caller, { machineId, blocked, until, expected, reason, reverts })
}

const revertUserBlock = async (
  trx: Db,
  caller: Caller,
  { before, version, reason, reverts }: Reverted,
  target: TreeNode,
): Promise<void> => {
  const isBlocked = before['is_blocked']
  const request = {
    password: '' as const,
    ...(typeof isBlocked === 'boolean' && { isBlocked }),
    // the audit has only what differed
    ...('blocked_until' in before && { blockedUntil: endIn(before, 'blocked_until') }),
    reason,
  }
  await updateUser(trx, caller, { target, request, passwordHash: null, expected: version, reverts })
}

/** The changed fields as they were. For the list of games, the audit has only the removed and added ids. */
function configBefore(
  now: MachineConfigResponse,
  { before, after }: Pick<Reverted, 'before' | 'after'>,
): MachineConfigRequest {
  const { listaJuegos, ...fields } = before as Omit<MachineConfigRequest, 'listaJuegos'> & {
    listaJuegos?: unknown
  }
  if (listaJuegos === undefined) return fields
  const removed = idsIn(listaJuegos, 'removed')
  const added = idsIn(after['listaJuegos'], 'added')
  const ids = (JSON.parse(now.listaJuegos) as number[]).filter((id) => !added.includes(id))
  return { ...fields, listaJuegos: JSON.stringify([...ids, ...removed]) }
}

function idsIn(change: unknown, name: 'removed' | 'added'): number[] {
  const ids = (change as Fields | undefined)?.[name]
  return Array.isArray(ids) ? (ids as number[]) : []
}

/** Actions that increment the version that a revert compares. */
const actionsLike = (action: string): readonly string[] => {
  if (action === 'machine.credit' || action === 'machine.config') return [action]
  return action === 'user.update' ? USER_ACTIONS : BLOCK_ACTIONS
}

const MAX_NAMED = 20

async function changesSince(
  trx: Db,
  caller: Caller,
  { id, subject, action }: Reverted,
): Promise<ActivityRow[]> {
  const page = sql`
    select id from audit where subject = ${subject} and id > ${id} and action in (${sql.join(actionsLike(action))})
    order by id desc limit ${sql.lit(MAX_NAMED)}`
  const rows = await readStored(trx, page)
  return rows.reverse().map((row) => activityRow(row, hiddenFrom(caller, row)))
}
