import { setTimeout as sleep } from 'node:timers/promises'
import { mayComeBack, reasonOf } from '../failures'

const POLL_MS = 1_000

/**
 * Repeats a step while the database server is away. Refusals, as of a password, are thrown at once.
 * @param onWait called with each new reason
 */
export async function untilReachable(
  step: () => Promise<void>,
  onWait: (reason: string) => void,
): Promise<void> {
  for (let known = ''; ;) {
    try {
      return await step()
    } catch (error) {
      if (!mayComeBack(error) && !mayComeBack((error as Error).cause)) throw error
      const reason = reasonOf(error)
      if (reason !== known) onWait(reason)
      known = reason
      await sleep(POLL_MS)
    }
  }
}
