import type { ExternalReportQuery, InternalReportQuery } from '@console/shared-kernel/contracts/report.schema'
import type { Db } from '../../db/database'
import type { UserPlace } from '../users/place'
import { DETAIL_COLUMNS, movementListJson, POS_COLUMNS, TICKET_COLUMNS } from './movementList'
import { readRange } from './range'
import { findScope } from './scope'
import { EXTERNAL_ROW, INTERNAL_ROW, totalJson } from './totalJson'
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
  const totalsQuery = async (
    caller: UserPlace,
    query: InternalReportQuery | ExternalReportQuery,
    types: readonly number[],
  ): Promise<TotalsQuery> => {
    const scope = await findScope(db, caller, query)
    return { scope, types, range: await readRange(db, query, timeZone) }
  }
  return {
    internal: async (caller, query) => totalJson(db, await totalsQuery(caller, query, PLAYS), INTERNAL_ROW),
    external: async (caller, query) => {
      const about = (types: readonly number[]) => totalsQuery(caller, query, types)
      switch (query.queryType) {
        case 'Total':
          return totalJson(db, await about(query.tipoMovs), EXTERNAL_ROW)
        case 'Detail':
          return movementListJson(db, { ...(await about(query.tipoMovs)), timeZone, columns: DETAIL_COLUMNS })
        case 'Tickets':
          return movementListJson(db, { ...(await about(TICKETS)), timeZone, columns: TICKET_COLUMNS })
        case 'POS':
          return movementListJson(db, { ...(await about(POINT_OF_SALE)), timeZone, columns: POS_COLUMNS })
      }
    },
  }
}
