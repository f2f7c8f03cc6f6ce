import {
  isTotalRow,
  lacksAmounts,
  type MovementRow,
  normaliseMovementRows,
  normaliseReportRows,
  type ReportRow,
  returnPercentage,
} from '@console/shared-kernel/contracts'
import {
  asList,
  firstOf,
  isRecord,
  readFilledText,
  readInteger,
  type WireRecord,
} from '@console/shared-kernel/rules'
import type { MovementsType, QueryType, ResultColumn, TotalsType } from '../definitions'

/** A row with its index in the answer, because equal rows need different keys. */
export type Indexed<Row> = Row & { index: number }

/** The ids are null if the server does not send them. */
export type MachineSums = ReportRow & { machineId: string | null; ownerId: number | null }

/** Sums by machine, or single movements. */
export type ReportResult =
  | { kind: 'totals'; type: TotalsType; total: ReportRow; machines: readonly Indexed<MachineSums>[] }
  | { kind: 'movements'; type: MovementsType; movements: readonly Indexed<MovementRow>[] }

export type TotalsResult = Extract<ReportResult, { kind: 'totals' }>
export type MovementsResult = Extract<ReportResult, { kind: 'movements' }>

export const rowsOf = (result: ReportResult): readonly unknown[] =>
  result.kind === 'totals' ? result.machines : result.movements

/** Matches machines of two results. */
export const machineKey = ({ machineId, machineName }: MachineSums): string => machineId ?? machineName

/** Also checks amounts, as not every server counts movements. Without movements, percentages mean nothing. */
const hasMovements = ({ movementCount, inCents, outCents, betCents, winCents }: ReportRow): boolean =>
  [movementCount, inCents, outCents, betCents, winCents].some((value) => value !== 0)

/** The machines of an earlier result that a later one does not have. */
export function removedMachines(
  before: readonly MachineSums[],
  now: readonly MachineSums[],
): readonly MachineSums[] {
  const current = new Set(now.map(machineKey))
  return before.filter((row) => !current.has(machineKey(row)))
}

const idsOf = (wire: WireRecord): Pick<MachineSums, 'machineId' | 'ownerId'> => ({
  machineId: firstOf(wire, ['machineId', 'MachineId'], readFilledText) ?? null,
  ownerId: firstOf(wire, ['ownerId', 'OwnerId'], readInteger) ?? null,
})

const withIndex = <Row>(rows: readonly Row[]): Indexed<Row>[] => rows.map((row, index) => ({ ...row, index }))

const sum = (rows: readonly ReportRow[], read: (row: ReportRow) => number) =>
  rows.reduce((total, row) => total + read(row), 0)

/** Computes the total for servers that send none. */
export function computeTotal(rows: readonly ReportRow[]): ReportRow {
  const betCents = sum(rows, (row) => row.betCents)
  const winCents = sum(rows, (row) => row.winCents)
  return {
    machineName: 'Total',
    machineCount: rows.length,
    movementCount: sum(rows, (row) => row.movementCount),
    inCents: sum(rows, (row) => row.inCents),
    outCents: sum(rows, (row) => row.outCents),
    betCents,
    winCents,
    profitCents: sum(rows, (row) => row.profitCents),
    returnPercent: returnPercentage(betCents, winCents),
    wonCents: null,
    lostCents: null,
  }
}

/** Shown after a failed search: no rows, totals of 0. */
export const emptyResult = (type: QueryType): ReportResult => readResult([], type)

/** An answer that is not a list counts as empty. */
export function readResult(wire: unknown, type: QueryType): ReportResult {
  if (type.kind === 'movements')
    return { kind: type.kind, type, movements: withIndex(normaliseMovementRows(wire)) }
  if (lacksAmounts(wire)) console.warn('A la primera fila del informe le falta in, out o profit.')
  const ids = asList(wire).filter(isRecord).map(idsOf)
  const rows = normaliseReportRows(wire).map((row, index) => ({ ...row, ...(ids[index] ?? idsOf({})) }))
  const machines = rows.filter((row) => !isTotalRow(row))
  const given = rows.find(isTotalRow)
  // a total row may lack the number of machines
  const total = given
    ? { ...given, machineCount: given.machineCount || machines.length }
    : computeTotal(machines)
  return { kind: type.kind, type, total, machines: withIndex(machines) }
}

export interface Bar {
  name: string
  cents: number
  machineId: string | null
}

/** The `each` best and the `each` worst machines by profit, best first; all machines if there are no more. */
export function bestAndWorst(rows: readonly MachineSums[], each: number): Bar[] {
  const bars = rows
    .map(({ machineName, profitCents, machineId }) => ({ name: machineName, cents: profitCents, machineId }))
    .sort((a, b) => b.cents - a.cents)
  return bars.length <= 2 * each ? bars : [...bars.slice(0, each), ...bars.slice(-each)]
}

/** One column's change from the earlier period. */
export interface Change {
  column: ResultColumn<ReportRow>
  before: number
  now: number
  /** Null for a percentage if either period has no movements. */
  difference: number | null
  /** Null if the earlier value is 0. */
  percent: number | null
}

export const compareTotals = (
  columns: readonly ResultColumn<ReportRow>[],
  now: ReportRow,
  before: ReportRow,
): Change[] =>
  columns.map((column) => {
    const [was, is] = [Number(column.read(before)), Number(column.read(now))]
    return {
      column,
      before: was,
      now: is,
      difference: differenceOf(column, now, before),
      percent: was === 0 ? null : ((is - was) / Math.abs(was)) * 100,
    }
  })

export function differenceOf(
  { kind, read }: ResultColumn<ReportRow>,
  now: ReportRow,
  before: ReportRow,
): number | null {
  if (kind === 'percent' && !(hasMovements(now) && hasMovements(before))) return null
  return Number(read(now)) - Number(read(before))
}
