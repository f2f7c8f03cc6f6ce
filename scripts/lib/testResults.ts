import { relative } from 'node:path'
import { root } from './paths'

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

/** A runner that wrote no counts, or failed without a failed test, counts as one failure. */
export function mergeCounts(counts: Counts | undefined, succeeded: boolean): Counts {
  if (!counts) return ONE_FAILED
  return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

export interface Results {
  counts: Counts
  times: { name: string; ms: number }[]
}

/** From `jest --json`. */
export interface JestResults {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  /** Test files that failed before running a test. */
  numRuntimeErrorTestSuites: number
  testResults: { name: string; assertionResults: { fullName: string; duration?: number | null }[] }[]
}

export const jestResults = (all: JestResults): Results => ({
  counts: {
    passed: all.numPassedTests,
    failed: all.numFailedTests + all.numRuntimeErrorTestSuites,
    skipped: all.numPendingTests + all.numTodoTests,
  },
  times: all.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${relative(root, file)}: ${fullName}`,
      ms: duration ?? 0,
    })),
  ),
})

interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: { results: { duration: number }[] }[] }[]
}

/** From Playwright's JSON reporter. */
export interface PlaywrightResults {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

/** A test that passed on retry counts as passed. */
export const playwrightResults = ({ stats, suites }: PlaywrightResults): Results => ({
  counts: { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
  times: suites.flatMap(timesOf),
})

const timesOf = ({ file, specs, suites = [] }: PlaywrightSuite): Results['times'] => [
  ...specs.map(({ title, tests }) => ({
    name: `${file}: ${title}`,
    ms: tests.flatMap(({ results }) => results).reduce((all, { duration }) => all + duration, 0),
  })),
  ...suites.flatMap(timesOf),
]

const MOST = 10
const MAX_NAME_LENGTH = 110

/** The ten slowest tests; empty for shorter runs. */
export function slowestLines(times: Results['times']): string[] {
  if (times.length <= MOST) return []
  return [...times]
    .sort((one, other) => other.ms - one.ms)
    .slice(0, MOST)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name.slice(0, MAX_NAME_LENGTH)}`)
}
