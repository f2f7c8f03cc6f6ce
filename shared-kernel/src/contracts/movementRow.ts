import { readCents } from './cents'
import { asList, firstOf, isRecord, readText, type WireRecord } from './wire'

/** One movement of the external lists: Detail, Tickets and POS each fill their own fields. */
export interface MovementRow {
  machine: string
  /** dd-MM-yyyy, as the server writes it. */
  date: string
  /** HH:MM:SS in the zone of the reports. */
  hour: string
  type: string
  inCents: number
  outCents: number
  ticket: string
  state: string
  operation: string
  amountCents: number
}

function normaliseMovementRow(wire: WireRecord): MovementRow {
  const text = (...names: string[]) => firstOf(wire, names, readText) ?? ''
  const cents = (...names: string[]) => firstOf(wire, names, readCents) ?? 0
  return {
    machine: text('Machine', 'machine', 'MachineName', 'machineName'),
    date: text('Date', 'date'),
    hour: text('Hour', 'hour'),
    type: text('Type', 'type'),
    inCents: cents('IN', 'in', 'In'),
    outCents: cents('OUT', 'out', 'Out'),
    ticket: text('Ticket', 'ticket'),
    state: text('State', 'state'),
    operation: text('Operation', 'operation'),
    amountCents: cents('Amount', 'amount'),
  }
}

/** The movements of an answer; any answer that is no list has none. */
export const normaliseMovementRows = (wire: unknown): MovementRow[] =>
  asList(wire).filter(isRecord).map(normaliseMovementRow)
