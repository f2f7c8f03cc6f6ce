import type { Steps } from '../contracts/steps'

/** What somebody waits for takes turns with the page's other work; what is made beside it comes after. */
export type SlicePriority = 'user-visible' | 'background'

/** Short enough that neither a key nor a frame waits for it. */
const SLICE_MS: Record<SlicePriority, number> = { 'user-visible': 8, background: 4 }

/** Not every browser has priorities for tasks. */
const untilNextTask = (priority: SlicePriority): Promise<void> =>
  'scheduler' in globalThis
    ? scheduler.postTask(() => {}, { priority })
    : new Promise((resolve) => setTimeout(resolve, 0))

/**
 * Long work beside everything else that the page does. It begins in a task of its own: an effect that asks for
 * it may run within the event of a key, and nobody else misses one task's time.
 *
 * @throws the reason of the signal, once it is aborted
 */
export async function inSlices<T>(
  steps: Steps<T>,
  signal?: AbortSignal,
  priority: SlicePriority = 'user-visible',
): Promise<T> {
  for (;;) {
    await untilNextTask(priority)
    signal?.throwIfAborted()
    const until = performance.now() + SLICE_MS[priority]
    do {
      const { done, value } = steps.next()
      if (done) return value
    } while (performance.now() < until)
  }
}
