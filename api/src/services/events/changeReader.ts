import { setTimeout as sleep } from 'node:timers/promises'
import { oneAtATime } from '../../foundation/oneAtATime'
import type { Db } from '../../db/schema'
import { currentSnapshot, readChanges, type Round } from './changes'
import type { Snapshot } from './snapshot'

/** The pause after each read, so that frequent changes are read in batches. */
const PAUSE_MS = 75

/** Reads committed changes once for all streams of this process, and nothing before `begin`. */
export class ChangeReader {
  /** Looks for changes; may be called at any time. */
  readonly poll = oneAtATime(async () => {
    await this.read()
    await sleep(PAUSE_MS, undefined, { ref: false })
  })
  private readonly db: Db
  private readonly deliver: (round: Round) => void
  private readonly onFailure: (error: unknown) => void
  private at: Snapshot | null = null
  private beginning: Promise<Snapshot> | null = null
  private readAt = 0
  private age = 0

  /** @param onFailure gets the error of a read, which the next poll retries, and null after a success */
  constructor(db: Db, deliver: (round: Round) => void, onFailure: (error: unknown) => void) {
    this.db = db
    this.deliver = deliver
    this.onFailure = onFailure
  }

  /** @returns the position that it reads from */
  async begin(): Promise<Snapshot> {
    if (this.at) return this.at
    this.beginning ??= currentSnapshot(this.db).finally(() => (this.beginning = null))
    const snapshot = await this.beginning
    if (!this.at) {
      this.at = snapshot
      this.note(0)
    }
    return this.at
  }

  stop(): void {
    this.at = null
  }

  /**
   * Seconds: the delay of the last read, or the time since it if that is longer. 0 while it reads nothing.
   */
  get lag(): number {
    if (!this.at) return 0
    return Math.max(this.age, (performance.now() - this.readAt) / 1000)
  }

  private async read(): Promise<void> {
    const from = this.at
    if (!from) return
    try {
      const round = await readChanges(this.db, from)
      // stopped meanwhile, and perhaps begun again at another position
      if (this.at !== from) return
      this.note(round.age)
      this.onFailure(null)
      // even without changes: this reveals a server that has taken over and lacks what a stream has seen
      this.at = round.to
      if (round.changes?.length === 0 && round.attention.length === 0) return
      this.deliver(round)
    } catch (error) {
      if (this.at === from) this.onFailure(error)
    }
  }

  private note(age: number): void {
    this.age = age
    this.readAt = performance.now()
  }
}
