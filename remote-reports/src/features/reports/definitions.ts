import type { MovementRow, ReportRow } from '@console/shared-kernel/contracts'

/** A column as shown, exported and sorted. Euros are read in cents. */
export interface ResultColumn<Row> {
  /** The key in addresses and saved views. */
  key: string
  header: string
  kind: 'text' | 'count' | 'euros' | 'percent'
  read: (row: Row) => string | number
  /** Sort key, if it differs from what is shown. */
  order?: (row: Row) => string
  /** A decrease is not a loss. */
  neutral?: true
  /** The figure to which all others lead, so it stands out among the totals. */
  hero?: true
  /** Names the kind of a row's amount; different kinds have no common total. */
  isKindColumn?: true
}

type Columns<Row> = readonly ResultColumn<Row>[]

interface Described<Name extends string = string> {
  name: Name
  /** Help text of the field while this type is chosen. */
  help: string
}

/** Totals for all machines together and for each machine. */
export interface TotalsType<Name extends string = string> extends Described<Name> {
  kind: 'totals'
  total: Columns<ReportRow>
  machines: Columns<ReportRow>
}

/** One row per movement. */
export interface MovementsType extends Described {
  kind: 'movements'
  columns: Columns<MovementRow>
}

export type QueryType = TotalsType | MovementsType

/** Offered, but disabled: no server has such a report yet. */
interface DisabledType extends Described {
  kind: 'disabled'
}

/** What differs between the two report screens. */
export interface ReportDefinition {
  name: 'external' | 'internal'
  title: string
  /** The server, as a field of the environment. */
  server: 'apiUrl' | 'externalReportsUrl'
  path: string
  /** Sent with every query. */
  fixedParameters: Readonly<Record<string, string>>
  /** The first one is the default. */
  queryTypes: readonly [TotalsType<typeof DEFAULT_TYPE>, ...(QueryType | DisabledType)[]]
  calendarLanguage: 'en' | 'es'
}

/** Omitted from addresses and file names. */
export const DEFAULT_TYPE = 'Total'

/** Undefined for an unknown or a disabled type. */
export const queryTypeOf = ({ queryTypes }: ReportDefinition, name: string): QueryType | undefined =>
  queryTypes.find((type): type is QueryType => type.name === name && type.kind !== 'disabled')

const columnOf =
  <Value extends string | number>(kind: ResultColumn<never>['kind']) =>
  <Row>(key: string, header: string, read: (row: Row) => Value): ResultColumn<Row> => ({
    key,
    header,
    kind,
    read,
  })
const text = columnOf<string>('text')
const count = columnOf<number>('count')
const euros = columnOf<number>('euros')
const percent = columnOf<number>('percent')

const MACHINES = count<ReportRow>('machines', 'Num. machines', (row) => row.machineCount)
const NAME = text<ReportRow>('name', 'Name machine', (row) => row.machineName)

type ReadCents = (row: ReportRow) => number

/** The columns of sums, with the report's own words for inflow, outflow and profit. */
const sums = (
  [inflow, readIn]: [string, ReadCents],
  [outflow, readOut]: [string, ReadCents],
  profit: string,
) => [
  count<ReportRow>('movements', 'Num. movements', (row) => row.movementCount),
  euros('inflow', inflow, readIn),
  { ...euros('outflow', outflow, readOut), neutral: true as const },
  { ...euros<ReportRow>('profit', profit, (row) => row.profitCents), hero: true as const },
  { ...percent<ReportRow>('return', '% return', (row) => row.returnPercent), neutral: true as const },
]
const paidIn: ReadCents = (row) => row.inCents
const paidOut: ReadCents = (row) => row.outCents
const bet: ReadCents = (row) => row.betCents
const won: ReadCents = (row) => row.winCents

/** Days are dd-MM-yyyy, which does not sort. */
const sortableMoment = ({ date, hour }: MovementRow) => `${date.split('-').reverse().join('-')} ${hour}`

const MOMENT: Columns<MovementRow> = [
  text('machine', 'Machine', (row) => row.machine),
  { ...text('date', 'Date', (row) => row.date), order: sortableMoment },
  text('hour', 'Hour', (row) => row.hour),
]
const AMOUNT = euros<MovementRow>('amount', 'Amount', (row) => row.amountCents)

export const externalData: ReportDefinition = {
  name: 'external',
  title: 'External Data',
  server: 'externalReportsUrl',
  path: '/api/external/query',
  fixedParameters: { tipoMovs: '2,3' },
  queryTypes: [
    {
      name: DEFAULT_TYPE,
      help: 'Shows aggregated data (machines, movements, profits)',
      kind: 'totals',
      total: [MACHINES, ...sums(['Total IN', paidIn], ['Total OUT', paidOut], 'Total profit')],
      machines: [NAME, ...sums(['IN', paidIn], ['OUT', paidOut], 'Profit')],
    },
    {
      name: 'Detail',
      help: 'Shows detailed data (IN, OUT, date, hour, type)',
      kind: 'movements',
      columns: [
        ...MOMENT,
        text('type', 'Type', (row) => row.type),
        euros('in', 'IN', (row) => row.inCents),
        euros('out', 'OUT', (row) => row.outCents),
      ],
    },
    {
      name: 'Tickets',
      help: 'Shows ticket information',
      kind: 'movements',
      columns: [
        ...MOMENT,
        text('ticket', 'Ticket', (row) => row.ticket),
        AMOUNT,
        { ...text('state', 'State', (row) => row.state), isKindColumn: true },
      ],
    },
    {
      name: 'POS',
      help: 'Shows Point of Sale transactions',
      kind: 'movements',
      columns: [
        ...MOMENT,
        { ...text('operation', 'Operation', (row) => row.operation), isKindColumn: true },
        AMOUNT,
      ],
    },
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
    {
      name: DEFAULT_TYPE,
      help: 'Shows aggregated data (movements, total bet, total win)',
      kind: 'totals',
      total: [MACHINES, ...sums(['Total bet', bet], ['Total win', won], 'Total profit')],
      machines: [NAME, ...sums(['Bet', bet], ['Win', won], 'Profit')],
    },
    { name: 'Detail', help: 'Shows detailed data by transaction', kind: 'disabled' },
    { name: 'Detail (Jackpots)', help: 'Shows jackpot information', kind: 'disabled' },
    { name: 'Total per game', help: 'Shows totals aggregated by game', kind: 'disabled' },
  ],
  calendarLanguage: 'es',
}
