import { explanationOf } from '@console/shared-kernel/command'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0 }
export const ONE_PASSED: Counts = { ...NONE, passed: 1 }
export const ONE_FAILED: Counts = { ...NONE, failed: 1 }

export interface Step {
  name: string
  run: () => Promise<Counts>
}

/**
 * Runs the steps one after another and prints the counts and seconds of each, and a total.
 * @returns 1 after any failure
 */
export async function runSteps(steps: readonly Step[], over: AbortSignal): Promise<number> {
  let total = NONE
  const began = Date.now()
  for (const { name, run } of steps) {
    if (over.aborted) return 1
    const started = Date.now()
    console.log(`\n== ${name}`)
    // an error in one step does not stop the others
    const counts = await run().catch((error: unknown) => {
      console.error(explanationOf(error))
      return ONE_FAILED
    })
    console.log(`${name}: ${countsLine(counts)} in ${secondsSince(started)} s`)
    total = {
      passed: total.passed + counts.passed,
      failed: total.failed + counts.failed,
      skipped: total.skipped + counts.skipped,
    }
  }
  console.log(`\n${countsLine(total)} in ${secondsSince(began)} s`)
  return total.failed > 0 ? 1 : 0
}

const secondsSince = (began: number): string => ((Date.now() - began) / 1000).toFixed(1)

const countsLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** The counts of a runner. A runner that wrote no counts, or failed without a failed test, counts as one failure. */
export function countsOf(counts: Counts | undefined, succeeded: boolean): Counts {
  if (!counts) return ONE_FAILED
  return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

/** The fields of `jest --json` that are read. */
interface JestResults {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  /** Test files that failed before running a test. */
  numRuntimeErrorTestSuites: number
}

export const jestCounts = (all: JestResults): Counts => ({
  passed: all.numPassedTests,
  failed: all.numFailedTests + all.numRuntimeErrorTestSuites,
  skipped: all.numPendingTests + all.numTodoTests,
})

/** The fields of Playwright's JSON reporter that are read. */
interface PlaywrightResults {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** A test that passed on retry counts as passed. */
export const playwrightCounts = ({ stats }: PlaywrightResults): Counts => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected,
  skipped: stats.skipped,
})
