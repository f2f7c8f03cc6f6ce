import type { Machine } from '@console/shared-kernel/contracts/machine'
import type { Ranking } from '@console/shared-kernel/domain/ranking'
import { folded, matcher, searchable } from '@console/shared-kernel/domain/search'
import { sortRows, type SortDirection, type SortKind } from '@console/shared-kernel/domain/sorting'

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

const searchTexts = new WeakMap<Machine, string>()

/** All that a search looks at, made ready when a machine is first searched; a line each, as nobody types one. */
function searchTextOf(machine: Machine): string {
  const known = searchTexts.get(machine)
  if (known !== undefined) return known
  const text = searchable([machine.userName, nameOf(machine), machine.status, machine.id].join('\n'))
  searchTexts.set(machine, text)
  return text
}

/** The machines that the filters let through and a search finds: by id, name, status or owner. */
export function findMachines(
  machines: readonly Machine[],
  query: string,
  { status, blocked }: MachineFilters,
): Machine[] {
  const wanted = folded(query.trim())
  return machines.filter(
    (machine) =>
      (status === '' || machine.status.toLowerCase() === status) &&
      (blocked === '' || machine.blocked === (blocked === 'yes')) &&
      (wanted === '' || searchTextOf(machine).includes(wanted)),
  )
}

/** Where a search found a machine, if no column shows that. */
export function hintOf(machine: Machine, query: string): string | null {
  const matches = matcher(query)
  if (matches(machine.userName)) return null
  return [nameOf(machine), machine.status, machine.id].find((text) => matches(text)) ?? null
}

/** The list as read now, in which whatever is as it was before is the very same object; the whole list, too. */
export function keepUnchanged(now: readonly Machine[], before: Machine[]): Machine[] {
  const kept = now.map((machine, place) => {
    const known = before[place]
    return known && isSame(machine, known) ? known : machine
  })
  return kept.length === before.length && kept.every((machine, place) => machine === before[place])
    ? before
    : kept
}

const isSame = (a: Machine, b: Machine): boolean =>
  (Object.keys(a) as (keyof Machine)[]).every((field) => a[field] === b[field])

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

/** The list is sorted by owner where the key is no column. */
const columnOf = (key: string) =>
  (Object.hasOwn(COLUMNS, key) ? COLUMNS[key] : undefined) ?? COLUMNS['userName']!

/** Whether the order by this key waits for the ranking of the owners' names. */
export const isSortedByName = (key: string): boolean => columnOf(key).kind === 'name'

/** By a column of the list, as `columnOf` finds it. */
export function sortMachines(
  machines: readonly Machine[],
  key: string,
  direction: SortDirection,
  ranking?: Ranking,
): Machine[] {
  const { kind, read } = columnOf(key)
  return sortRows(machines, kind, read, direction, ranking)
}
