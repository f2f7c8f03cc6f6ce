import { expect, test } from '@jest/globals'
import { countsLine, jestCounts, ONE_FAILED, mergeCounts, playwrightCounts, sum, type Counts } from './counts'

const counts = (passed: number, failed: number, skipped: number): Counts => ({ passed, failed, skipped })

test.each([
  [counts(0, 0, 0), '0 passed, 0 failed'],
  [counts(12, 1, 0), '12 passed, 1 failed'],
  [counts(12, 0, 3), '12 passed, 0 failed, 3 skipped'],
])('countsLine %j: %s', (given, line) => {
  expect(countsLine(given)).toBe(line)
})

test('sum adds each number', () => {
  expect(sum([counts(1, 2, 3), counts(10, 20, 30)])).toEqual(counts(11, 22, 33))
  expect(sum([])).toEqual(counts(0, 0, 0))
})

test('jest: a file that cannot run is a failure', () => {
  const results = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
  expect(jestCounts({ ...results, numRuntimeErrorTestSuites: 1 })).toEqual(counts(5, 2, 3))
})

test('playwright: a flaky test counts as passed', () => {
  const stats = { expected: 5, unexpected: 2, flaky: 1, skipped: 3 }
  expect(playwrightCounts({ stats })).toEqual(counts(6, 2, 3))
})

test.each([
  ['no numbers', undefined, true, ONE_FAILED],
  ['all well', counts(3, 0, 1), true, counts(3, 0, 1)],
  ['failed tests', counts(3, 2, 0), false, counts(3, 2, 0)],
  ['failed without a failed test', counts(3, 0, 0), false, counts(3, 1, 0)],
])('mergeCounts: %s', (_, given, succeeded, expected) => {
  expect(mergeCounts(given, succeeded)).toEqual(expected)
})
