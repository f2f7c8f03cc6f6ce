import type { Machine } from '@console/shared-kernel/contracts/machine'
import { matcher } from '@console/shared-kernel/domain/search'
import { sortRows, type SortDirection, type SortKind } from '@console/shared-kernel/domain/sorting'

/** A machine in the list, and where a search found it if no column shows that. */
export interface MachineRow {
  machine: Machine
  hint: string | null
}

export interface MachineFilters {
  /** Lower case; '' for any. */
  status: string
  blocked: '' | 'yes' | 'no'
}

/** A machine without a name goes by its owner's. */
export const nameOf = (machine: Machine): string => machine.name || machine.userName

const SHORT_ID_LENGTH = 8
export const shortId = ({ id }: Machine): string => id.slice(0, SHORT_ID_LENGTH)

export type StatusTone = 'success' | 'error' | 'warning' | 'default'

const TONES = new Map<string, StatusTone>([
  ['running', 'success'],
  ['online', 'success'],
  ['active', 'success'],
  ['stopped', 'error'],
  ['offline', 'error'],
  ['inactive', 'error'],
  ['maintenance', 'warning'],
  ['service', 'warning'],
])

export const statusTone = (status: string): StatusTone => TONES.get(status.trim().toLowerCase()) ?? 'default'

/** The machines that the filters let through and a search finds: by id, name, status or owner. */
export function findMachines(
  machines: readonly Machine[],
  query: string,
  { status, blocked }: MachineFilters,
): MachineRow[] {
  const matches = matcher(query)
  const rows: MachineRow[] = []
  for (const machine of machines) {
    if (status !== '' && machine.status.toLowerCase() !== status) continue
    if (blocked !== '' && machine.blocked !== (blocked === 'yes')) continue
    if (matches(machine.userName)) rows.push({ machine, hint: null })
    else if (matches(nameOf(machine))) rows.push({ machine, hint: nameOf(machine) })
    else if (matches(machine.status)) rows.push({ machine, hint: machine.status })
    else if (matches(machine.id)) rows.push({ machine, hint: machine.id })
  }
  return rows
}

/** Each status there is, once, as it is written first. */
export function statusesOf(machines: readonly Machine[]): string[] {
  const byWord = new Map<string, string>()
  for (const { status } of machines) {
    const word = status.toLowerCase()
    if (!byWord.has(word)) byWord.set(word, status)
  }
  return [...byWord.values()].sort()
}

const COLUMNS: Readonly<Record<string, { kind: SortKind; read: (machine: Machine) => unknown }>> = {
  userName: { kind: 'name', read: ({ userName }) => userName },
  credit: { kind: 'number', read: ({ creditCents }) => creditCents },
  serviceMode: { kind: 'number', read: ({ serviceMode }) => Number(serviceMode) },
  profit: { kind: 'number', read: ({ profitCents }) => profitCents },
}

/** By a column of the list; by owner where the key is none. */
export function sortMachines(machines: readonly Machine[], key: string, direction: SortDirection): Machine[] {
  const { kind, read } = (Object.hasOwn(COLUMNS, key) ? COLUMNS[key] : undefined) ?? COLUMNS['userName']!
  return sortRows(machines, kind, read, direction)
}
