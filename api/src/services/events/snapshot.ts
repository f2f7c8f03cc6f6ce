/**
 * Which transactions a read has seen, as a PostgreSQL `pg_snapshot`. Of two snapshots of one server, the
 * later one has seen everything that the earlier one has. A position in the stream is a snapshot: what was
 * committed after it is sent, in any order of the row ids, and an open transaction delays no others.
 */
export interface Snapshot {
  /** `xmin:xmax:running,running`. */
  text: string
  /** Transactions from this id on are not seen. */
  xmax: bigint
  /** Transactions below `xmax` that are not seen either. */
  running: ReadonlySet<bigint>
}

const NUMBER = '\\d{1,18}'
const FORM = new RegExp(`^(${NUMBER}):(${NUMBER}):((?:${NUMBER}(?:,${NUMBER})*)?)$`)

/** @returns null for text that no server writes; PostgreSQL accepts all other text */
export function readSnapshot(text: string): Snapshot | null {
  const [, first = '', last = '', list = ''] = FORM.exec(text) ?? []
  if (first === '') return null
  const [xmin, xmax] = [BigInt(first), BigInt(last)]
  const running = list === '' ? [] : list.split(',').map(BigInt)
  const isInOrder = running.every((xid, index) => xid >= (running[index - 1] ?? xmin) && xid < xmax)
  return xmin > 0n && xmin <= xmax && isInOrder ? { text, xmax, running: new Set(running) } : null
}

/** @param xid number of a transaction that has committed */
export const hasSeen = ({ xmax, running }: Snapshot, xid: bigint): boolean => xid < xmax && !running.has(xid)

/** Compares two snapshots of one server. */
export const isLater = (one: Snapshot, other: Snapshot): boolean =>
  one.xmax === other.xmax ? one.running.size < other.running.size : one.xmax > other.xmax
