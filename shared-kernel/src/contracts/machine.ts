import { readCents } from './cents'
import { listedField, normaliserOf, readField, type EntityOf } from './wireFields'
import { asRecord, isRecord, normaliseList, readBoolean, readFilledText, readInteger } from './wireReaders'

/* Fields that no column shows sort as text. */
export const MACHINE_FIELDS = {
  /** '' if the server sent none: such a machine is listed, but cannot be changed. */
  id: listedField(['idMachine', 'id', 'IdMachine'], readFilledText, '', {
    sort: 'text',
    search: true,
    sample: '3f9c2a1b-0000-4000-8000-000000000001',
  }),
  name: listedField('machineName', readFilledText, '', { sort: 'name', search: true, sample: 'Slot 1' }),
  /** The owner, shown as Client Name. */
  userName: listedField('userName', readFilledText, '', { sort: 'name', search: true, sample: 'ana' }),
  /** Null if unknown. */
  ownerId: listedField(['userId', 'clientId', 'parentId'], readInteger, null, { sort: 'text', sample: 7 }),
  creditCents: listedField(['credit', 'playingCredit'], readCents, 0, { sort: 'number', sample: 1234.5 }),
  /** The credit's version; null for servers without versions. */
  creditVersion: listedField('creditVersion', readFilledText, null, { sort: 'text', sample: '3' }),
  serviceMode: listedField(['serviceMode', 'service'], readBoolean, false, {
    sort: 'number',
  }),
  /** Cash in minus cash out, all time. */
  profitCents: listedField('profit', readCents, 0, { sort: 'number', sample: -50.25 }),
  blocked: listedField('block', readBoolean, false, { sort: 'text' }),
  /** Itself or through an ancestor; null for servers that do not say. */
  ownerBlocked: listedField('ownerBlocked', readBoolean, null, { sort: 'text', sample: false }),
  location: listedField('location', readFilledText, null, { sort: 'text', sample: 'Madrid' }),
  ipAddress: listedField('ipAddress', readFilledText, null, { sort: 'text', sample: '192.0.2.1' }),
  /** ISO 8601 instant, UTC. */
  creationDate: listedField('creationDate', readFilledText, null, {
    sort: 'time',
    sample: '2026-01-05T09:30:00.000Z',
  }),
  lastConnection: listedField('lastConnection', readFilledText, null, {
    sort: 'time',
    sample: '2026-01-05T09:30:00.000Z',
  }),
  status: listedField('status', readFilledText, 'Unknown', { sort: 'text', search: true, sample: 'Online' }),
  connected: listedField('isConnected', readBoolean, false, { sort: 'text', sample: true }),
  securityLevel: listedField('securityLevel', readFilledText, 'Standard', {
    sort: 'text',
  }),
  jackpotMegaCents: listedField('jackpotMega', readCents, 0, { sort: 'number', sample: 5000 }),
  jackpotMiniCents: listedField('jackpotMini', readCents, 0, { sort: 'number', sample: 50.25 }),
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
