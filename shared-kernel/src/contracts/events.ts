import { type Activity, normaliseActivity } from './activity'
import { parsedJson } from './json'
import { asRecord, isRecord, readFilledText, readInteger, type Reader, type WireRecord } from './wireReaders'

/*
 * GET /api/events: what changes in the caller's subtree, as server-sent events in the order of the commits. The
 * answer about the current user names the call in `features`, as `events`, with the `position` of that moment. A
 * change of one thing is sent as the events of the lists that show it, then its row of activity. `id` is on the last
 * event that the server has read at once, usually one change: it is the position from which to continue
 * (`Last-Event-ID`), opaque to clients. After an interruption in between, the server sends those events again, so
 * rows may come twice; a row of activity has an id to recognise it by.
 */

/** Lists whose rows are sent when they change. */
export const LIST_EVENTS = ['users', 'machines', 'games'] as const
export type ListEventName = (typeof LIST_EVENTS)[number]

const WITHOUT_DATA = ['start', 'position', 'subtree', 'attention', 'again'] as const

export const EVENT_NAMES = [...LIST_EVENTS, 'activity', ...WITHOUT_DATA] as const
export type EventName = (typeof EVENT_NAMES)[number]

/** A comment or an event comes at least this often, in seconds. */
export const HEARTBEAT_SECONDS = 15
/** The server ends a stream after this time at the latest, in seconds. It continues with `Last-Event-ID`. */
export const STREAM_SECONDS = 600

/** The data of an event of a list. */
export interface ListChange {
  /** Rows that are new or have changed, as the list sends them. */
  rows: WireRecord[]
  /** Ids of removed rows: numbers for users and games, texts for machines. */
  removed: (number | string)[]
}

export type ServerEvent =
  | ({ name: ListEventName } & ListChange)
  | { name: 'activity'; row: Activity }
  /**
   * The first event of a stream without `Last-Event-ID`. Earlier commits are not sent: a list that was read earlier
   * must be read again.
   */
  | { name: 'start' }
  /** Contains nothing for the caller: only its `id` counts, which moves the position on. */
  | { name: 'position' }
  /** A user was blocked or unblocked: the effects are only in the lists, which must be read again. */
  | { name: 'subtree' }
  /** The findings for the caller have changed. */
  | { name: 'attention' }
  /** Changes before this event are not sent: everything must be read again. */
  | { name: 'again' }

const oneOf =
  <Name extends string>(names: readonly Name[]) =>
  (name: string): name is Name =>
    (names as readonly string[]).includes(name)
const isWithoutData = oneOf(WITHOUT_DATA)
const isOfList = oneOf(LIST_EVENTS)

/**
 * The `id` of every event counts, even if this returns null.
 * @param name of the event, as sent
 * @param data its text
 * @returns null for an event of a newer server; `again` for one that is invalid, so that no change is lost
 */
export function readServerEvent(name: string, data: string): ServerEvent | null {
  if (isWithoutData(name)) return { name }
  if (name === 'activity') {
    const row = normaliseActivity(parsedJson(data))
    return row ? { name, row } : { name: 'again' }
  }
  if (!isOfList(name)) return null
  const { rows, removed } = asRecord(parsedJson(data))
  if (!Array.isArray(rows) || !Array.isArray(removed) || !rows.every(isRecord)) return { name: 'again' }
  const readId: Reader<number | string> = name === 'machines' ? readFilledText : readInteger
  const ids = removed.map((id) => readId(id)).filter((id) => id !== undefined)
  return ids.length === removed.length ? { name, rows, removed: ids } : { name: 'again' }
}
