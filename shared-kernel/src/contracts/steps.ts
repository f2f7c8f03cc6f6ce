/** Work on a long list in steps, so that whoever runs it can take breaks; what it returns is its result. */
export type Steps<T> = Generator<void, T>

/** All steps at one go. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
