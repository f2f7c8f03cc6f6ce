import {
  isTotalRow,
  lacksAmounts,
  type MovementRow,
  normaliseMovementRows,
  normaliseReportRows,
  type ReportRow,
  returnPercentage,
} from '@console/shared-kernel/contracts'
import type { QueryType } from '../definitions'

/** A row of a result with its place in the answer, which tells rows apart that say the same. */
export type Placed<Row> = Row & { place: number }

/** What a search found: sums by machine, or movements one by one. */
export type Outcome =
  | { kind: 'total'; total: ReportRow; machines: readonly Placed<ReportRow>[] }
  | { kind: 'movements'; movements: readonly Placed<MovementRow>[] }

const placed = <Row>(rows: readonly Row[]): Placed<Row>[] => rows.map((row, place) => ({ ...row, place }))

const sum = (rows: readonly ReportRow[], read: (row: ReportRow) => number) =>
  rows.reduce((total, row) => total + read(row), 0)

/** The sums over all machines, for servers that send none. */
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

/** What stands where a search failed: nothing, and a total of zeros. */
export const emptyOutcome = (queryType: QueryType): Outcome => readOutcome([], queryType)

/** Reads an answer; one that is no list is an empty one. */
export function readOutcome(wire: unknown, queryType: QueryType): Outcome {
  if (queryType !== 'Total') return { kind: 'movements', movements: placed(normaliseMovementRows(wire)) }
  if (lacksAmounts(wire)) console.warn('A la primera fila del informe le falta in, out o profit.')
  const rows = normaliseReportRows(wire)
  const machines = rows.filter((row) => !isTotalRow(row))
  const given = rows.find(isTotalRow)
  // a total row need not say how many machines it is about
  const total = given
    ? { ...given, machineCount: given.machineCount || machines.length }
    : computeTotal(machines)
  return { kind: 'total', total, machines: placed(machines) }
}
