import { z } from 'zod'
import { AUDIT_KINDS } from './activity'
import { day } from './report.schema'
import { id, searchText, uuid } from './common.schema'

const userId = id.optional()

const MAX_ROWS = 500
const MAX_SHIFT_HOURS = 72

const SHIFT_HOURS = `Debe ser un número de 1 a ${MAX_SHIFT_HOURS}`

const kindsOf = <Kind extends string>(kinds: readonly Kind[]) =>
  z
    .string()
    .transform((text) => text.split(','))
    .refine((names) => names.every((name) => (kinds as readonly string[]).includes(name)), {
      error: `Debe ser uno o varios, separados por comas, de: ${kinds.join(', ')}`,
    })
    .transform((names) => names as Kind[])

const queryOf = <Kind extends string>(kinds: readonly Kind[]) =>
  z
    .object({
      actorId: userId,
      /** The affected user, or the owner of the affected machine. */
      userId,
      machineId: uuid.optional(),
      kind: kindsOf(kinds).optional(),
      /** Days in the reports' time zone, both inclusive. */
      dateFrom: day.optional(),
      dateTo: day.optional(),
      limit: z
        .string()
        .regex(/^\d{1,3}$/, { error: `Debe ser un número de 1 a ${MAX_ROWS}`, abort: true })
        .transform(Number)
        .refine((rows) => rows >= 1 && rows <= MAX_ROWS, `Debe ser un número de 1 a ${MAX_ROWS}`)
        .default(100),
      cursor: z.string().max(100).optional(),
      /** Searches the names of the author, of the target and its owner, and reasons that the caller may read. */
      search: searchText.optional(),
      /**
       * Selects what the caller did since their first sign-in in the last N hours, or in all N hours if they
       * did not sign in during them.
       */
      shiftHours: z
        .string()
        .regex(/^\d{1,2}$/, { error: SHIFT_HOURS, abort: true })
        .transform(Number)
        .refine((hours) => hours >= 1 && hours <= MAX_SHIFT_HOURS, SHIFT_HOURS)
        .optional(),
      /** If set, a page has all rows of each bulk change that begins in it, in addition to `limit`. */
      wholeBulks: z.literal('true').optional(),
    })
    .refine(({ dateFrom, dateTo }) => !dateFrom || !dateTo || dateFrom <= dateTo, {
      path: ['dateTo'],
      error: 'El final es anterior al principio',
    })

/** GET /api/activity. Its kinds are plain text, so that adding one changes no type. */
export const activityListQuery = queryOf<string>(AUDIT_KINDS)

const state = z.record(z.string(), z.unknown()).nullable()

const activityRow = z.object({
  id: z.int(),
  /** ISO 8601 instant, UTC. */
  at: z.string(),
  kind: z.string(),
  /** Rows of one call, or of one bulk change, have the same id. */
  requestId: z.uuid().optional(),
  actor: z.object({ userId: z.int(), userName: z.string() }).nullable(),
  /** Null without a known user, as for a rejected sign-in under an unknown name. */
  subject: z
    .object({
      type: z.enum(['user', 'machine', 'game']),
      userId: z.int().optional(),
      machineId: z.uuid().optional(),
      gameId: z.int().optional(),
      name: z.string(),
      /** The name of the machine's owner. */
      ownerName: z.string().optional(),
    })
    .nullable(),
  /** The differences; for a list, what was removed and added. Money is in cents. */
  before: state,
  after: state,
  /** Sent to its author, and to those above the user or the machine's owner. */
  reason: z.string().optional(),
  /** The id of the row that this change has reverted. */
  reverts: z.int().optional(),
})

export const activityResponse = z.object({
  rows: z.array(activityRow),
  next: z.string().nullable(),
  /** Sent with `wholeBulks`: a bulk change is too long for the page, and continues in the next one. */
  partial: z.boolean().optional(),
  /** Sent with `shiftHours`: when the shift began. */
  since: z.string().optional(),
})

export type ActivityListQuery = Readonly<z.output<typeof activityListQuery>>
export type ActivityRow = z.infer<typeof activityRow>
export type ActivityResponse = z.infer<typeof activityResponse>
