import { firstOf, isRecord, normaliseList, readFilledText, readInteger } from './wire'

const UNKNOWN_NAMES = {
  3: 'Unknown SubAdmin',
  4: 'Unknown Distributor',
  5: 'Unknown SubDistributor',
  6: 'Unknown Client',
  7: 'Unknown Player',
} as const

/** The levels one can filter a report by. */
export type HierarchyLevel = keyof typeof UNKNOWN_NAMES

const isHierarchyLevel = (level: number): level is HierarchyLevel => level >= 3 && level <= 7

export interface HierarchyUser {
  userId: number
  name: string
  level: HierarchyLevel
  parentUserId: number | null
}

export interface HierarchyMachine {
  id: string
  /** As displayed, with its prefix. */
  name: string
  /** A Client or a Player. */
  ownerId: number | null
  type: 'machine'
}

/** One user of the reports' filters; null for other levels and where there is no id. */
function normaliseHierarchyUser(wire: unknown): HierarchyUser | null {
  if (!isRecord(wire)) return null
  const id = firstOf(wire, ['userId', 'id'], readInteger)
  const level = firstOf(wire, ['levelU', 'level'], readInteger)
  if (id === undefined || level === undefined || !isHierarchyLevel(level)) return null
  return {
    userId: id,
    name: firstOf(wire, ['userName', 'username', 'name'], readFilledText) ?? UNKNOWN_NAMES[level],
    level,
    parentUserId: firstOf(wire, ['userIdcriador', 'parentUserId'], readInteger) ?? null,
  }
}

const PREFIX = 'Machine: '
const MACHINE_NAMES = ['name', 'machineName', 'model', 'serialNumber', 'SerialNumber', 'serial']

function machineName(name: string): string {
  return name.toLowerCase().startsWith(PREFIX.toLowerCase()) ? name : PREFIX + name
}

function normaliseHierarchyMachine(wire: unknown): HierarchyMachine | null {
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

export const normaliseHierarchyUsers = (wire: unknown): HierarchyUser[] =>
  normaliseList(wire, normaliseHierarchyUser, (user) => user.userId)

export const normaliseHierarchyMachines = (wire: unknown): HierarchyMachine[] =>
  normaliseList(wire, normaliseHierarchyMachine, (machine) => machine.id)
