import { readCents } from './cents'
import { field, normaliserOf, readField, type EntityOf } from './wireFields'
import { asRecord, isRecord, normaliseList, readBoolean, readFilledText, readInteger } from './wireReaders'

export const MACHINE_FIELDS = {
  /** '' if the server sent none: such a machine is listed, but cannot be changed. */
  id: field(['idMachine', 'id', 'IdMachine'], readFilledText, ''),
  name: field('machineName', readFilledText, ''),
  /** The owner, shown as Client Name. */
  userName: field('userName', readFilledText, ''),
  /** Null if unknown. */
  ownerId: field(['userId', 'clientId', 'parentId'], readInteger, null),
  creditCents: field(['credit', 'playingCredit'], readCents, 0),
  /** The credit's version; null for servers without versions. */
  creditVersion: field('creditVersion', readFilledText, null),
  serviceMode: field(['serviceMode', 'service'], readBoolean, false),
  /** Cash in minus cash out, all time. */
  profitCents: field('profit', readCents, 0),
  blocked: field('block', readBoolean, false),
  /** Itself or through an ancestor; null for servers that do not say. */
  ownerBlocked: field('ownerBlocked', readBoolean, null),
  location: field('location', readFilledText, null),
  ipAddress: field('ipAddress', readFilledText, null),
  /** ISO 8601 instant, UTC. */
  creationDate: field('creationDate', readFilledText, null),
  lastConnection: field('lastConnection', readFilledText, null),
  status: field('status', readFilledText, 'Unknown'),
  connected: field('isConnected', readBoolean, false),
  securityLevel: field('securityLevel', readFilledText, 'Standard'),
  jackpotMegaCents: field('jackpotMega', readCents, 0),
  jackpotMiniCents: field('jackpotMini', readCents, 0),
}

export type Machine = EntityOf<typeof MACHINE_FIELDS>

const machineOf = normaliserOf(MACHINE_FIELDS)

/** Null for what cannot be a machine. */
export const normaliseMachine = (wire: unknown): Machine | null => (isRecord(wire) ? machineOf(wire) : null)

export const machineIdentity = ({ id }: Pick<Machine, 'id'>): string | null => (id === '' ? null : id)

/** In the server's order; of two with one id the first stays. */
export const normaliseMachines = (wire: unknown): Machine[] =>
  normaliseList(wire, normaliseMachine, machineIdentity)

/** The credit after a change, or the current one after a refusal; null if the answer has none. */
export function normaliseCredit(wire: unknown): Pick<Machine, 'creditCents' | 'creditVersion'> | null {
  const record = asRecord(wire)
  const creditCents = readField(record, MACHINE_FIELDS.creditCents)
  if (creditCents === undefined) return null
  return { creditCents, creditVersion: readField(record, MACHINE_FIELDS.creditVersion) ?? null }
}

/** Whether the machine is now blocked; null if the answer does not say. */
export const normaliseBlockToggle = (wire: unknown): boolean | null =>
  readBoolean(asRecord(wire)['blocked']) ?? null
