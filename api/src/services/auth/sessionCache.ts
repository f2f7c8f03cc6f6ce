import type { Caller } from '../caller'
import type { Listener } from '../../db/engine/engine'

/** Of a change whose notification is lost: a network that swallows it closes no connection. */
const KEPT_MS = 1_000

export interface Session {
  readonly caller: Caller
  readonly expiresAt: Date
}

interface Kept extends Session {
  /** When it began to be read, on the clock of the cache. */
  readonly readAt: number
}

/**
 * Keeps verified tokens with their sessions, as they were read within the last second. For reads alone: a write
 * looks at its session in its own transaction. Everything is dropped with any change to a session or to a user's
 * place or block, since that concerns everybody below; such changes are few.
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

  /** @param read verifies the token and reads its session; null where it has none */
  async find(token: string, read: () => Promise<Session | null>): Promise<Caller | null> {
    const readAt = this.#now()
    const kept = this.#kept.get(token)
    if (kept && readAt - kept.readAt < KEPT_MS && kept.expiresAt.getTime() > Date.now()) return kept.caller
    const generation = this.#generation
    const session = await read()
    if (session && this.#isListening && generation === this.#generation) {
      this.#keep(token, { ...session, readAt })
    }
    return session?.caller ?? null
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

  #keep(token: string, fresh: Kept): void {
    for (const [other, { readAt }] of this.#kept) {
      if (fresh.readAt - readAt < KEPT_MS) break
      this.#kept.delete(other)
    }
    // behind all others again
    this.#kept.delete(token)
    this.#kept.set(token, fresh)
  }
}
