import { type MovementRow, normaliseMovementRows, type ReportRow } from '@console/shared-kernel/contracts'
import type { CsvColumn, CsvValue } from '@console/shared-kernel/domain'
import { compareNames } from '@console/shared-kernel/rules'
import type { Sort } from '@console/shared-kernel/table'
import type { ReportDefinition, ResultColumn } from '../definitions'
import { describePeriod } from '../filters/describeFilters'
import type { Period } from '../filters/ranges'
import { branchColumns, withPaths, type BranchSums } from './branchTotals'
import {
  computeTotal,
  differenceOf,
  machineKey,
  removedMachines,
  type MachineSums,
  type MovementsResult,
  type TotalsResult,
} from './reportResult'
import { sortBy } from './resultCells'
import type { ShownComparison } from './useComparison'

/** A file: a heading with the filters, then all rows. */
export interface ExportedTable {
  /** Parts of the file name. */
  name: readonly string[]
  heading: readonly (readonly CsvValue[])[]
  columns: readonly CsvColumn<never>[]
  rows: readonly never[]
  /** The rows as in the file: sorted as on the screen, followed by the totals by kind. */
  settled: () => Promise<readonly never[]>
}

const FORMATS = { text: null, count: '#,##0', euros: '#,##0.00', percent: '0.00' } as const

const exported = <Row>({ header, kind, read }: ResultColumn<Row>): CsvColumn<Row> => ({
  header: kind === 'euros' ? `${header} (EUR)` : header,
  format: FORMATS[kind],
  // spreadsheets need euros; cents divided by 100 are exact when rounded back
  value: (row: Row) => {
    const value = read(row)
    if (kind !== 'text' && typeof value === 'string') return value
    if (kind === 'euros') return Number(value) / 100
    return kind === 'percent' ? Math.round(Number(value) * 100) / 100 : value
  },
})

interface Described {
  definition: ReportDefinition
  /** Parts of the file name. */
  name: readonly string[]
  words: readonly (readonly [label: string, value: string])[]
  /** The sort of the table on the screen. */
  sort: Sort
}

interface Contents<Row> {
  columns: readonly CsvColumn<Row>[]
  rows: readonly Row[]
  /** Returns the rows in file order. Called only when the file is made, because sorting takes time. */
  written: () => readonly Row[]
  more?: readonly (readonly CsvValue[])[]
  /** Another table, above the rows. */
  above?: readonly (readonly CsvValue[])[]
}

const tableOf = <Row>(
  { definition, name, words }: Described,
  { columns, rows, written, more = [], above = [] }: Contents<Row>,
): ExportedTable => ({
  name,
  heading: [[definition.title], ...words, ...more, ['Rows', rows.length], ...above, []],
  columns: columns as readonly CsvColumn<never>[],
  rows: rows as readonly unknown[] as readonly never[],
  settled: async () => written() as readonly unknown[] as readonly never[],
})

interface Movements extends Described {
  result: MovementsResult
}

const [NO_MOVEMENT] = normaliseMovementRows([{}]) as [MovementRow]

/** A total for each kind of amount, such as 'Total Charge' and 'Total Payout': their sum means nothing. */
function totalsByKind(rows: readonly MovementRow[], { header, read }: ResultColumn<MovementRow>) {
  const cents = new Map<string, number>()
  for (const row of rows) {
    const kind = String(read(row))
    cents.set(kind, (cents.get(kind) ?? 0) + row.amountCents)
  }
  return [...cents]
    .sort(([one], [other]) => compareNames(one, other))
    .map(([kind, amountCents]): MovementRow => {
      const machine = kind === '' ? `Total without ${header}` : `Total ${kind}`
      return { ...NO_MOVEMENT, machine, amountCents }
    })
}

/** Movements with the total of their amounts, or with a total for each kind if a column tells the kind. */
export function movementTable({ result, ...described }: Movements): ExportedTable {
  const { columns } = result.type
  const rows = result.movements
  const sorted = () => sortBy(rows, columns, described.sort)
  const kind = columns.find(({ isKindColumn }) => isKindColumn)
  if (kind) {
    const written = () => [...sorted(), ...totalsByKind(rows, kind)]
    return tableOf(described, { columns: columns.map(exported), rows, written })
  }
  const summed = columns.map((column): CsvColumn<MovementRow> => {
    if (column.kind !== 'euros') return exported(column)
    const sum = () => rows.reduce((cents, row) => cents + Number(column.read(row)), 0) / 100
    return { ...exported(column), total: sum }
  })
  return tableOf(described, { columns: summed, rows, written: sorted })
}

interface Totals extends Described {
  result: TotalsResult
  comparison: (Pick<ShownComparison, 'comparison' | 'before'> & { period: Period }) | null
  /** The rows of the branch table; empty if the screen has none. */
  branches?: readonly BranchSums[]
}

const NOTHING = computeTotal([])

/** A machine with movements only in the earlier period; without it, the earlier column would not add up. */
const emptied = ({ machineName, machineId, ownerId }: MachineSums): MachineSums => ({
  ...NOTHING,
  machineName,
  machineId,
  ownerId,
})

/** All branches, open or not. They precede the machines: after them, a column sum would count both. */
function branchLines(branches: readonly BranchSums[], result: TotalsResult) {
  if (branches.length === 0) return []
  const [, ...sums] = branchColumns(result).map(exported)
  return [
    [],
    ['Total per branch', ...sums.map(({ header }) => header)],
    ...withPaths(branches).map(({ path, row }) => [path, ...sums.map(({ value }) => value(row))]),
  ]
}

/** Machines and their total, with earlier values and differences if there is a comparison. */
export function totalTable({ result, comparison, branches = [], ...described }: Totals): ExportedTable {
  const columns = result.type.machines
  const before = comparison?.before ?? null
  const earlier = new Map(before?.machines.map((row) => [machineKey(row), row]))
  const removed = removedMachines([...earlier.values()], result.machines).map(emptied)
  const compared = !comparison
    ? []
    : columns
        .filter(({ kind }) => kind !== 'text')
        .flatMap((column) => {
          const was = (row: ReportRow): ReportRow =>
            (row === result.total ? before?.total : earlier.get(machineKey(row as MachineSums))) ?? NOTHING
          const { header } = comparison.comparison
          const points = column.kind === 'percent' ? ', points' : ''
          return [
            {
              ...column,
              header: `${column.header}, ${header}`,
              read: (row: ReportRow) => column.read(was(row)),
            },
            {
              ...column,
              header: `${column.header}, difference${points}`,
              read: (row: ReportRow) => differenceOf(column, row, was(row)) ?? '–',
            },
          ]
        })
  const all = [...columns, ...compared].map(exported).map((column, index) => {
    const { value } = column
    return index === 0 ? column : { ...column, total: () => value(result.total) }
  })
  const more = comparison ? [[comparison.comparison.title, describePeriod(comparison.period)]] : []
  return tableOf<ReportRow>(described, {
    columns: all as readonly CsvColumn<ReportRow>[],
    rows: [...result.machines, ...removed],
    // the machines that are not on the screen come last
    written: () => [result.machines, removed].flatMap((list) => sortBy(list, columns, described.sort)),
    more,
    above: branchLines(branches, result),
  })
}
