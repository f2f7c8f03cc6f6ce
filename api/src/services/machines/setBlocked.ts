import type { MachineBlockResponse } from '@console/shared-kernel/schemas'
import type { Actor } from '../caller'
import type { Db } from '../../db/schema'
import { writeAudit } from '../audit'
import { refuseStale } from '../versions'
import { lockMachine } from './lockMachine'
import { machineJson } from './machineJson'

export interface BlockChange {
  readonly machineId: string
  /** Undefined: the other way round than it is. */
  readonly blocked: boolean | undefined
  /** The machine's version that it was decided against. */
  readonly expected: number | undefined
}

/**
 * Blocks a machine, or unblocks it.
 * @returns whether it is blocked now, and where that is a change the version that it has made
 * @throws HttpError 409 for a version that has passed
 */
export async function setBlocked(trx: Db, actor: Actor, change: BlockChange): Promise<MachineBlockResponse> {
  const { machineId, expected } = change
  const { is_blocked, version } = await lockMachine(trx, machineId)
  await refuseStale(trx, {
    expected,
    actual: version,
    current: async () => JSON.parse(await machineJson(trx, machineId)) as object,
    subject: { type: 'machine', id: machineId },
    actions: ['machine.block', 'machine.unblock', 'machine.config'],
    message: 'La máquina ha cambiado entretanto',
  })
  const blocked = change.blocked ?? !is_blocked
  if (blocked === is_blocked) return { blocked }
  await trx
    .updateTable('machines')
    .set({ is_blocked: blocked, version: version + 1 })
    .where('id', '=', machineId)
    .execute()
  await writeAudit(trx, actor, {
    action: blocked ? 'machine.block' : 'machine.unblock',
    subject: { type: 'machine', id: machineId },
    before: { blocked: is_blocked },
    after: { blocked },
  })
  return { blocked, version: String(version + 1) }
}
