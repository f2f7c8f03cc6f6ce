import type { ExternalReportQuery, InternalReportQuery } from '@console/shared-kernel/schemas'
import { sql } from 'kysely'
import type { Db } from '../../db/schema'
import type { Transact } from '../../db/transact'
import { cursorsOf, KEY, PLACE } from '../lists/cursors'
import type { ListPart } from '../lists/listPage'
import { isFound, type ListQuery } from '../lists/listQuery'
import type { TreeNode } from '../tree/treeNode'
import { movementListJson, movementPage } from './movementList'
import { readRange } from './range'
import {
  detailFields,
  EXTERNAL_FIELDS,
  INTERNAL_FIELDS,
  posFields,
  ticketFields,
  type MovementFields,
  type TotalFields,
} from './reportFields'
import { findScope } from './scope'
import { shareReports } from './sharedReports'
import { totalJson, totalPage } from './totalJson'
import type { TotalsQuery } from './totals'

/** Types of movements of internal totals, Tickets and POS; Total and Detail of the external service take `tipoMovs`. */
const PLAYS = [1]
const TICKETS = [5]
const POINT_OF_SALE = [6]

/** Optional in every report, for clients other than the console. */
export type ReportPart = Pick<ListQuery, 'limit' | 'cursor' | 'search' | 'branch' | 'fields'>

type Query = (InternalReportQuery | ExternalReportQuery) & ReportPart

/** Equal reports requested before the first is sent share one run, except for pages. */
export interface Reports {
  /**
   * @throws HttpError 403 or 404 for a filter or branch that is not the caller's, 400 for an invalid cursor
   */
  internal(caller: TreeNode, query: InternalReportQuery & ReportPart, gone: AbortSignal): Promise<ListPart>
  /** @throws HttpError the same, and 400 for a list that is too long for an answer without a limit */
  external(caller: TreeNode, query: ExternalReportQuery & ReportPart, gone: AbortSignal): Promise<ListPart>
}

/** Ways to read one report. */
interface Reading {
  readonly whole: (run: Transact) => Promise<AsyncIterable<string>>
  readonly page: (run: Transact, limit: number) => Promise<ListPart>
}

export interface ReportSources {
  readonly db: Db
  /** The signal cancels the running statement. */
  readonly transactFor: (signal: AbortSignal) => Transact
  /** Whether all other calls wait for a transaction of a report. */
  readonly hasOneSession: boolean
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
    found: isFound([sql`m.name`], query.search),
    range: await readRange(db, query, timeZone),
    chunkMachines,
  })
  function total(
    caller: TreeNode,
    query: Query,
    { types, fields, kind }: { types: readonly number[]; fields: TotalFields; kind: string },
  ): Reading {
    const { cursor, fields: wanted } = query
    const cursors = cursorsOf(kind, caller, KEY)
    const start = cursor === undefined ? null : cursors.read(cursor)
    return {
      whole: async (run) => totalJson(run, await about(caller, query, types), fields, { start, wanted }),
      page: async (run, limit) =>
        totalPage(run, await about(caller, query, types), fields, { start, wanted, limit, cursors }),
    }
  }
  function list(
    caller: TreeNode,
    query: ExternalReportQuery & ReportPart,
    types: readonly number[],
    fields: MovementFields,
  ): Reading {
    const { cursor, fields: wanted, queryType } = query
    const cursors = cursorsOf(queryType, caller, PLACE)
    const start = cursor === undefined ? null : cursors.read(cursor)
    const movements = async () => ({ ...(await about(caller, query, types)), fields })
    return {
      whole: async (run) => movementListJson(run, await movements(), { start, wanted }),
      page: async (run, limit) => movementPage(run, await movements(), { start, wanted, limit, cursors }),
    }
  }

  function external(caller: TreeNode, query: ExternalReportQuery & ReportPart): Reading {
    const { queryType, tipoMovs } = query
    switch (queryType) {
      case 'Total':
        return total(caller, query, { types: tipoMovs, fields: EXTERNAL_FIELDS, kind: queryType })
      case 'Detail':
        return list(caller, query, tipoMovs, detailFields(timeZone))
      case 'Tickets':
        return list(caller, query, TICKETS, ticketFields(timeZone))
      case 'POS':
        return list(caller, query, POINT_OF_SALE, posFields(timeZone))
    }
  }
  const read = async (
    name: keyof Reports,
    { userId }: TreeNode,
    query: Query,
    gone: AbortSignal,
    { whole, page }: Reading,
  ): Promise<ListPart> => {
    if (query.limit !== undefined) return page(transactFor(gone), query.limit)
    const key = JSON.stringify([name, userId, query])
    return { pieces: await share(key, gone, (signal) => whole(transactFor(signal))), next: null }
  }
  return {
    internal: async (caller, query, gone) => {
      const reading = total(caller, query, { types: PLAYS, fields: INTERNAL_FIELDS, kind: 'internal' })
      return read('internal', caller, query, gone, reading)
    },
    external: async (caller, query, gone) => read('external', caller, query, gone, external(caller, query)),
  }
}
