import type { Machine } from '@console/shared-kernel/contracts'
import { counted, countedOf } from '@console/shared-kernel/domain'
import { matcher } from '@console/shared-kernel/rules'

/** A machine without a name goes by its owner's. */
export const nameOf = (machine: Machine): string => machine.name || machine.userName

const SHORT_ID_LENGTH = 8
export const shortId = ({ id }: Machine): string => id.slice(0, SHORT_ID_LENGTH)

/** Whose machine it is, and which of theirs. */
export const describeMachine = (machine: Machine): string =>
  [machine.userName, machine.name, shortId(machine)].filter((part) => part !== '').join(' · ')

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

export const connectionOf = ({ connected }: Machine): string => (connected ? 'Online' : 'Offline')

/** Where a search found a machine, if its row does not show that anyway. */
export function hintOf(machine: Machine, query: string): string | null {
  const matches = matcher(query)
  const shown = [machine.userName, machine.name, shortId(machine), connectionOf(machine)]
  if (shown.some((text) => matches(text))) return null
  return [machine.status, machine.id].find((text) => matches(text)) ?? null
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

/** What stands next to the search: how many machines there are, and how many of them are found. */
export function countLine(shown: number, all: number, isNarrowed: boolean): string {
  if (shown === 0) return 'No machines found'
  return isNarrowed ? countedOf(shown, all, 'machine') : counted(all, 'machine')
}
