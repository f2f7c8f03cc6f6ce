import type { ExternalReportQuery, InternalReportQuery } from '@console/shared-kernel/contracts/report.schema'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../db/database'
import type { UserPlace } from '../users/place'
import { DETAIL_COLUMNS, movementListJson, POS_COLUMNS, TICKET_COLUMNS } from './movementList'
import { readRange } from './range'
import { findScope } from './scope'
import { EXTERNAL_WORDS, INTERNAL_WORDS, totalJson } from './totalJson'
import type { TotalsQuery } from './totals'

/** What the types of movements are about; 2 and 3, cash in and out, come from the query. */
const PLAYS = [1]
const TICKETS = [5]
const POINT_OF_SALE = [6]

/** The pieces of a JSON list's inside: one or more rows each, with commas between them. */
export type RowPieces = Iterable<string> | AsyncIterable<string>

/** The money reports, each over the machines of the caller that the query asks for. */
export interface Reports {
  /** @throws HttpError 403 or 404 for a filter that is not the caller's */
  internal(caller: UserPlace, query: InternalReportQuery): Promise<RowPieces>
  /** @throws HttpError the same, and 400 for a list that is too long */
  external(caller: UserPlace, query: ExternalReportQuery): Promise<RowPieces>
}

export function createReports(db: Db, timeZone: string): Reports {
  const about = async (
    caller: UserPlace,
    query: InternalReportQuery | ExternalReportQuery,
    types: readonly number[],
  ): Promise<TotalsQuery> => ({
    types,
    scope: await findScope(db, caller, query),
    range: await readRange(db, query, timeZone),
  })
  return {
    internal: async (caller, query) => totalJson(db, await about(caller, query, PLAYS), INTERNAL_WORDS),
    external: async (caller, query) => {
      const list = async (columns: RawBuilder<unknown>, types: readonly number[]) =>
        movementListJson(db, { ...(await about(caller, query, types)), timeZone, columns })
      switch (query.queryType) {
        case 'Total':
          return totalJson(db, await about(caller, query, query.tipoMovs), EXTERNAL_WORDS)
        case 'Detail':
          return list(DETAIL_COLUMNS, query.tipoMovs)
        case 'Tickets':
          return list(TICKET_COLUMNS, TICKETS)
        case 'POS':
          return list(POS_COLUMNS, POINT_OF_SALE)
      }
    },
  }
}
