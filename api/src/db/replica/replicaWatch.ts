import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../schema'
import { reasonOf } from '../failures'
import {
  committedUntil,
  databaseIdentity,
  primaryTimeline,
  readWalPosition,
  replayedUntil,
  replicaTimeline,
} from '../postgres/walPosition'

const POLL_MS = 1_000
export const REPLAY_TIMEOUT_MS = 500
export const REPLAY_POLL_MS = 10
/**
 * Successful checks in a row before the replica is used again, so that an unstable one does not flood the
 * log.
 */
const CHECKS_AFTER_OUTAGE = 5
const CHECKS_AFTER_SLOW_STATEMENT = 30

/** Called with null when the replica comes into use, otherwise with the reason why it is not used. */
export type OnReplica = (unusedBecause: string | null) => void

interface ReplicaStanding {
  isReplica: boolean
  replayed: string | null
  /** Commit time of the last replayed transaction, by the primary's clock. */
  replayedAt: Date | null
  identity: string
  timeline: number
}

interface PrimaryStanding {
  committed: string
  now: Date
  identity: string
  timeline: number
}

class ReplicaAway extends Error {
  override name = 'ReplicaAway'
}

export class ReplicaWatch {
  private readonly replica: Db
  private readonly primary: Db
  private readonly onChange: OnReplica
  private readonly closing = new AbortController()
  private watching: Promise<void> | null = null
  private used: boolean | null = null
  private checksUntilUsed = 1
  private bytes: number | null = null
  private seconds: number | null = null
  private outage = new AbortController()

  constructor(replica: Db, primary: Db, onChange: OnReplica) {
    this.replica = replica
    this.primary = primary
    this.onChange = onChange
  }

  get isUsed(): boolean {
    return this.used === true
  }

  get bytesBehind(): number | null {
    return this.bytes
  }

  get secondsBehind(): number | null {
    return this.seconds
  }

  /** Aborted when the replica stops answering; each outage has a new signal. */
  get away(): AbortSignal {
    return this.outage.signal
  }

  start(): void {
    const { signal } = this.closing
    const run = async (): Promise<void> => {
      while (!signal.aborted) {
        await this.check()
        await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
      }
    }
    this.watching = run()
  }

  async stop(): Promise<void> {
    this.closing.abort()
    this.outage.abort()
    await this.watching
  }

  rest(reason: string): void {
    this.onProblem(`a statement took too long there (${reason})`, CHECKS_AFTER_SLOW_STATEMENT)
  }

  private async check(): Promise<void> {
    try {
      const problem = await this.findProblem()
      if (problem === null) this.onGoodLook()
      else this.onProblem(problem, CHECKS_AFTER_OUTAGE)
    } catch (error) {
      // an unreachable primary says nothing about the replica
      if (!(error instanceof ReplicaAway)) return
      this.bytes = null
      this.seconds = null
      this.onProblem(error.message, CHECKS_AFTER_OUTAGE)
      this.outage.abort()
      this.outage = new AbortController()
    }
  }

  /** @returns why the replica cannot be used, or null. @throws ReplicaAway */
  private async findProblem(): Promise<string | null> {
    const there = await this.standing()
    if (!there.isReplica || there.replayed === null) return 'it is not a replica: it accepts writes'
    const { rows } = await sql<PrimaryStanding>`
      select ${committedUntil} as committed, clock_timestamp() as now,
        ${databaseIdentity} as identity, ${primaryTimeline} as timeline`.execute(this.primary)
    const here = rows[0]!
    if (there.identity !== here.identity) return 'it is a replica of another database'
    if (there.timeline !== here.timeline)
      return `it follows timeline ${there.timeline}, and the primary is on ${here.timeline}`
    const committed = readWalPosition(here.committed)
    let replayed = readWalPosition(there.replayed)
    // the replica was asked first, so it cannot be ahead of a primary it follows
    if (replayed > committed) return 'it has what the primary never had, as after a failover'
    const start = performance.now()
    while (replayed < committed && performance.now() - start < REPLAY_TIMEOUT_MS) {
      await sleep(REPLAY_POLL_MS)
      replayed = readWalPosition((await this.standing()).replayed ?? '0/0')
    }
    if (replayed >= committed) {
      this.bytes = 0
      this.seconds = (performance.now() - start) / 1000
      return null
    }
    this.bytes = Number(committed - replayed)
    this.seconds = there.replayedAt && (here.now.getTime() - there.replayedAt.getTime()) / 1000
    return `it is ${this.bytes} bytes of the write-ahead log behind`
  }

  private async standing(): Promise<ReplicaStanding> {
    try {
      const { rows } = await sql<ReplicaStanding>`
        select pg_is_in_recovery() as "isReplica", ${replayedUntil} as replayed,
          pg_last_xact_replay_timestamp() as "replayedAt", ${databaseIdentity} as identity,
          ${replicaTimeline} as timeline`.execute(this.replica)
      return rows[0]!
    } catch (error) {
      throw new ReplicaAway(reasonOf(error), { cause: error })
    }
  }

  private onGoodLook(): void {
    this.checksUntilUsed = Math.max(0, this.checksUntilUsed - 1)
    if (this.checksUntilUsed > 0 || this.used) return
    this.used = true
    this.onChange(null)
  }

  private onProblem(reason: string, checksUntilUsed: number): void {
    this.checksUntilUsed = Math.max(this.checksUntilUsed, checksUntilUsed)
    if (this.used === false) return
    this.used = false
    this.onChange(reason)
  }
}
