import { setTimeout as sleep } from 'node:timers/promises'
import { mayComeBack } from './failures'

const LOOK_AGAIN_MS = 1_000

/** Repeats a step while the database server is away. Refusals, as of a password, are thrown at once. */
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
