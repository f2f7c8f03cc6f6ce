/**
 * @param task must not fail
 * @returns a function that requests a run; if called during a run, however often, one more run follows
 */
export function oneAtATime(task: () => Promise<void>): () => void {
  let isRunning = false
  let isRequested = false
  const run = async (): Promise<void> => {
    isRunning = true
    while (isRequested) {
      isRequested = false
      await task()
    }
    isRunning = false
  }
  return () => {
    isRequested = true
    if (!isRunning) void run()
  }
}
