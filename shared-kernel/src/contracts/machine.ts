import { readCents } from './cents'
import { listedField, normaliserOf, readField, type RowOf } from './wireFields'
import { asRecord, isRecord, normaliseList, readBoolean, readFilledText, readInteger } from './wireReaders'

export const MACHINE_FIELDS = {
  /** '' if the server sent none: such a machine is listed, but cannot be changed. */
  id: listedField(['idMachine', 'id', 'IdMachine'], readFilledText, '', 'text', { search: true }),
  name: listedField('machineName', readFilledText, '', 'name', { search: true }),
  /** The owner, shown as Client Name. */
  userName: listedField('userName', readFilledText, '', 'name', { search: true }),
  /** Null if unknown. */
  ownerId: listedField(['userId', 'clientId', 'parentId'], readInteger, null, 'text'),
  creditCents: listedField(['credit', 'playingCredit'], readCents, 0, 'number'),
  /** The credit's version; null for servers without versions. */
  creditVersion: listedField('creditVersion', readFilledText, null, 'text'),
  /** The version of the block and the configuration; null for servers without versions. */
  version: listedField('version', readFilledText, null, 'text', { added: true }),
  serviceMode: listedField(['serviceMode', 'service'], readBoolean, false, 'number'),
  /** Cash in minus cash out, all time. */
  profitCents: listedField('profit', readCents, 0, 'number'),
  blocked: listedField('block', readBoolean, false, 'text'),
  /** When the block ends by itself, ISO 8601 in UTC; null if it does not, or there is none. */
  blockedUntil: listedField('blockedUntil', readFilledText, null, 'time', { added: true }),
  /** Whether the owner is blocked, directly or through an ancestor; null from servers that do not send it. */
  ownerBlocked: listedField('ownerBlocked', readBoolean, null, 'text'),
  location: listedField('location', readFilledText, null, 'text'),
  ipAddress: listedField('ipAddress', readFilledText, null, 'text'),
  /** ISO 8601 instant, UTC. */
  creationDate: listedField('creationDate', readFilledText, null, 'time'),
  lastConnection: listedField('lastConnection', readFilledText, null, 'time'),
  status: listedField('status', readFilledText, 'Unknown', 'text', { search: true }),
  connected: listedField('isConnected', readBoolean, false, 'text'),
  securityLevel: listedField('securityLevel', readFilledText, 'Standard', 'text'),
  jackpotMegaCents: listedField('jackpotMega', readCents, 0, 'number'),
  jackpotMiniCents: listedField('jackpotMini', readCents, 0, 'number'),
}

export type Machine = RowOf<typeof MACHINE_FIELDS>

const machineOf = normaliserOf(MACHINE_FIELDS)

/** Returns null for a value that cannot be a machine. */
export const normaliseMachine = (wire: unknown): Machine | null => (isRecord(wire) ? machineOf(wire) : null)

export const machineIdentity = ({ id }: Pick<Machine, 'id'>): string | null => (id === '' ? null : id)

/** Keeps the server's order, and the first of two machines with one id. */
export const normaliseMachines = (wire: unknown): Machine[] =>
  normaliseList(wire, normaliseMachine, machineIdentity)

/** The credit after a change, or the current one after a rejection; null if the answer has none. */
export function normaliseCredit(wire: unknown): Pick<Machine, 'creditCents' | 'creditVersion'> | null {
  const record = asRecord(wire)
  const creditCents = readField(record, MACHINE_FIELDS.creditCents)
  if (creditCents === undefined) return null
  return { creditCents, creditVersion: readField(record, MACHINE_FIELDS.creditVersion) ?? null }
}

/** Whether the machine is now blocked; null if the answer does not say. */
export const normaliseBlockToggle = (wire: unknown): boolean | null =>
  readBoolean(asRecord(wire)['blocked']) ?? null
