import {
  asRecord,
  firstOf,
  isRecord,
  normaliseList,
  readFilledText,
  readInteger,
  readText,
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

export interface Activity {
  id: number
  /** ISO 8601 instant, UTC. */
  at: string
  /** One of AUDIT_KINDS, or of a newer server's. */
  kind: string
  /** Null without a signed-in user. */
  actor: { userId: number; userName: string } | null
  subject: ActivitySubject | null
  /** The fields that differ, by the server's names; money is in cents. Null if there was nothing. */
  before: WireRecord | null
  after: WireRecord | null
}

export interface ActivitySubject {
  type: string
  /** The user, or the machine's owner. */
  userId: number | null
  machineId: string | null
  name: string
}

export interface ActivityPage {
  /** Newest first. */
  rows: Activity[]
  /** The cursor of the next page; null at the end. */
  next: string | null
}

function normaliseActivity(wire: unknown): Activity | null {
  if (!isRecord(wire)) return null
  const id = firstOf(wire, ['id'], readInteger)
  const kind = firstOf(wire, ['kind'], readFilledText)
  if (id === undefined || kind === undefined) return null
  const { actor, subject, before, after } = wire
  const actorId = firstOf(asRecord(actor), ['userId'], readInteger)
  return {
    id,
    at: firstOf(wire, ['at'], readText) ?? '',
    kind,
    actor: actorId === undefined ? null : { userId: actorId, userName: textOf(actor, 'userName') },
    subject: isRecord(subject) ? subjectOf(subject) : null,
    before: isRecord(before) ? before : null,
    after: isRecord(after) ? after : null,
  }
}

const subjectOf = (subject: WireRecord): ActivitySubject => ({
  type: textOf(subject, 'type'),
  userId: firstOf(subject, ['userId'], readInteger) ?? null,
  machineId: firstOf(subject, ['machineId'], readFilledText) ?? null,
  name: textOf(subject, 'name'),
})

const textOf = (wire: unknown, name: string): string => firstOf(asRecord(wire), [name], readText) ?? ''

/** Null if the answer is invalid, as an empty list would look real. */
export function normaliseActivityPage(wire: unknown): ActivityPage | null {
  const { rows, next } = asRecord(wire)
  if (!Array.isArray(rows)) return null
  return {
    rows: normaliseList(rows, normaliseActivity, ({ id }) => id),
    next: readFilledText(next) ?? null,
  }
}
