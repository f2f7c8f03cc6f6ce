import { readPerson } from './activity'
import { field, normaliserOf, type EntityOf } from './wireFields'
import {
  isRecord,
  normaliseList,
  readChoice,
  readFilledText,
  readInteger,
  readText,
  type Reader,
} from './wireReaders'

const subjectOf = normaliserOf({
  type: field('type', readChoice(['user', 'machine'] as const)),
  userId: field('userId', readInteger),
  machineId: field('machineId', readFilledText, null),
  name: field('name', readText, ''),
})

/** The subject of a note; for a machine `userId` is the owner. */
export type NotedSubject = NonNullable<ReturnType<typeof subjectOf>>

const readSubject: Reader<NotedSubject> = (value) =>
  isRecord(value) ? (subjectOf(value) ?? undefined) : undefined

const NOTE_FIELDS = {
  id: field('id', readInteger),
  /** ISO 8601 instant, UTC. */
  at: field('at', readText, ''),
  author: field('author', readPerson, null),
  subject: field('subject', readSubject, null),
  /** Multi-line plain text. */
  text: field('text', readFilledText),
}
export type Note = EntityOf<typeof NOTE_FIELDS>

const noteOf = normaliserOf(NOTE_FIELDS)

/** Reads GET /api/notes, newest first. */
export const normaliseNotes = (wire: unknown): Note[] => normaliseList(wire, noteOf, ({ id }) => id)
