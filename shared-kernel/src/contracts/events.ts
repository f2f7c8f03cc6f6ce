import { type Activity, normaliseActivity } from './activity'
import { asRecord, isRecord, readFilledText, readInteger, type Reader, type WireRecord } from './wireReaders'

/*
 * GET /api/events: changes in the caller's subtree, as server-sent events in commit order. The answer about
 * the current user lists the call in `features`, as `events`, with the current `position`. A change to one
 * subject is sent as events of the lists that show it, followed by its activity row. `id` is sent with the
 * last event of what the server read at once, usually one change: it is the position to continue from
 * (`Last-Event-ID`), opaque to clients. If the stream breaks before that event, the server sends those events
 * again, so rows may arrive twice; an activity row can be recognised by its id.
 */

/** Lists whose rows are sent when they change. */
export const LIST_EVENTS = ['users', 'machines', 'games'] as const
export type ListEventName = (typeof LIST_EVENTS)[number]

const WITHOUT_DATA = ['start', 'position', 'subtree', 'attention', 'again'] as const

export const EVENT_NAMES = [...LIST_EVENTS, 'activity', ...WITHOUT_DATA] as const
export type EventName = (typeof EVENT_NAMES)[number]

/** A comment or an event arrives at least this often, in seconds. */
export const HEARTBEAT_SECONDS = 15
/** The server ends a stream within this time, in seconds. It continues with `Last-Event-ID`. */
export const STREAM_SECONDS = 600

/** The data of a list's event. */
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
  /** Contains nothing for the caller: only its `id` counts, which advances the position. */
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
 * @param name the event's name, as sent
 * @param data the event's text
 * @returns null for an event of a newer server; `again` for an invalid event, so that no change is lost
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

/** Parses JSON; null if the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
