/**
 * Each has its own connections, queue and time limits, so that many reports can neither block sign-ins nor
 * fill the memory.
 */
export const WORK_CLASSES = ['interactive', 'logins', 'lists', 'reports', 'background'] as const
export type WorkClass = (typeof WORK_CLASSES)[number]

export interface WorkLimits {
  /** A fraction of all connections. The shares add up to less than 1, since each class has at least one connection. */
  share: number
  /** Tasks that may wait for a connection; further ones are rejected. */
  queue: number
  /** Wait for a connection. */
  waitMs: number
  /** 0 means no limit. */
  statementMs: number
  /** Wait for a lock; 0 means no limit. */
  lockMs: number
}

/** Interactive calls are answered within 10 s, whatever the database does. */
export const WORK_LIMITS: Readonly<Record<WorkClass, WorkLimits>> = {
  interactive: { share: 0.375, queue: 500, waitMs: 3_000, statementMs: 5_000, lockMs: 4_000 },
  logins: { share: 0.125, queue: 200, waitMs: 3_000, statementMs: 5_000, lockMs: 4_000 },
  lists: { share: 0.2, queue: 100, waitMs: 5_000, statementMs: 10_000, lockMs: 4_000 },
  reports: { share: 0.1, queue: 40, waitMs: 15_000, statementMs: 30_000, lockMs: 4_000 },
  background: { share: 0.15, queue: 100, waitMs: 10_000, statementMs: 0, lockMs: 0 },
}

/**
 * @throws RangeError for fewer connections than classes: together, the classes never use more than there are
 */
export function connectionsOf(work: WorkClass, connections: number): number {
  if (connections < WORK_CLASSES.length) throw new RangeError(`${connections} connections are too few`)
  return Math.max(1, Math.floor(connections * WORK_LIMITS[work].share))
}
