const BUCKETS = 10_000

/**
 * Whether a user is in the share that gets a canary. The same user always is or is not, and whoever is in
 * a share of 10 percent stays in one of 20.
 *
 * @param percent of all users, from 0 to 100, to a hundredth
 */
export const isInShare = (userId: number, percent: number): boolean =>
  (scrambled(userId) % BUCKETS) / (BUCKETS / 100) < percent

/** The last steps of MurmurHash3: ids that follow each other end up anywhere. */
function scrambled(id: number): number {
  let hash = id | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
