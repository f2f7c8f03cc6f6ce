import { Mutex, Semaphore, withTimeout, type MutexInterface, type SemaphoreInterface } from 'async-mutex'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CommandError } from '@console/shared-kernel/command'

/** Each upload keeps its unpacked archive in memory. */
const UPLOADS_AT_ONCE = 2
/** Being received or waiting: each has its archive on the disk of the site. */
const UPLOADS_OF_A_TEAM = 2
/** A check runs a browser, which needs as much memory as the rest of the service. */
const CHECKS_AT_ONCE = 2
/** So a team delays the others by one check at most. */
const CHECKS_OF_A_TEAM = 1
/** The longest check, twice. */
const CHECK_QUEUE_MS = 600_000

/** Limits how many run at once. A request waits, and is 503 after `queueMs`. */
export interface Queues {
  /** Within this process; the lock of the folder excludes commands that run on it directly. */
  changes: MutexInterface
  uploads: SemaphoreInterface
  /** A team's uploads, from their first byte. */
  uploadsOf: (team: string) => SemaphoreInterface
  checks: SemaphoreInterface
  checksOf: (team: string) => SemaphoreInterface
}

export const createQueues = (queueMs = 60_000, checkQueueMs = CHECK_QUEUE_MS): Queues => ({
  changes: withTimeout(new Mutex(), queueMs),
  uploads: withTimeout(new Semaphore(UPLOADS_AT_ONCE), queueMs),
  uploadsOf: turnsOfTeams(UPLOADS_OF_A_TEAM, queueMs),
  checks: withTimeout(new Semaphore(CHECKS_AT_ONCE), checkQueueMs),
  checksOf: turnsOfTeams(CHECKS_OF_A_TEAM, checkQueueMs),
})

/** @returns the turns of a team */
function turnsOfTeams(atOnce: number, queueMs: number): (team: string) => SemaphoreInterface {
  const teams = new Map<string, SemaphoreInterface>()
  return (team) => {
    const turns = teams.get(team) ?? withTimeout(new Semaphore(atOnce), queueMs)
    teams.set(team, turns)
    return turns
  }
}

/** @throws CommandError if the client has ended by then: its user does not expect the work to be done later */
export const inTurn = <T>(
  queue: MutexInterface | SemaphoreInterface,
  { socket }: FastifyRequest,
  work: () => Promise<T> | T,
): Promise<T> =>
  queue.runExclusive(() => {
    if (socket.destroyed) throw clientGone()
    return work()
  })

const clientGone = () => new CommandError('The client has gone. Nothing was changed.')

/** Aborts when the connection closes; after the answer it does not matter. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort(clientGone()))
  return gone.signal
}
