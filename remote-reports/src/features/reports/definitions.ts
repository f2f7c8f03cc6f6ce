import type { ReportRow } from '@console/shared-kernel/contracts'

export type QueryType = 'Total' | 'Detail' | 'Tickets' | 'POS' | 'Detail (Jackpots)' | 'Total per game'

interface QueryTypeOption {
  name: QueryType
  /** Help text of the field while this type is chosen. */
  help: string
  selectable: boolean
}

/** A report's names for the money that went in, or came out. */
interface AmountNames {
  ofAll: string
  ofMachine: string
  read: (row: ReportRow) => number
}

/** All differences between the two report screens. */
export interface ReportDefinition {
  name: 'external' | 'internal'
  title: string
  /** The server, as a field of the environment. */
  server: 'apiUrl' | 'externalReportsUrl'
  path: string
  /** Sent with every query. */
  fixedParameters: Readonly<Record<string, string>>
  queryTypes: readonly QueryTypeOption[]
  calendarLanguage: 'en' | 'es'
  inflow: AmountNames
  outflow: AmountNames
}

const type = (name: QueryType, help: string, selectable = true): QueryTypeOption => ({
  name,
  help,
  selectable,
})

export const externalData: ReportDefinition = {
  name: 'external',
  title: 'External Data',
  server: 'externalReportsUrl',
  path: '/api/external/query',
  fixedParameters: { tipoMovs: '2,3' },
  queryTypes: [
    type('Total', 'Shows aggregated data (machines, movements, profits)'),
    type('Detail', 'Shows detailed data (IN, OUT, date, hour, type)'),
    type('Tickets', 'Shows ticket information'),
    type('POS', 'Shows Point of Sale transactions'),
  ],
  calendarLanguage: 'en',
  inflow: { ofAll: 'Total IN', ofMachine: 'IN', read: (row) => row.inCents },
  outflow: { ofAll: 'Total OUT', ofMachine: 'OUT', read: (row) => row.outCents },
}

export const internalData: ReportDefinition = {
  name: 'internal',
  title: 'Internal Data',
  server: 'apiUrl',
  path: '/api/internal/query',
  fixedParameters: {},
  queryTypes: [
    type('Total', 'Shows aggregated data (movements, total bet, total win)'),
    type('Detail', 'Shows detailed data by transaction', false),
    type('Detail (Jackpots)', 'Shows jackpot information', false),
    type('Total per game', 'Shows totals aggregated by game', false),
  ],
  calendarLanguage: 'es',
  inflow: { ofAll: 'Total bet', ofMachine: 'Bet', read: (row) => row.betCents },
  outflow: { ofAll: 'Total win', ofMachine: 'Win', read: (row) => row.winCents },
}
