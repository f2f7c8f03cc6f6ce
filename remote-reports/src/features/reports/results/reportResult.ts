import {
  isTotalRow,
  lacksAmounts,
  type MovementRow,
  normaliseMovementRows,
  normaliseReportRows,
  type ReportRow,
  returnPercentage,
} from '@console/shared-kernel/contracts'
import { asList, firstOf, isRecord, readFilledText, type WireRecord } from '@console/shared-kernel/rules'
import type { QueryType } from '../definitions'

/** A row of a result with its place in the answer, which tells rows apart that say the same. */
export type Placed<Row> = Row & { place: number }

/** One machine's sums, and its id where the server sends it. */
export type MachineSums = ReportRow & { machineId: string | null }

/** What a search found: sums by machine, or movements one by one. */
export type ReportResult =
  | { kind: 'total'; total: ReportRow; machines: readonly Placed<MachineSums>[] }
  | { kind: 'movements'; movements: readonly Placed<MovementRow>[] }

/** What tells machines of two answers apart: their id where the server sends one, else their name. */
export const machineKey = ({ machineId, machineName }: MachineSums): string => machineId ?? machineName

/** False for sums of nothing: their percentages are of nothing too. Not every server counts movements. */
export const hasMovements = ({ movementCount, inCents, outCents, betCents, winCents }: ReportRow): boolean =>
  [movementCount, inCents, outCents, betCents, winCents].some((value) => value !== 0)

/** The machines of an earlier result that a later one does not have. */
export function machinesNoLonger(
  before: readonly MachineSums[],
  now: readonly MachineSums[],
): readonly MachineSums[] {
  const current = new Set(now.map(machineKey))
  return before.filter((row) => !current.has(machineKey(row)))
}

const readId = (wire: WireRecord): string | null =>
  firstOf(wire, ['machineId', 'MachineId'], readFilledText) ?? null

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
export const emptyResult = (queryType: QueryType): ReportResult => readResult([], queryType)

/** Reads an answer; one that is no list is an empty one. */
export function readResult(wire: unknown, queryType: QueryType): ReportResult {
  if (queryType !== 'Total') return { kind: 'movements', movements: placed(normaliseMovementRows(wire)) }
  if (lacksAmounts(wire)) console.warn('A la primera fila del informe le falta in, out o profit.')
  const ids = asList(wire).filter(isRecord).map(readId)
  const rows = normaliseReportRows(wire).map((row, place) => ({ ...row, machineId: ids[place] ?? null }))
  const machines = rows.filter((row) => !isTotalRow(row))
  const given = rows.find(isTotalRow)
  // a total row need not say how many machines it is about
  const total = given
    ? { ...given, machineCount: given.machineCount || machines.length }
    : computeTotal(machines)
  return { kind: 'total', total, machines: placed(machines) }
}
