import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { CommandError } from '@console/shared-kernel/command'
import {
  countsOf,
  jestCounts,
  ONE_FAILED,
  ONE_PASSED,
  playwrightCounts,
  runSteps,
  type Counts,
  type Step,
} from './steps'

let output: string[]
let now = 0
beforeEach(() => {
  output = []
  for (const stream of ['log', 'error'] as const) {
    jest.spyOn(console, stream).mockImplementation((line) => void output.push(String(line)))
  }
  jest.spyOn(Date, 'now').mockImplementation(() => now)
})
afterEach(() => {
  jest.restoreAllMocks()
})

const counts = (passed: number, failed: number, skipped: number): Counts => ({ passed, failed, skipped })
const going = new AbortController().signal
const step = (name: string, counted: Counts, ms: number): Step => ({
  name,
  run: async () => {
    now += ms
    return counted
  },
})

test('each step shows its counts and seconds, and the last line shows the totals', async () => {
  const steps = [step('unit', counts(5, 0, 2), 1_240), step('build', ONE_PASSED, 60_000)]
  expect(await runSteps(steps, going)).toBe(0)
  expect(output).toEqual([
    '\n== unit',
    'unit: 5 passed, 0 failed, 2 skipped in 1.2 s',
    '\n== build',
    'build: 1 passed, 0 failed in 60.0 s',
    '\n6 passed, 0 failed, 2 skipped in 61.2 s',
  ])
})

test('an error fails only its step; a CommandError is printed without a stack', async () => {
  const failing: Step = { name: 'e2e', run: () => Promise.reject(new CommandError('No browser.')) }
  expect(await runSteps([failing, step('unit', ONE_PASSED, 0)], going)).toBe(1)
  expect(output).toEqual([
    '\n== e2e',
    'No browser.',
    'e2e: 0 passed, 1 failed in 0.0 s',
    '\n== unit',
    'unit: 1 passed, 0 failed in 0.0 s',
    '\n1 passed, 1 failed in 0.0 s',
  ])
})

test('after Ctrl-C no further step begins', async () => {
  const stop = new AbortController()
  const first: Step = { name: 'unit', run: async () => (stop.abort(), ONE_PASSED) }
  expect(await runSteps([first, step('build', ONE_PASSED, 0)], stop.signal)).toBe(1)
  expect(output).toEqual(['\n== unit', 'unit: 1 passed, 0 failed in 0.0 s'])
})

test.each([
  { title: 'no numbers', given: undefined, succeeded: true, expected: ONE_FAILED },
  { title: 'all well', given: counts(3, 0, 1), succeeded: true, expected: counts(3, 0, 1) },
  { title: 'failed tests', given: counts(3, 2, 0), succeeded: false, expected: counts(3, 2, 0) },
  {
    title: 'failed without a failed test',
    given: counts(3, 0, 0),
    succeeded: false,
    expected: counts(3, 1, 0),
  },
])('a runner that has $title', ({ given, succeeded, expected }) => {
  expect(countsOf(given, succeeded)).toEqual(expected)
})

test('jest: a file that cannot run is a failure. Playwright: a flaky test counts as passed', () => {
  const numbers = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
  expect(jestCounts({ ...numbers, numRuntimeErrorTestSuites: 1 })).toEqual(counts(5, 2, 3))
  const stats = { expected: 5, unexpected: 2, flaky: 1, skipped: 3 }
  expect(playwrightCounts({ stats })).toEqual(counts(6, 2, 3))
})
