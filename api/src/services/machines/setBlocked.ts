import type { MachineBlockResponse } from '@console/shared-kernel/schemas'
import type { Actor } from '../tree/caller'
import type { Db } from '../../db/schema'
import { writeAudit } from '../writes/audit'
import { refuseStale } from '../writes/versions'
import { lockMachine } from './lockMachine'
import { machineJson } from './machineList'

export interface BlockChange {
  machineId: string
  /** Undefined toggles it. */
  blocked: boolean | undefined
  expected: number | undefined
}

/** @throws HttpError 409 for a stale version */
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
