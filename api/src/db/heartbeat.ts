/** When the lock of the data directory was last confirmed, for the server's thread and the database's. */
export interface Heartbeat {
  /** @param at of {@link now}, from before the confirmation was asked for */
  confirm(at: bigint): void
  /** False when another process may have taken the directory over. */
  isFresh(): boolean
  /** To hand to another thread. */
  readonly shared: SharedArrayBuffer
}

/** After so long without a heartbeat nothing is written. Another process waits for longer: see lock.ts. */
export const STALE_MS = 5_000

/** Nanoseconds. Monotonic, so that a clock that is set changes nothing; the same in all threads of a process. */
export const now = (): bigint => process.hrtime.bigint()

export function openHeartbeat(shared = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)): Heartbeat {
  const confirmed = new BigInt64Array(shared)
  return {
    confirm: (at) => void Atomics.store(confirmed, 0, at),
    isFresh: () => now() - Atomics.load(confirmed, 0) < BigInt(STALE_MS) * 1_000_000n,
    shared,
  }
}
