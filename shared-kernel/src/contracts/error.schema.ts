import { z } from 'zod'

/** Every error of the reference API. `message` is meant for the user's eyes. */
export const errorResponse = z.object({
  message: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** What is there instead, where a write was made against something older (409). */
  current: z.record(z.string(), z.unknown()).optional(),
  /** Whose change that was, and when (ISO 8601, UTC); absent where it is not known. */
  changedBy: z.string().optional(),
  changedAt: z.string().optional(),
})

export type ErrorResponse = z.infer<typeof errorResponse>
