import { field, normaliserOf, type EntityOf } from './wireFields'
import {
  asRecord,
  isRecord,
  normaliseList,
  readFilledText,
  readInteger,
  readText,
  type Reader,
  type WireRecord,
} from './wireReaders'

/** The kinds that the audit records. A minor version may add some, so a lookup by kind needs a default. */
export const AUDIT_KINDS = [
  'user.create',
  'user.update',
  'user.delete',
  'user.game-settings',
  'user.password',
  'machine.create',
  'machine.credit',
  'machine.block',
  'machine.unblock',
  'machine.config',
  'game.create',
  'game.update',
  'game.delete',
  'audit.archive',
  'session.start',
  'session.refuse',
  'session.lock',
  'session.end',
  'movements.detach',
  'movements.attach',
  'machine.retire',
  'user.unlock',
  'machine.block-end',
  'user.block-end',
  'note.create',
  'note.delete',
  'user.factor',
  'user.factor-reset',
] as const

const personOf = normaliserOf({
  userId: field('userId', readInteger),
  userName: field('userName', readText, ''),
})

/** Who made a change, or wrote a note. */
export const readPerson: Reader<NonNullable<ReturnType<typeof personOf>>> = (value) =>
  personOf(value) ?? undefined

const subjectOf = normaliserOf({
  type: field('type', readText, ''),
  /** The user, or the machine's owner. */
  userId: field('userId', readInteger, null),
  machineId: field('machineId', readFilledText, null),
  name: field('name', readText, ''),
  /** The name of the machine's owner; '' from servers that do not send it. */
  ownerName: field('ownerName', readText, ''),
})
export type ActivitySubject = ReturnType<typeof subjectOf>

const readRecord: Reader<WireRecord> = (value) => (isRecord(value) ? value : undefined)
const readSubject: Reader<ActivitySubject> = (value) => (isRecord(value) ? subjectOf(value) : undefined)

const ACTIVITY_FIELDS = {
  id: field('id', readInteger),
  /** ISO 8601 instant, UTC. */
  at: field('at', readText, ''),
  /** An entry of AUDIT_KINDS, or a newer server's kind. */
  kind: field('kind', readFilledText),
  /** Rows of one call, or of one bulk change, have the same id; null from servers that do not send it. */
  requestId: field('requestId', readFilledText, null),
  /** Null without a signed-in user. */
  actor: field('actor', readPerson, null),
  subject: field('subject', readSubject, null),
  /** The fields that differ, under the server's names; money is in cents. Null if there was nothing. */
  before: field('before', readRecord, null),
  after: field('after', readRecord, null),
  /** Null if none was given, or the viewer may not read it. */
  reason: field('reason', readFilledText, null),
  /** The id of the row that this change has reverted. */
  reverts: field('reverts', readInteger, null),
}
export type Activity = EntityOf<typeof ACTIVITY_FIELDS>

/** Returns null if a required field is invalid. */
export const normaliseActivity = normaliserOf(ACTIVITY_FIELDS)

const byAge = (one: Activity, other: Activity): number =>
  Date.parse(other.at) - Date.parse(one.at) || other.id - one.id

/** Whether the API lists the row before the other one. */
export const isNewer = (row: Activity, other: Activity): boolean => byAge(row, other) < 0

/**
 * Adds rows, each once, newest first. Existing rows older than all added ones are not compared.
 * @param rows newest first
 * @param some in any order
 */
export function withActivity(rows: Activity[], some: readonly Activity[]): Activity[] {
  const added = [...some].sort(byAge)
  const oldest = added.at(-1)
  const end = oldest ? rows.findIndex((row) => isNewer(oldest, row)) : 0
  const newest = end < 0 ? rows : rows.slice(0, end)
  const byId = new Map([...added, ...newest].map((row) => [row.id, row]))
  if (byId.size === newest.length) return rows
  return [...[...byId.values()].sort(byAge), ...rows.slice(newest.length)]
}

export interface ActivityPage {
  /** Newest first. */
  rows: Activity[]
  /** The cursor of the next page; null at the end. */
  next: string | null
  /** A bulk change continues in the next page. */
  partial?: boolean
  /** When the viewer's shift began, if that was requested: ISO 8601, UTC. */
  since?: string
}

/** Returns null if the answer is invalid, because an empty list would look real. */
export function normaliseActivityPage(wire: unknown): ActivityPage | null {
  const { rows, next, partial, since } = asRecord(wire)
  if (!Array.isArray(rows)) return null
  const began = readFilledText(since)
  return {
    rows: normaliseList(rows, normaliseActivity, ({ id }) => id),
    next: readFilledText(next) ?? null,
    ...(partial === true && { partial }),
    ...(began !== undefined && { since: began }),
  }
}
