import type { Machine } from '@console/shared-kernel/contracts'
import { allLoaded, counted, countedOf } from '@console/shared-kernel/domain'
import { matcher } from '@console/shared-kernel/rules'

/** The owner's name if the machine has none. */
export const nameOf = (machine: Machine): string => machine.name || machine.userName

const SHORT_ID_LENGTH = 8
export const shortId = ({ id }: Machine): string => id.slice(0, SHORT_ID_LENGTH)

/** 'owner · machine · short id'. */
export const describeMachine = (machine: Machine): string =>
  [machine.userName, machine.name, shortId(machine)].filter((part) => part !== '').join(' · ')

type StatusTone = 'success' | 'error' | 'warning' | 'default'

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

/** The field that a search matched, if the row does not show it. */
export function hintOf(machine: Machine, query: string): string | null {
  const matches = matcher(query)
  const shown = [machine.userName, machine.name, shortId(machine), connectionOf(machine)]
  if (shown.some((text) => matches(text))) return null
  return [machine.status, machine.id].find((text) => matches(text)) ?? null
}

/** Each status once, ignoring case, in its first spelling. */
export function statusesOf(machines: readonly Machine[]): string[] {
  const byWord = new Map<string, string>()
  for (const { status } of machines) {
    const word = status.toLowerCase()
    if (!byWord.has(word)) byWord.set(word, status)
  }
  return [...byWord.values()].sort()
}

export function countLine(shown: number, all: number, isNarrowed: boolean): string {
  if (shown === 0) return 'No machines found'
  const text = isNarrowed ? countedOf(shown, all, 'machine') : counted(all, 'machine')
  return allLoaded(text, all)
}

/** Owner and machine, because an owner may have several machines. */
export const machineLabel = ({ userName, name }: Machine): string => [userName, name].join(' ').trim()
