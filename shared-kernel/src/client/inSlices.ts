import type { Steps } from '../contracts/steps'

/** Short enough that neither a key nor a frame waits for it. */
const SLICE_MS = 8
/** Asking the clock costs more than most steps. */
const STEPS_BETWEEN_LOOKS = 64

const untilNextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/**
 * Long work beside everything else that the page does.
 *
 * @throws the reason of the signal, once it is aborted
 */
export async function inSlices<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS
    do {
      for (let count = 0; count < STEPS_BETWEEN_LOOKS; count += 1) {
        const { done, value } = steps.next()
        if (done) return value
      }
    } while (performance.now() < until)
    await untilNextTask()
    signal?.throwIfAborted()
  }
}
