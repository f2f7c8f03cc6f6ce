import type { ExternalReportQuery, InternalReportQuery } from '@console/shared-kernel/schemas'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../db/schema'
import type { Transact } from '../../db/transact'
import type { TreeNode } from '../users/treeNode'
import { DETAIL_COLUMNS, movementListJson, POS_COLUMNS, TICKET_COLUMNS } from './movementList'
import { readRange } from './range'
import { findScope } from './scope'
import { shareReports } from './sharedReports'
import { EXTERNAL_WORDS, INTERNAL_WORDS, totalJson, type RowWords } from './totalJson'
import type { TotalsQuery } from './totals'

/** Types of movements of internal totals, Tickets and POS; Total and Detail of the external service take `tipoMovs`. */
const PLAYS = [1]
const TICKETS = [5]
const POINT_OF_SALE = [6]

type Query = InternalReportQuery | ExternalReportQuery

/** Equal reports requested before the first is sent share one run. */
export interface Reports {
  /** @throws HttpError 403 or 404 for a filter that is not the caller's */
  internal(caller: TreeNode, query: InternalReportQuery, gone: AbortSignal): Promise<AsyncIterable<string>>
  /** @throws HttpError the same, and 400 for a list that is too long */
  external(caller: TreeNode, query: ExternalReportQuery, gone: AbortSignal): Promise<AsyncIterable<string>>
}

export interface ReportSources {
  readonly db: Db
  /** The signal cancels the running statement. */
  readonly transactFor: (signal: AbortSignal) => Transact
  /** Whether all other calls wait for a transaction of a report. */
  readonly hasOneSession: boolean
}

/**
 * Machines per transaction. On the embedded engine, where all other calls wait meanwhile, 200 take about 10 ms;
 * elsewhere fewer transactions are faster.
 */
const CHUNK_MACHINES = { oneSession: 200, manySessions: 2_000 }

export function createReports({ db, transactFor, hasOneSession }: ReportSources, timeZone: string): Reports {
  const chunkMachines = hasOneSession ? CHUNK_MACHINES.oneSession : CHUNK_MACHINES.manySessions
  const share = shareReports()
  const about = async (caller: TreeNode, query: Query, types: readonly number[]): Promise<TotalsQuery> => ({
    types,
    scope: await findScope(db, caller, query),
    range: await readRange(db, query, timeZone),
    chunkMachines,
  })
  const total = async (
    caller: TreeNode,
    query: Query,
    types: readonly number[],
    words: RowWords,
    run: Transact,
  ) => totalJson(run, await about(caller, query, types), words)
  const list = async (
    caller: TreeNode,
    query: Query,
    types: readonly number[],
    columns: RawBuilder<unknown>,
    run: Transact,
  ) => movementListJson(run, { ...(await about(caller, query, types)), timeZone, columns })

  function external(
    caller: TreeNode,
    query: ExternalReportQuery,
    run: Transact,
  ): Promise<AsyncIterable<string>> {
    switch (query.queryType) {
      case 'Total':
        return total(caller, query, query.tipoMovs, EXTERNAL_WORDS, run)
      case 'Detail':
        return list(caller, query, query.tipoMovs, DETAIL_COLUMNS, run)
      case 'Tickets':
        return list(caller, query, TICKETS, TICKET_COLUMNS, run)
      case 'POS':
        return list(caller, query, POINT_OF_SALE, POS_COLUMNS, run)
    }
  }
  const shared = (
    name: keyof Reports,
    { userId }: TreeNode,
    query: Query,
    gone: AbortSignal,
    start: (run: Transact) => Promise<AsyncIterable<string>>,
  ) => share(JSON.stringify([name, userId, query]), gone, (signal) => start(transactFor(signal)))
  return {
    internal: (caller, query, gone) =>
      shared('internal', caller, query, gone, (run) => total(caller, query, PLAYS, INTERNAL_WORDS, run)),
    external: (caller, query, gone) =>
      shared('external', caller, query, gone, (run) => external(caller, query, run)),
  }
}
