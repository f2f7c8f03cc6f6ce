/** Both are hashed, because otherwise the same users would get every canary. */
interface CanaryBuild {
  /** Name of the remote, or `host`. */
  name: string
  build: string
}

/**
 * Stable for one build, and monotonic: a user in a share of 10 percent is also in one of 20. `id` is the
 * user's, or the browser's for the host; `percent` is 0 to 100, with two decimals. The hash is FNV-1a, then the
 * last steps of MurmurHash3.
 */
export function isInShare(id: number, { name, build }: CanaryBuild, percent: number): boolean {
  let hash = 0x811c9dc5
  for (const letter of `${id}:${name}:${build}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (((hash ^ (hash >>> 16)) >>> 0) % 10_000) / 100 < percent
}
