import { readCents } from './cents'
import {
  asRecord,
  firstOf,
  isRecord,
  readBoolean,
  readFilledText,
  type WireRecord,
  normaliseList,
} from './wire'

export interface Machine {
  /** '' where the server sent none: such a machine is listed, but nothing can be done to it. */
  id: string
  name: string
  /** The owner, shown as Client Name. */
  userName: string
  creditCents: number
  /** Which credit this is, for servers that refuse a change made against an older one; null elsewhere. */
  creditVersion: string | null
  serviceMode: boolean
  profitCents: number
  blocked: boolean
  location: string | null
  ipAddress: string | null
  creationDate: string | null
  lastConnection: string | null
  status: string
  connected: boolean
  securityLevel: string
  jackpotMegaCents: number
  jackpotMiniCents: number
}

const text = (wire: WireRecord, ...aliases: string[]): string | null =>
  firstOf(wire, aliases, readFilledText) ?? null
const flag = (wire: WireRecord, ...aliases: string[]): boolean => firstOf(wire, aliases, readBoolean) ?? false
const cents = (wire: WireRecord, ...aliases: string[]): number => firstOf(wire, aliases, readCents) ?? 0

const machineOf = (wire: WireRecord): Machine => ({
  id: text(wire, 'idMachine', 'id', 'IdMachine') ?? '',
  name: text(wire, 'machineName') ?? '',
  userName: text(wire, 'userName') ?? '',
  creditCents: cents(wire, 'credit', 'playingCredit'),
  creditVersion: text(wire, 'creditVersion'),
  serviceMode: flag(wire, 'serviceMode', 'service'),
  profitCents: cents(wire, 'profit'),
  blocked: flag(wire, 'block'),
  location: text(wire, 'location'),
  ipAddress: text(wire, 'ipAddress'),
  creationDate: text(wire, 'creationDate'),
  lastConnection: text(wire, 'lastConnection'),
  status: text(wire, 'status') ?? 'Unknown',
  connected: flag(wire, 'isConnected'),
  securityLevel: text(wire, 'securityLevel') ?? 'Standard',
  jackpotMegaCents: cents(wire, 'jackpotMega'),
  jackpotMiniCents: cents(wire, 'jackpotMini'),
})

/** Null where there is nothing that could be a machine. */
export const normaliseMachine = (wire: unknown): Machine | null => (isRecord(wire) ? machineOf(wire) : null)

/** A machine without an id is itself. */
export const machineIdentity = ({ id }: Pick<Machine, 'id'>): string | null => (id === '' ? null : id)

/** The machines in the server's order, each of them once. */
export const normaliseMachines = (wire: unknown): Machine[] =>
  normaliseList(wire, normaliseMachine, machineIdentity)

/** A machine's credit after a change, or as it is instead where a change was refused; null where nothing is said. */
export function normaliseCredit(wire: unknown): Pick<Machine, 'creditCents' | 'creditVersion'> | null {
  const record = asRecord(wire)
  const creditCents = firstOf(record, ['credit', 'playingCredit'], readCents)
  if (creditCents === undefined) return null
  return { creditCents, creditVersion: text(record, 'creditVersion') }
}

/** Whether the machine is blocked after the toggle; null where the answer does not say. */
export const normaliseBlockToggle = (wire: unknown): boolean | null =>
  readBoolean(asRecord(wire)['blocked']) ?? null
