import type { ExternalReportQuery, InternalReportQuery } from '@console/shared-kernel/schemas'
import { seesEverything } from '@console/shared-kernel/rules'
import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import type { Transact } from '../../db/transact'
import { type TreeNode, findOwnerPath, findWithin } from '../tree'
import { movementFields, movementListJson, TYPES_OF_LIST } from './movementList'
import { instantsOf } from './instantRange'
import { shareReports } from './sharedReports'
import { EXTERNAL_FIELDS, INTERNAL_FIELDS, type MachineScope, totalJson, type TotalsQuery } from './totals'
import { inSubtree, isWithin } from '../../db/treePath'

/** The movement type in internal totals; those of the external service use `tipoMovs`. */
const PLAYS = [1]

type Query = InternalReportQuery | ExternalReportQuery

/** Identical reports requested before the first one is sent share one run. */
export interface Reports {
  /** @throws HttpError 403 or 404 for a filter outside the caller's subtree */
  internal(
    caller: TreeNode,
    query: InternalReportQuery,
    disconnected: AbortSignal,
  ): Promise<AsyncIterable<string>>
  /** @throws HttpError the same, and 400 for a list that is too long */
  external(
    caller: TreeNode,
    query: ExternalReportQuery,
    disconnected: AbortSignal,
  ): Promise<AsyncIterable<string>>
}

interface ReportSources {
  db: Db
  /** The signal cancels the running statement. */
  transactFor: (signal: AbortSignal) => Transact
  /** Whether all other calls wait while a report's transaction runs. */
  hasOneSession: boolean
}

/**
 * Machines per transaction. On the embedded engine, where all other calls wait meanwhile, 125 take about 10 ms;
 * elsewhere fewer transactions are faster.
 */
const CHUNK_MACHINES = { oneSession: 125, manySessions: 2_000 }

export function createReports({ db, transactFor, hasOneSession }: ReportSources, timeZone: string): Reports {
  const chunkMachines = hasOneSession ? CHUNK_MACHINES.oneSession : CHUNK_MACHINES.manySessions
  const share = shareReports()
  const about = async (caller: TreeNode, query: Query, types: readonly number[]): Promise<TotalsQuery> => ({
    types,
    scope: await findScope(db, caller, query),
    range: await instantsOf(db, query, timeZone),
    chunkMachines,
  })

  async function external(run: Transact, caller: TreeNode, query: ExternalReportQuery) {
    const { queryType, tipoMovs } = query
    if (queryType === 'Total') return totalJson(run, await about(caller, query, tipoMovs), EXTERNAL_FIELDS)
    const totals = await about(caller, query, TYPES_OF_LIST[queryType] ?? tipoMovs)
    return movementListJson(run, { ...totals, fields: movementFields(queryType, timeZone) })
  }

  const keyOf = (name: keyof Reports, { userId }: TreeNode, query: Query) =>
    JSON.stringify([name, userId, query])
  return {
    internal: (caller, query, disconnected) =>
      share(keyOf('internal', caller, query), disconnected, async (signal) =>
        totalJson(transactFor(signal), await about(caller, query, PLAYS), INTERNAL_FIELDS),
      ),
    external: (caller, query, disconnected) =>
      share(keyOf('external', caller, query), disconnected, (signal) =>
        external(transactFor(signal), caller, query),
      ),
  }
}

export interface Filters {
  subAdminId?: number | undefined
  distributorId?: number | undefined
  subDistributorId?: number | undefined
  clientId?: number | undefined
  machineId?: string | undefined
}

const NOTHING: MachineScope = sql<boolean>`false`
export const EVERYTHING: MachineScope = sql<boolean>`true`

/**
 * Includes retired machines.
 * @throws HttpError 403 for a filter outside the caller's subtree, 404 if level 1 names something unknown
 */
async function findScope(db: Db, caller: TreeNode, filters: Filters): Promise<MachineScope> {
  const { subAdminId, distributorId, subDistributorId, clientId, machineId } = filters
  const tops = seesEverything(caller) ? [] : [caller.path]
  for (const userId of [subAdminId, distributorId, subDistributorId, clientId]) {
    if (userId !== undefined) tops.push((await findWithin(db, caller, userId)).path)
  }
  if (machineId !== undefined) {
    const owner = await findOwnerPath(db, caller, machineId)
    return tops.every((top) => isWithin(owner, top)) ? sql<boolean>`m.id = ${machineId}` : NOTHING
  }
  const deepest = tops.reduce((one, other) => (other.length > one.length ? other : one), '')
  if (deepest === '') return EVERYTHING
  return tops.every((top) => isWithin(deepest, top)) ? inSubtree(sql`m.owner_path`, deepest) : NOTHING
}
