import { setTimeout as sleep } from 'node:timers/promises'
import { mayComeBack } from './failures'

const LOOK_AGAIN_MS = 1_000

/**
 * Repeats a step of the start while the database server is away. A refusal (a password, a missing database)
 * is thrown at once.
 */
export async function untilReachable(
  step: () => Promise<void>,
  onWait: (error: unknown) => void,
): Promise<void> {
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!mayComeBack(error) && !mayComeBack((error as Error).cause)) throw error
      onWait(error)
      await sleep(LOOK_AGAIN_MS)
    }
  }
}
