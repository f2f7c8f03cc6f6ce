import type { FastifyReply, FastifyRequest } from 'fastify'
import { CommandError } from '@console/shared-kernel/command'
import { Limiter } from '@console/shared-kernel/lock'

/** Each upload keeps its unpacked archive in memory. */
const UPLOADS_AT_ONCE = 2
/** Includes uploads that are being received or are waiting: each has its archive on the site's disk. */
const UPLOADS_PER_TEAM = 2
/** A check runs a browser, which needs as much memory as the rest of the service. */
const CHECKS_AT_ONCE = 2
/** Lets a team delay the others by at most one check. */
const CHECKS_PER_TEAM = 1
/** Twice the longest check. */
const CHECK_QUEUE_MS = 600_000

/** Limits how many requests run at once. A request that waits longer than `queueMs` gets 503. */
export interface Queues {
  /** Limits changes within this process; the folder's lock excludes commands run directly on the folder. */
  changes: Limiter
  uploads: Limiter
  /** Limits a team's uploads, from their first byte. */
  uploadsOf: (team: string) => Limiter
  checks: Limiter
  checksOf: (team: string) => Limiter
}

export const createQueues = (queueMs = 60_000, checkQueueMs = CHECK_QUEUE_MS): Queues => ({
  changes: new Limiter(1, queueMs),
  uploads: new Limiter(UPLOADS_AT_ONCE, queueMs),
  uploadsOf: limitersOfTeams(UPLOADS_PER_TEAM, queueMs),
  checks: new Limiter(CHECKS_AT_ONCE, checkQueueMs),
  checksOf: limitersOfTeams(CHECKS_PER_TEAM, checkQueueMs),
})

/** @returns the limiter of a team */
function limitersOfTeams(atOnce: number, queueMs: number): (team: string) => Limiter {
  const teams = new Map<string, Limiter>()
  return (team) => {
    const limiter = teams.get(team) ?? new Limiter(atOnce, queueMs)
    teams.set(team, limiter)
    return limiter
  }
}

/**
 * @throws CommandError if the client has disconnected by then: its user no longer expects the work to be done
 */
export const inTurn = <T>(
  queue: Limiter,
  { socket }: FastifyRequest,
  work: () => Promise<T> | T,
): Promise<T> =>
  queue.run(() => {
    if (socket.destroyed) throw clientDisconnected()
    return work()
  })

const clientDisconnected = () => new CommandError('Client disconnected. Nothing was changed.')

/** Aborts when the connection closes, which has no effect after the response. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const disconnected = new AbortController()
  raw.once('close', () => disconnected.abort(clientDisconnected()))
  return disconnected.signal
}
