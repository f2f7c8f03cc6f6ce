import { z } from 'zod'

/** Lower-cased, as the database writes ids, because they are compared as text. */
export const uuid = z.uuid().toLowerCase()

/** `message` is shown to the user. */
export const errorResponse = z.object({
  message: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** The current state, if a write was based on an older one (409). */
  current: z.record(z.string(), z.unknown()).optional(),
  /** Who changed it last, and when (ISO 8601, UTC); absent if unknown. */
  changedBy: z.string().optional(),
  changedAt: z.string().optional(),
})

export type ErrorResponse = z.infer<typeof errorResponse>

/** Optional headers of every write. */
export const writeHeaders = z.object({
  /** The version that the change is based on, with or without quotes. */
  'if-match': z
    .string()
    .regex(/^"?\d{1,15}"?$/, 'Debe ser una versión')
    .optional(),
  /** Repeated with the same key, a change is made once. */
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'Debe tener de 1 a 200 caracteres visibles')
    .optional(),
})
