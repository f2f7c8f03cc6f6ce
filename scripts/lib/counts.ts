export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0 }
export const ONE_PASSED: Counts = { ...NONE, passed: 1 }
export const ONE_FAILED: Counts = { ...NONE, failed: 1 }

export const sum = (all: readonly Counts[]): Counts =>
  all.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
    }),
    NONE,
  )

export const countsLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** From `jest --json`. */
export interface JestResults {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  /** Test files that failed before running a test. */
  numRuntimeErrorTestSuites: number
}

export const jestCounts = (results: JestResults): Counts => ({
  passed: results.numPassedTests,
  failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
  skipped: results.numPendingTests + results.numTodoTests,
})

/** From Playwright's JSON reporter. */
export interface PlaywrightResults {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** A test that passed on retry counts as passed. */
export const playwrightCounts = ({ stats }: PlaywrightResults): Counts => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  skipped: stats.skipped,
})

/** A runner that wrote no counts, or failed without a failed test, counts as one failure. */
export function mergeCounts(counts: Counts | undefined, succeeded: boolean): Counts {
  if (!counts) return ONE_FAILED
  return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}
