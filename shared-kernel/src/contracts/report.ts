import { readCents } from './cents'
import { type EntityOf, field, normaliserOf } from './wireFields'
import {
  asList,
  firstOf,
  isRecord,
  readFilledText,
  readInteger,
  readNumber,
  readText,
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
  /** The winnings and losses of players: internal rows only, null elsewhere. */
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
  const has = (names: readonly string[]) =>
    isRecord(first) && names.some((name) => Object.hasOwn(first, name))
  return !has([...IN, ...BET]) || !has([...OUT, ...WIN]) || !has(PROFIT)
}

/** A movement in the external lists; each list fills its own fields. */
export const MOVEMENT_FIELDS = {
  machine: field(['Machine', 'machine', 'MachineName', 'machineName'], readText, ''),
  /** dd-MM-yyyy, as the server writes it. */
  date: field(['Date', 'date'], readText, ''),
  /** HH:MM:SS in the zone of the reports. */
  hour: field(['Hour', 'hour'], readText, ''),
  type: field(['Type', 'type'], readText, ''),
  inCents: field(['IN', 'in', 'In'], readCents, 0),
  outCents: field(['OUT', 'out', 'Out'], readCents, 0),
  ticket: field(['Ticket', 'ticket'], readText, ''),
  state: field(['State', 'state'], readText, ''),
  operation: field(['Operation', 'operation'], readText, ''),
  amountCents: field(['Amount', 'amount'], readCents, 0),
}

/** The wire fields of each list of movements, in addition to `FIELDS_OF_EACH_LIST`. */
export const MOVEMENT_LISTS = {
  Detail: ['Type', 'IN', 'OUT'],
  Tickets: ['Ticket', 'Amount', 'State'],
  POS: ['Operation', 'Amount'],
} as const

export const FIELDS_OF_EACH_LIST = ['Machine', 'Date', 'Hour'] as const

export type MovementRow = EntityOf<typeof MOVEMENT_FIELDS>

/** Empty if the answer is not a list. */
export const normaliseMovementRows = (wire: unknown): MovementRow[] =>
  asList(wire).filter(isRecord).map(normaliserOf(MOVEMENT_FIELDS))
