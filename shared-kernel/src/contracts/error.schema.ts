import { z } from 'zod'

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
