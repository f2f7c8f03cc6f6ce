/** Seeded by a key, so that demo data is the same everywhere. */
export interface Random {
  /** Both included. */
  between(low: number, high: number): number
  oneIn(n: number): boolean
  pick<T>(items: readonly [T, ...T[]]): T
  uuid(serial: number): string
}

/** FNV-1a */
function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** mulberry32 */
export function randomFrom(key: string): Random {
  let state = hashOf(key)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => between(0, 15).toString(16)).join('')
  return {
    between,
    oneIn: (n) => next() < 1 / n,
    pick: (items) => items[between(0, items.length - 1)] ?? items[0],
    uuid: (serial) =>
      `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(6)}${serial.toString(16).padStart(6, '0')}`,
  }
}
