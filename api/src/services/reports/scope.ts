import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import { isWithin, subtreeEnd } from '../../db/treePath'
import { findOwnerPath } from '../tree/machineOwner'
import { findWithin, type TreeNode } from '../tree/treeNode'

export interface Filters {
  subAdminId?: number | undefined
  distributorId?: number | undefined
  subDistributorId?: number | undefined
  clientId?: number | undefined
  machineId?: string | undefined
}

/** SQL: a condition on machines `m`. */
export type MachineScope = RawBuilder<boolean>

const NOTHING: MachineScope = sql<boolean>`false`
export const EVERYTHING: MachineScope = sql<boolean>`true`

const ownedWithin = (path: string): MachineScope =>
  sql<boolean>`m.owner_path >= ${path} and m.owner_path < ${subtreeEnd(path)}`

/**
 * Includes retired machines.
 * @throws HttpError 403 for a filter that names no user of the caller's, 404 where level 1 names no user
 */
export async function findScope(db: Db, caller: TreeNode, filters: Filters): Promise<MachineScope> {
  const { subAdminId, distributorId, subDistributorId, clientId, machineId } = filters
  const tops = caller.level === 1 ? [] : [caller.path]
  for (const userId of [subAdminId, distributorId, subDistributorId, clientId]) {
    if (userId !== undefined) tops.push((await findWithin(db, caller, userId)).path)
  }
  if (machineId !== undefined) {
    const owner = await findOwnerPath(db, caller, machineId)
    return tops.every((top) => isWithin(owner, top)) ? sql<boolean>`m.id = ${machineId}` : NOTHING
  }
  const deepest = tops.reduce((one, other) => (other.length > one.length ? other : one), '')
  if (deepest === '') return EVERYTHING
  return tops.every((top) => isWithin(deepest, top)) ? ownedWithin(deepest) : NOTHING
}
