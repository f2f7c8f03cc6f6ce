import { type Activity, normaliseActivity } from './activity'
import { parsedJson } from './json'
import { asRecord, isRecord, readFilledText, readInteger, type Reader, type WireRecord } from './wireReaders'

/*
 * GET /api/events: what changes in the caller's subtree, as server-sent events in the order of the commits. The
 * answer about the current user names the call in `features`, as `events`, with the `position` of that moment.
 *
 * A change of one thing is the events of the lists that show it, then its row of activity. `id` stands on the last
 * event of what the server has read at once, mostly one change: the position to go on from (`Last-Event-ID`), opaque to
 * clients. A stream that breaks in between sends that again, so rows may come twice; one of activity has an id to tell
 * it by.
 */

/** Lists whose rows are sent when they change. */
export const LIST_EVENTS = ['users', 'machines', 'games'] as const
export type ListEventName = (typeof LIST_EVENTS)[number]

const WITHOUT_DATA = ['start', 'position', 'subtree', 'attention', 'again'] as const

export const EVENT_NAMES = [...LIST_EVENTS, 'activity', ...WITHOUT_DATA] as const
export type EventName = (typeof EVENT_NAMES)[number]

/** A comment or an event comes at least this often, in seconds. */
export const HEARTBEAT_SECONDS = 15
/** The server ends a stream after this time at most, in seconds. It goes on with `Last-Event-ID`. */
export const STREAM_SECONDS = 600

/** The data of an event of a list. */
export interface ListChange {
  /** Rows that are new or have changed, as the list sends them. */
  rows: WireRecord[]
  /** Ids of rows that are gone: of users and games numbers, of machines texts. */
  removed: (number | string)[]
}

export type ServerEvent =
  | ({ name: ListEventName } & ListChange)
  | { name: 'activity'; row: Activity }
  /**
   * The first event of a stream without `Last-Event-ID`. What was committed before it is not sent: a list that was read
   * earlier must be read again.
   */
  | { name: 'start' }
  /** Nothing that concerns the caller: only its `id` counts, which moves the position on. */
  | { name: 'position' }
  /** A user was blocked or unblocked: what that changes is only in the lists, which must be read again. */
  | { name: 'subtree' }
  /** Other findings need the caller's attention than before. */
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
 * The `id` of every event counts, also of one that is null here.
 *
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
