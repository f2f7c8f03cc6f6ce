/** When the lock of the data directory was last confirmed, shared between two threads. */
export interface Heartbeat {
  /** @param at from {@link now}, taken before the confirmation was requested */
  confirm(at: bigint): void
  /** False when another process may have taken over the directory. */
  isFresh(): boolean
  readonly shared: SharedArrayBuffer
}

/** Nothing is written after this time without a heartbeat. Other processes wait longer: see lock.ts. */
export const STALE_MS = 5_000

/** Nanoseconds. Monotonic, and the same in all threads of a process. */
export const now = (): bigint => process.hrtime.bigint()

export function openHeartbeat(shared = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)): Heartbeat {
  const confirmed = new BigInt64Array(shared)
  return {
    confirm: (at) => void Atomics.store(confirmed, 0, at),
    isFresh: () => now() - Atomics.load(confirmed, 0) < BigInt(STALE_MS) * 1_000_000n,
    shared,
  }
}
