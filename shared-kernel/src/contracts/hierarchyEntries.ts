import type { User } from './user'
import { firstOf, isRecord, readFilledText, readInteger } from './wireReaders'

const UNKNOWN_NAMES: Readonly<Record<number, string>> = {
  3: 'Unknown SubAdmin',
  4: 'Unknown Distributor',
  5: 'Unknown SubDistributor',
  6: 'Unknown Client',
  7: 'Unknown Player',
}

export const hierarchyName = ({ userName, level }: Pick<User, 'userName' | 'level'>): string =>
  userName || (UNKNOWN_NAMES[level] ?? '')

export interface HierarchyMachine {
  id: string
  name: string
  ownerId: number | null
  /** @deprecated Each machine has this value: do not read it. */
  type: 'machine'
}

const PREFIX = 'Machine: '
const MACHINE_NAMES = ['name', 'machineName', 'model', 'serialNumber', 'SerialNumber', 'serial']

function machineName(name: string): string {
  return name.toLowerCase().startsWith(PREFIX.toLowerCase()) ? name : PREFIX + name
}

/** Returns null without an id. */
export function normaliseHierarchyMachine(wire: unknown): HierarchyMachine | null {
  if (!isRecord(wire)) return null
  const id = firstOf(wire, ['machineId', 'id', 'IdMachine', 'idMachine'], readFilledText)
  if (id === undefined) return null
  return {
    id,
    name: machineName(firstOf(wire, MACHINE_NAMES, readFilledText) ?? `Machine ${id}`),
    ownerId: firstOf(wire, ['userId', 'clientId', 'parentId'], readInteger) ?? null,
    type: 'machine',
  }
}
