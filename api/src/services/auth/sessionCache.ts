import type { Caller } from '../caller'
import type { Listener } from '../../db/engine/engine'
import type { TokenClaims } from './tokens'

/** Of a change whose notification is lost: a network that swallows it closes no connection. */
const KEPT_MS = 1_000

interface Kept {
  readonly caller: Caller
  /** When it began to be read, on the clock of the cache. */
  readonly readAt: number
}

/**
 * Sessions as they were read from the database within the last second, for reads alone: a write looks at its
 * session in its own transaction. Everything is dropped with any change to a session or to a user's place or
 * block, since that concerns everybody below; such changes are few.
 */
export class SessionCache implements Listener {
  readonly #now: () => number
  /** In the order in which they were read. */
  readonly #kept = new Map<string, Kept>()
  #isListening = false
  /** Grows with each change: what began to be read before one is not kept after it. */
  #generation = 0

  /** @param now milliseconds of a clock that only goes forward */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  async find({ userId, sessionId }: TokenClaims, read: () => Promise<Caller | null>): Promise<Caller | null> {
    const readAt = this.#now()
    const kept = this.#kept.get(sessionId)
    if (kept?.caller.userId === userId && readAt - kept.readAt < KEPT_MS) return kept.caller
    const generation = this.#generation
    const caller = await read()
    if (caller && this.#isListening && generation === this.#generation) this.#keep({ caller, readAt })
    return caller
  }

  onListening(): void {
    this.onNotified()
    this.#isListening = true
  }

  onNotified(): void {
    this.#generation += 1
    this.#kept.clear()
  }

  onLost(): void {
    this.#isListening = false
    this.onNotified()
  }

  #keep(fresh: Kept): void {
    for (const [sessionId, { readAt }] of this.#kept) {
      if (fresh.readAt - readAt < KEPT_MS) break
      this.#kept.delete(sessionId)
    }
    const { sessionId } = fresh.caller
    this.#kept.delete(sessionId)
    this.#kept.set(sessionId, fresh)
  }
}
