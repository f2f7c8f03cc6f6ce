/**
 * Work on a long list in steps of at most some milliseconds, so that whoever runs it can take breaks; what it
 * returns is its result.
 */
export type Steps<T> = Generator<void, T>

/** A step for each item would take longer than the item does. */
export const ITEMS_A_STEP = 64

/** Does the same with every item. */
export function* forEachInSteps<T>(items: Iterable<T>, take: (item: T) => void): Steps<void> {
  let taken = 0
  for (const item of items) {
    take(item)
    taken += 1
    if (taken % ITEMS_A_STEP === 0) yield
  }
}

/** All steps at one go. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
