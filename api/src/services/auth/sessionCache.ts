import type { SessionUser } from '../tree'
import type { Listener } from '../../db/engine'

/** Limits staleness if a notification is lost: a network that drops one does not close the connection. */
const KEPT_MS = 1_000

export interface Session {
  user: SessionUser
  expiresAt: Date
}

interface Kept extends Session {
  readAt: number
}

/**
 * For reads only: writes check the session in their transaction. Cleared by any change of a session, or of a
 * user's path or block, since that may affect everyone below.
 */
export class SessionCache implements Listener {
  private readonly now: () => number
  private readonly kept = new Map<string, Kept>()
  private listens = false
  /** Incremented by each change, so that older reads are not kept. */
  private generation = 0

  /** @param now monotonic milliseconds */
  constructor(now = () => performance.now()) {
    this.now = now
  }

  /** Whether sessions are kept. */
  get isListening(): boolean {
    return this.listens
  }

  async find(token: string, read: () => Promise<Session | null>): Promise<SessionUser | null> {
    const readAt = this.now()
    const kept = this.kept.get(token)
    if (kept && readAt - kept.readAt < KEPT_MS && kept.expiresAt.getTime() > Date.now()) return kept.user
    const generation = this.generation
    const session = await read()
    if (session && this.listens && generation === this.generation) {
      this.store(token, { ...session, readAt })
    }
    return session?.user ?? null
  }

  onListening(): void {
    this.onNotified()
    this.listens = true
  }

  onNotified(): void {
    this.generation += 1
    this.kept.clear()
  }

  onLost(): void {
    this.listens = false
    this.onNotified()
  }

  private store(token: string, fresh: Kept): void {
    for (const [other, { readAt }] of this.kept) {
      if (fresh.readAt - readAt < KEPT_MS) break
      this.kept.delete(other)
    }
    // keeps entries in the order in which they were read
    this.kept.delete(token)
    this.kept.set(token, fresh)
  }
}
