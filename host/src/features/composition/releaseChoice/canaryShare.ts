const BUCKETS = 10_000

/** Both are hashed, because otherwise the same users would get every canary. */
interface CanaryBuild {
  /** Name of the remote, or `host`. */
  name: string
  build: string
}

/**
 * Stable for one build, and monotonic: a user in a share of 10 percent is also in one of 20. `id` is the
 * user's, or the browser's for the host; `percent` is 0 to 100, with two decimals.
 */
export const isInShare = (id: number, { name, build }: CanaryBuild, percent: number): boolean =>
  (hash(`${id}:${name}:${build}`) % BUCKETS) / (BUCKETS / 100) < percent

/** FNV-1a, then the last steps of MurmurHash3. `app/firstPaint.js` has a copy, held to this one by a test. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
