export type QueryType = 'Total' | 'Detail' | 'Tickets' | 'POS' | 'Detail (Jackpots)' | 'Total per game'

interface QueryTypeOption {
  name: QueryType
  /** Help text of the field while this type is chosen. */
  help: string
  selectable: boolean
}

/** What differs between the two report screens, besides their columns. */
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
}
