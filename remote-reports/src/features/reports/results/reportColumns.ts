import type { MovementRow, ReportRow } from '@console/shared-kernel/contracts'
import type { QueryType, ReportDefinition } from '../definitions'

/** A column as shown, exported and sorted. Euros are read in cents. */
export interface ResultColumn<Row> {
  key: string
  header: string
  kind: 'text' | 'count' | 'euros' | 'percent'
  read: (row: Row) => string | number
  /** Sort key, if it differs from what is shown. */
  order?: (row: Row) => string
  /** A decrease is not a loss. */
  neutral?: true
  /** Of different kinds of amounts, which have no common total. */
  tellsKind?: true
}

type Columns<Row> = readonly ResultColumn<Row>[]
type ColumnsOfReports = Readonly<Record<ReportDefinition['name'], Columns<ReportRow>>>

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
const MOVEMENTS = count<ReportRow>('movements', 'Num. movements', (row) => row.movementCount)
const inflow = (header: string, read: (row: ReportRow) => number) => euros('inflow', header, read)
const outflow = (header: string, read: (row: ReportRow) => number): ResultColumn<ReportRow> => ({
  ...euros('outflow', header, read),
  neutral: true,
})
const profit = (header: string) => euros<ReportRow>('profit', header, (row) => row.profitCents)
const RETURN: ResultColumn<ReportRow> = {
  ...percent('return', '% return', (row) => row.returnPercent),
  neutral: true,
}

/** The sums of all machines. */
export const TOTAL_COLUMNS: ColumnsOfReports = {
  external: [
    MACHINES,
    MOVEMENTS,
    inflow('Total IN', (row) => row.inCents),
    outflow('Total OUT', (row) => row.outCents),
    profit('Total profit'),
    RETURN,
  ],
  internal: [
    MACHINES,
    MOVEMENTS,
    inflow('Total bet', (row) => row.betCents),
    outflow('Total win', (row) => row.winCents),
    profit('Total profit'),
    RETURN,
  ],
}

/** A row for each machine. */
export const MACHINE_COLUMNS: ColumnsOfReports = {
  external: [
    NAME,
    MOVEMENTS,
    inflow('IN', (row) => row.inCents),
    outflow('OUT', (row) => row.outCents),
    profit('Profit'),
    RETURN,
  ],
  internal: [
    NAME,
    MOVEMENTS,
    inflow('Bet', (row) => row.betCents),
    outflow('Win', (row) => row.winCents),
    profit('Profit'),
    RETURN,
  ],
}

/** Days are dd-MM-yyyy, which does not sort. */
const sortableMoment = ({ date, hour }: MovementRow) => `${date.split('-').reverse().join('-')} ${hour}`

const MOMENT: Columns<MovementRow> = [
  text('machine', 'Machine', (row) => row.machine),
  { ...text('date', 'Date', (row) => row.date), order: sortableMoment },
  text('hour', 'Hour', (row) => row.hour),
]
const AMOUNT = euros<MovementRow>('amount', 'Amount', (row) => row.amountCents)

/** The external report's lists: a row for each movement. */
const MOVEMENT_COLUMNS: Partial<Record<QueryType, Columns<MovementRow>>> = {
  Detail: [
    ...MOMENT,
    text('type', 'Type', (row) => row.type),
    euros('in', 'IN', (row) => row.inCents),
    euros('out', 'OUT', (row) => row.outCents),
  ],
  Tickets: [
    ...MOMENT,
    text('ticket', 'Ticket', (row) => row.ticket),
    AMOUNT,
    { ...text('state', 'State', (row) => row.state), tellsKind: true },
  ],
  POS: [...MOMENT, { ...text('operation', 'Operation', (row) => row.operation), tellsKind: true }, AMOUNT],
}

export const movementColumns = (queryType: QueryType): Columns<MovementRow> =>
  MOVEMENT_COLUMNS[queryType] ?? MOMENT
