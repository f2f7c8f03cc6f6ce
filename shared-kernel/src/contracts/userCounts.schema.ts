import { z } from 'zod'

const count = z.int().min(0)

/** GET /api/Users/counts/{userId}: users and machines below a user, at all depths. */
export const userCountsResponse = z.object({
  userId: z.int(),
  /** Everyone below, without the user itself. */
  users: count,
  /** Those of them that are blocked themselves. */
  blockedUsers: count,
  /** Of the user and of everyone below. */
  machines: count,
  blockedMachines: count,
  onlineMachines: count,
})

/** GET /api/Users/counts: for each user in the caller's tree who has users below. */
export const userCountsListResponse = z.array(userCountsResponse)

export type UserCountsResponse = z.infer<typeof userCountsResponse>
