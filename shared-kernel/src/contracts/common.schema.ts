import { z } from 'zod'
import { hasHiddenCharacters, MAX_REASON_LENGTH, MAX_SEARCH_LENGTH } from './inputRules'

/** Lower-cased, as the database writes ids, because they are compared as text. */
export const uuid = z.uuid().toLowerCase()

/** An id in a path or a query. It may be larger than any that exists. */
export const id = z
  .string()
  .regex(/^\d{1,15}$/, 'Debe ser un número')
  .transform(Number)

export const ONE_LINE = /^[^\p{Cc}\p{Surrogate}]*$/u

/** The reason of a change: one line. A blank one counts as none. */
export const reason = z
  .string()
  .trim()
  .refine((text) => [...text].length <= MAX_REASON_LENGTH, `Como máximo ${MAX_REASON_LENGTH} caracteres`)
  .refine(
    (text) => ONE_LINE.test(text) && !hasHiddenCharacters(text),
    'Debe ser una línea sin caracteres invisibles',
  )
  .transform((text) => text || undefined)
  .optional()

/** When a block ends by itself: an ISO 8601 instant. Null if it does not. */
export const blockEnd = z.iso
  .datetime({ offset: true, error: 'Debe ser un instante ISO 8601, como 2026-11-30T08:00:00+01:00' })
  .transform((text) => new Date(text))
  .nullable()
  .optional()

/** The validation issue for an end without a block, reported for `field`. */
export const endWithoutBlock = (field: string) => ({
  path: [field],
  error: 'Solo un bloqueo puede tener un final',
})

/** `message` is shown to the user. */
export const errorResponse = z.object({
  message: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** The current state, if a write was based on an older one (409). */
  current: z.record(z.string(), z.unknown()).optional(),
  /** Who changed it last, and when (ISO 8601, UTC); absent if unknown. */
  changedBy: z.string().optional(),
  changedAt: z.string().optional(),
  /** Sent if a revert is rejected: the activity rows since that change, oldest first. */
  since: z.array(z.record(z.string(), z.unknown())).optional(),
  /** `proof-required` (403): verify a factor at `POST /api/Auth/proof` by one of `methods`, then retry. */
  code: z.string().optional(),
  methods: z.array(z.string()).optional(),
  /** Set if only this factor or a recovery code is accepted: send it with the proof. */
  factor: z.string().optional(),
})

export type ErrorResponse = z.infer<typeof errorResponse>

/** Optional headers of every write. */
export const writeHeaders = z.object({
  /** The version that the change is based on, with or without quotes. */
  'if-match': z
    .string()
    .regex(/^"?\d{1,15}"?$/, 'Debe ser una versión')
    .optional(),
  /** A change that is sent again with the same key is made only once. */
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'Debe tener de 1 a 200 caracteres visibles')
    .optional(),
})

/** A query parameter. PostgreSQL text cannot contain a NUL. */
export const searchText = z
  .string()
  .trim()
  .min(1)
  .max(MAX_SEARCH_LENGTH)
  .refine((text) => !text.includes('\0'), 'No puede contener caracteres de control')
