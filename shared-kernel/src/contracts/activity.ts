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

/** Frozen at kernel 2.1: code elsewhere may list every `ActivityKind`. */
export const ACTIVITY_KINDS = [
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
] as const

/** @deprecated Since 2.2.0: it lacks the kinds that came later. Use `AUDIT_KINDS`. Gone in 4.0.0. */
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/** The kinds that the audit records. A minor version may add some: a lookup by kind needs a default. */
export const AUDIT_KINDS = [
  ...ACTIVITY_KINDS,
  'movements.detach',
  'movements.attach',
  'machine.retire',
  'user.unlock',
] as const

const actorOf = normaliserOf({
  userId: field('userId', readInteger),
  userName: field('userName', readText, ''),
})

const subjectOf = normaliserOf({
  type: field('type', readText, ''),
  /** The user, or the machine's owner. */
  userId: field('userId', readInteger, null),
  machineId: field('machineId', readFilledText, null),
  name: field('name', readText, ''),
})
export type ActivitySubject = ReturnType<typeof subjectOf>

const readRecord: Reader<WireRecord> = (value) => (isRecord(value) ? value : undefined)
const readSubject: Reader<ActivitySubject> = (value) => (isRecord(value) ? subjectOf(value) : undefined)

const ACTIVITY_FIELDS = {
  id: field('id', readInteger),
  /** ISO 8601 instant, UTC. */
  at: field('at', readText, ''),
  /** One of AUDIT_KINDS, or of a newer server's. */
  kind: field('kind', readFilledText),
  /** Null without a signed-in user. */
  actor: field('actor', (value) => actorOf(value) ?? undefined, null),
  subject: field('subject', readSubject, null),
  /** The fields that differ, by the server's names; money is in cents. Null if there was nothing. */
  before: field('before', readRecord, null),
  after: field('after', readRecord, null),
}
export type Activity = EntityOf<typeof ACTIVITY_FIELDS>

/** Null where a required field is invalid. */
export const normaliseActivity = normaliserOf(ACTIVITY_FIELDS)

export interface ActivityPage {
  /** Newest first. */
  rows: Activity[]
  /** The cursor of the next page; null at the end. */
  next: string | null
}

/** Null if the answer is invalid, as an empty list would look real. */
export function normaliseActivityPage(wire: unknown): ActivityPage | null {
  const { rows, next } = asRecord(wire)
  if (!Array.isArray(rows)) return null
  return {
    rows: normaliseList(rows, normaliseActivity, ({ id }) => id),
    next: readFilledText(next) ?? null,
  }
}
