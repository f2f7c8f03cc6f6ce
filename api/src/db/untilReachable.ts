import { setTimeout as sleep } from 'node:timers/promises'
import { mayComeBack } from './failures'

const LOOK_AGAIN_MS = 1_000

/**
 * Takes a step of the start again while the database server is away: it may be starting too, or restarting.
 * What it refuses (a password, a database that does not exist) is not waited for.
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
