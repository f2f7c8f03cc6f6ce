import type { Location } from 'react-router-dom'
import { isRecord } from '../contracts/wireReaders'
import type { OpenKind } from '../release/release'

/** The panel and dialog that an address's query string opens. */
export interface OpenedInUrl {
  /** The kind of the panel, or of the dialog's subject. */
  kind: OpenKind | null
  /** The id in the address: a machine's `machineId`, a user's `userId`. */
  id: string | null
  /** The action whose dialog is open. */
  action: string | null
}

export function readSearch(search: string): OpenedInUrl {
  const params = new URLSearchParams(search)
  const [, kind = null, id = null] = /^(machine|user):(.+)$/s.exec(params.get('open') ?? '') ?? []
  return { kind: kind as OpenKind | null, id, action: params.get('do') || null }
}

export const isSameSubject = (one: OpenedInUrl, other: OpenedInUrl): boolean =>
  one.kind === other.kind && one.id === other.id

export const isSameOpened = (one: OpenedInUrl, other: OpenedInUrl): boolean =>
  isSameSubject(one, other) && one.action === other.action

export interface Opened extends OpenedInUrl {
  /** False for a dialog that was opened from a row, without its subject's panel. */
  showsPanel: boolean
}

export type OpenedEntry = Pick<Location, 'search' | 'state'>

/** The query string of the entry below this one. Absent if the address came from a link. */
export function underOf({ state }: OpenedEntry): string | undefined {
  const under: unknown = isRecord(state) ? state['under'] : undefined
  return typeof under === 'string' ? under : undefined
}

export function readOpened(entry: OpenedEntry): Opened {
  const read = readSearch(entry.search)
  const under = underOf(entry)
  const showsPanel =
    read.kind !== null &&
    (read.action === null || under === undefined || isSameSubject(read, readSearch(under)))
  return { ...read, showsPanel }
}
