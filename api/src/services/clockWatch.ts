/** Corrections by NTP are far below. */
const TOLERANCE_MS = 5_000

/**
 * Compares the wall clock with the monotonic one, which cannot be set.
 * @param onSetBack gets the seconds since the last look
 * @returns how to look
 */
export function watchClock(
  onSetBack: (seconds: number) => void,
  now = (): number => Date.now(),
  monotonic = (): number => performance.now(),
): () => void {
  let offset = now() - monotonic()
  return () => {
    const before = offset
    offset = now() - monotonic()
    if (before - offset > TOLERANCE_MS) onSetBack(Math.round((before - offset) / 1000))
  }
}
