/**
 * @param task must not fail
 * @returns asks for a run: while one is under way, for one more after it, however often it is asked
 */
export function oneAtATime(task: () => Promise<void>): () => void {
  let isRunning = false
  let isAsked = false
  const run = async (): Promise<void> => {
    isRunning = true
    while (isAsked) {
      isAsked = false
      await task()
    }
    isRunning = false
  }
  return () => {
    isAsked = true
    if (!isRunning) void run()
  }
}
