import type { MachineRowResponse } from '@console/shared-kernel/schemas'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import type { Transact } from '../../db/transact'
import { amount, instant } from '../../db/wireSql'
import { readList, rowJson, visibleTo, within, type List } from '../lists/listQuery'
import { lastRolledUp } from '../reports/runningTotals'
import { blockedBranches, isInBlockedBranch, isInBranches } from '../tree/blockedBranch'
import type { TreeNode } from '../tree/treeNode'

/** SQL: cash in minus cash out of a machine `m` in use since the beginning, in cents (numeric). */
export const profitCents = sql<number>`(
  coalesce((
    select t.cash_in_cents - t.cash_out_cents from machine_totals t
    where t.ends_at = ${lastRolledUp} and t.machine_key = m.key
  ), 0) + coalesce((
    select sum(v.in_cents - v.out_cents) from movements v
    where v.machine_id = m.id and v.type in (2, 3)
      and v.occurred_at >= coalesce(${lastRolledUp}, '-infinity')
  ), 0)
)`

const FIELDS: Readonly<Record<keyof MachineRowResponse, RawBuilder<unknown>>> = {
  idMachine: sql`m.id`,
  machineName: sql`m.name`,
  userId: sql`u.user_id`,
  userName: sql`u.user_name`,
  credit: amount(sql`m.credit_cents`),
  creditVersion: sql`m.credit_version::text`,
  version: sql`m.version::text`,
  serviceMode: sql`m.service_mode`,
  profit: amount(profitCents),
  block: sql`m.is_blocked`,
  ownerBlocked: isInBlockedBranch(sql`m.owner_path`),
  location: sql`nullif(m.location, '')`,
  ipAddress: sql`nullif(m.ip_address, '')`,
  creationDate: instant(sql`m.created_at`),
  lastConnection: instant(sql`m.last_connection`),
  status: sql`m.status`,
  isConnected: sql`m.is_connected`,
  securityLevel: sql`m.security_level`,
  jackpotMega: amount(sql`m.jackpot_mega_cents`),
  jackpotMini: amount(sql`m.jackpot_mini_cents`),
}

/** In order of creation. */
const MACHINES: List<number> = {
  from: sql`machines m join users u on u.user_id = m.owner_id`,
  notDeleted: sql`m.retired_at is null`,
  position: sql`m.key`,
  path: sql`m.owner_path`,
  fields: FIELDS,
}

export async function machineList(transact: Transact, caller: TreeNode): Promise<AsyncIterable<string>> {
  const scope = visibleTo(caller)
  // nobody above the caller is blocked: the session would be refused
  const branches = await transact((trx) => blockedBranches(trx, within({ path: sql`u.path` }, scope)))
  const fields = { ...FIELDS, ownerBlocked: isInBranches(MACHINES.path, branches) }
  return readList(transact, { ...MACHINES, fields }, scope)
}

/** JSON text. @throws where no machine in use has this id */
export async function machineJson(db: Db, machineId: string): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    select ${rowJson(FIELDS)} as json from ${MACHINES.from}
    where m.id = ${machineId} and ${MACHINES.notDeleted}`.execute(db)
  const [machine] = rows
  if (!machine) throw new Error(`Machine ${machineId} is not in use`)
  return machine.json
}
