import { readCents } from './cents'
import { field, normaliserOf, type EntityOf } from './wireFields'
import { asList, isRecord, readText } from './wireReaders'

/** One movement of the external lists, each of which fills its own fields. */
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

/** The wire's fields of each list of movements, besides those of when and where. */
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
