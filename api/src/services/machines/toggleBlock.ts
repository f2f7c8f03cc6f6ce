import type { Db } from '../../db/database'
import { writeAudit, type Actor } from '../audit'
import { lockMachine } from './lockMachine'

/** Blocks a machine, or unblocks it. @returns whether it is blocked now */
export const toggleBlock = (db: Db, actor: Actor, machineId: string): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { is_blocked } = await lockMachine(trx, machineId)
    await trx.updateTable('machines').set({ is_blocked: !is_blocked }).where('id', '=', machineId).execute()
    await writeAudit(trx, actor, {
      action: is_blocked ? 'machine.unblock' : 'machine.block',
      subject: `machine ${machineId}`,
      before: { blocked: is_blocked },
      after: { blocked: !is_blocked },
    })
    return !is_blocked
  })
