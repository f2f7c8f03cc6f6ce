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

const amounts = (
  inflow: string,
  outflow: string,
  profit: string,
  definition: ReportDefinition,
): ResultColumn<ReportRow>[] => [
  { key: 'movements', header: 'Num. movements', kind: 'count', read: (row) => row.movementCount },
  { key: 'inflow', header: inflow, kind: 'euros', read: definition.inflow.read },
  { key: 'outflow', header: outflow, kind: 'euros', read: definition.outflow.read, neutral: true },
  { key: 'profit', header: profit, kind: 'euros', read: (row) => row.profitCents },
  { key: 'return', header: '% return', kind: 'percent', read: (row) => row.returnPercent, neutral: true },
]

export const totalColumns = (definition: ReportDefinition): ResultColumn<ReportRow>[] => [
  { key: 'machines', header: 'Num. machines', kind: 'count', read: (row) => row.machineCount },
  ...amounts(definition.inflow.ofAll, definition.outflow.ofAll, 'Total profit', definition),
]

export const machineColumns = (definition: ReportDefinition): ResultColumn<ReportRow>[] => [
  { key: 'name', header: 'Name machine', kind: 'text', read: (row) => row.machineName },
  ...amounts(definition.inflow.ofMachine, definition.outflow.ofMachine, 'Profit', definition),
]

/** Days are dd-MM-yyyy, which does not sort. */
const sortableMoment = ({ date, hour }: MovementRow) => `${date.split('-').reverse().join('-')} ${hour}`

const text = (
  key: string,
  header: string,
  read: (row: MovementRow) => string,
): ResultColumn<MovementRow> => ({
  key,
  header,
  kind: 'text',
  read,
})
const euros = (
  key: string,
  header: string,
  read: (row: MovementRow) => number,
): ResultColumn<MovementRow> => ({
  ...text(key, header, () => ''),
  kind: 'euros',
  read,
})

const MOMENT: ResultColumn<MovementRow>[] = [
  text('machine', 'Machine', (row) => row.machine),
  { ...text('date', 'Date', (row) => row.date), order: sortableMoment },
  text('hour', 'Hour', (row) => row.hour),
]
const AMOUNT = euros('amount', 'Amount', (row) => row.amountCents)

const MOVEMENT_COLUMNS: Partial<Record<QueryType, ResultColumn<MovementRow>[]>> = {
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

export const movementColumns = (queryType: QueryType): ResultColumn<MovementRow>[] =>
  MOVEMENT_COLUMNS[queryType] ?? MOMENT
