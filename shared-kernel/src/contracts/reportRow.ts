import { readCents } from './cents'
import {
  asList,
  firstOf,
  isRecord,
  readFilledText,
  readInteger,
  readNumber,
  type WireRecord,
} from './wireReaders'

export interface ReportRow {
  machineName: string
  machineCount: number
  movementCount: number
  inCents: number
  outCents: number
  /** The same as in and out, under the names of the internal report. */
  betCents: number
  winCents: number
  profitCents: number
  returnPercent: number
  /** What players won and lost: internal rows only, null elsewhere. */
  wonCents: number | null
  lostCents: number | null
}

const IN = ['totalIn', 'TotalIn', 'pago', 'Pago']
const OUT = ['totalOut', 'TotalOut', 'cobro', 'Cobro']
const BET = ['totalBet', 'TotalBet']
const WIN = ['totalWin', 'TotalWin']
const PROFIT = ['totalProfit', 'TotalProfit']

/** Out as a percentage of in; 0 if nothing came in. */
export const returnPercentage = (inCents: number, outCents: number): number =>
  inCents === 0 ? 0 : (outCents / inCents) * 100

function normaliseReportRow(wire: WireRecord): ReportRow {
  const inCents = firstOf(wire, [...IN, ...BET], readCents) ?? 0
  const outCents = firstOf(wire, [...OUT, ...WIN], readCents) ?? 0
  return {
    machineName: firstOf(wire, ['machineName', 'MachineName'], readFilledText) ?? 'Unknown',
    machineCount: firstOf(wire, ['numMachines', 'NumMachines'], readInteger) ?? 0,
    movementCount: firstOf(wire, ['numMovements', 'NumMovements'], readInteger) ?? 0,
    inCents,
    outCents,
    betCents: firstOf(wire, BET, readCents) ?? inCents,
    winCents: firstOf(wire, WIN, readCents) ?? outCents,
    profitCents: firstOf(wire, PROFIT, readCents) ?? inCents - outCents,
    returnPercent:
      firstOf(wire, ['returnPercentage', 'ReturnPercentage'], readNumber) ??
      returnPercentage(inCents, outCents),
    wonCents: firstOf(wire, ['ganado', 'Ganado'], readCents) ?? null,
    lostCents: firstOf(wire, ['perdido', 'Perdido'], readCents) ?? null,
  }
}

/** Empty if the answer is not a list. */
export const normaliseReportRows = (wire: unknown): ReportRow[] =>
  asList(wire).filter(isRecord).map(normaliseReportRow)

/** Some servers send the total as a row with this name. */
export const isTotalRow = (row: Pick<ReportRow, 'machineName'>): boolean =>
  row.machineName.trim().toLowerCase() === 'total'

/** Whether the first row lacks in, out or profit, which is logged as a warning. */
export function lacksAmounts(wire: unknown): boolean {
  const [first] = asList(wire)
  if (first === undefined) return false
  const has = (aliases: readonly string[]) =>
    isRecord(first) && aliases.some((alias) => Object.hasOwn(first, alias))
  return !has([...IN, ...BET]) || !has([...OUT, ...WIN]) || !has(PROFIT)
}
