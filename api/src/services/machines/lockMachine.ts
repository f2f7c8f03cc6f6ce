import { forbidden } from '../../foundation/httpError'
import type { Db } from '../../db/schema'

/** Locks the machine's row until the transaction ends. @throws HttpError 403 where it has just gone */
export async function lockMachine(trx: Db, machineId: string) {
  const machine = await trx
    .selectFrom('machines')
    .select(['credit_cents', 'credit_version', 'is_blocked', 'service_mode', 'config'])
    .select(['version', 'config_version'])
    .where('id', '=', machineId)
    .where('retired_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!machine) throw forbidden()
  return machine
}
