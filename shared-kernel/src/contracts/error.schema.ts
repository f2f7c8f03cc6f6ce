import { z } from 'zod'

/** `message` is meant for the user's eyes. */
export const errorResponse = z.object({
  message: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** The present state, where a write was based on an older one (409). */
  current: z.record(z.string(), z.unknown()).optional(),
  /** Who changed it last, and when (ISO 8601, UTC); absent where it is not known. */
  changedBy: z.string().optional(),
  changedAt: z.string().optional(),
})

export type ErrorResponse = z.infer<typeof errorResponse>
