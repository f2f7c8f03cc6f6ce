import { z } from 'zod'

const sums = z.object({ inCents: z.int(), outCents: z.int() })
const machineOfDay = z.object({
  machineId: z.string(),
  name: z.string(),
  userName: z.string(),
  profitCents: z.int(),
})

/**
 * GET /api/overview: cash of the machines in the caller's subtree, as in External Data's types 2 and 3. Days
 * are in the report zone.
 */
export const overviewResponse = z.object({
  /** The instant up to which today is summed, ISO 8601 in UTC. */
  now: z.string(),
  today: sums,
  /** The same weekday a week ago, up to the same time of day. */
  weekAgo: sums,
  /** The last 14 days, oldest first; the last one is today. */
  days: z.array(sums.extend({ day: z.string() })),
  /** Machines in use. */
  machines: z.object({ total: z.int(), online: z.int(), creditCents: z.int() }),
  /** The five with the most profit today, best first, and the five with the least, worst first. */
  best: z.array(machineOfDay),
  worst: z.array(machineOfDay),
})
export type OverviewResponse = z.infer<typeof overviewResponse>
