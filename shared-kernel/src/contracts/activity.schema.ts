import { z } from 'zod'
import { AUDIT_KINDS } from './activity'
import { day } from './report.schema'
import { uuid } from './common.schema'

const userId = z
  .string()
  .regex(/^\d{1,15}$/, 'Debe ser un número')
  .transform(Number)
  .optional()

const MAX_ROWS = 500

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
      /** Whom it was done to: the user, or the owner of the machine. */
      userId,
      machineId: uuid.optional(),
      kind: kindsOf(kinds).optional(),
      /** Days of the reports' time zone, both included. */
      dateFrom: day.optional(),
      dateTo: day.optional(),
      limit: z
        .string()
        .regex(/^\d{1,3}$/, { error: `Debe ser un número de 1 a ${MAX_ROWS}`, abort: true })
        .transform(Number)
        .refine((rows) => rows >= 1 && rows <= MAX_ROWS, `Debe ser un número de 1 a ${MAX_ROWS}`)
        .default(100),
      cursor: z.string().max(100).optional(),
    })
    .refine(({ dateFrom, dateTo }) => !dateFrom || !dateTo || dateFrom <= dateTo, {
      path: ['dateTo'],
      error: 'El final es anterior al principio',
    })

/** GET /api/activity. Its kinds are text, so that a later one changes no type. */
export const activityListQuery = queryOf<string>(AUDIT_KINDS)

const state = z.record(z.string(), z.unknown()).nullable()

const activityRow = z.object({
  id: z.int(),
  /** ISO 8601 instant, UTC. */
  at: z.string(),
  kind: z.string(),
  /** Rows of one call have the same: those of a bulk call. */
  requestId: z.uuid().optional(),
  actor: z.object({ userId: z.int(), userName: z.string() }).nullable(),
  /** Null without a known user, as for a refused sign-in under an unknown name. */
  subject: z
    .object({
      type: z.enum(['user', 'machine', 'game']),
      userId: z.int().optional(),
      machineId: z.uuid().optional(),
      gameId: z.int().optional(),
      name: z.string(),
    })
    .nullable(),
  /** The differences; of a list what was removed and added. Money is in cents. */
  before: state,
  after: state,
  /** For its author, and for those above the user or the machine's owner. */
  reason: z.string().optional(),
  /** The id of the row that this change has reverted. */
  reverts: z.int().optional(),
})

export const activityResponse = z.object({
  rows: z.array(activityRow),
  next: z.string().nullable(),
})

export type ActivityListQuery = Readonly<z.output<typeof activityListQuery>>
export type ActivityRow = z.infer<typeof activityRow>
export type ActivityResponse = z.infer<typeof activityResponse>
