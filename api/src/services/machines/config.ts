import {
  DEFAULT_MACHINE_CONFIG,
  type MachineConfigRequest,
  type MachineConfigResponse,
} from '@console/shared-kernel/contracts/machineConfig.schema'
import type { Db } from '../../db/database'
import { notYours } from '../../http/errors'
import { writeAudit, type Actor } from '../audit'
import { lockMachine } from './lockMachine'

interface Stored {
  /** What was set so far. */
  readonly config: unknown
  /** Kept apart: the list of machines shows it. */
  readonly service_mode: boolean
}

const toConfig = ({ config, service_mode }: Stored): MachineConfigResponse => ({
  ...DEFAULT_MACHINE_CONFIG,
  ...(config as Partial<MachineConfigResponse>),
  serviceMode: service_mode,
})

export async function readConfig(db: Db, machineId: string): Promise<MachineConfigResponse> {
  const stored = await db
    .selectFrom('machines')
    .select(['config', 'service_mode'])
    .where('id', '=', machineId)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (!stored) throw notYours()
  return toConfig(stored)
}

/** Changes what the request names; the rest stays. @returns the whole configuration as it is now */
export const updateConfig = (
  db: Db,
  actor: Actor,
  machineId: string,
  request: MachineConfigRequest,
): Promise<MachineConfigResponse> =>
  db.transaction().execute(async (trx) => {
    const before = toConfig(await lockMachine(trx, machineId))
    const after = { ...before, ...request }
    const { serviceMode, ...config } = after
    await trx
      .updateTable('machines')
      .set({ config: JSON.stringify(config), service_mode: serviceMode })
      .where('id', '=', machineId)
      .execute()
    await writeAudit(trx, actor, {
      action: 'machine.config',
      subject: `machine ${machineId}`,
      before,
      after,
    })
    return after
  })
