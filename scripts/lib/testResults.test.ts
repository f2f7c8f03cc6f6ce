import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { root } from './paths'
import {
  countsLine,
  jestResults,
  mergeCounts,
  ONE_FAILED,
  playwrightResults,
  slowestLines,
  sum,
  type Counts,
} from './testResults'

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
})

test.each([
  ['no numbers', undefined, true, ONE_FAILED],
  ['all well', counts(3, 0, 1), true, counts(3, 0, 1)],
  ['failed tests', counts(3, 2, 0), false, counts(3, 2, 0)],
  ['failed without a failed test', counts(3, 0, 0), false, counts(3, 1, 0)],
])('mergeCounts: %s', (_, given, succeeded, expected) => {
  expect(mergeCounts(given, succeeded)).toEqual(expected)
})

test('jest: a file that cannot run is a failure, and each test has its time', () => {
  const numbers = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
  const assertionResults = [
    { fullName: 'group adds', duration: 1200 },
    { fullName: 'is skipped', duration: null },
  ]
  const testResults = [{ name: join(root, 'api/test/a.test.ts'), assertionResults }]
  expect(jestResults({ ...numbers, numRuntimeErrorTestSuites: 1, testResults })).toEqual({
    counts: counts(5, 2, 3),
    times: [
      { name: 'api/test/a.test.ts: group adds', ms: 1200 },
      { name: 'api/test/a.test.ts: is skipped', ms: 0 },
    ],
  })
})

test('playwright: a flaky test counts as passed, and its time is that of all retries', () => {
  const spec = (title: string, ...durations: number[]) => ({
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  })
  const file = 'users.spec.ts'
  const suites = [{ file, specs: [spec('sorts', 10)], suites: [{ file, specs: [spec('deep', 20, 5)] }] }]
  const stats = { expected: 5, unexpected: 2, flaky: 1, skipped: 3 }
  expect(playwrightResults({ stats, suites })).toEqual({
    counts: counts(6, 2, 3),
    times: [
      { name: 'users.spec.ts: sorts', ms: 10 },
      { name: 'users.spec.ts: deep', ms: 25 },
    ],
  })
})

test('the ten slowest come first, and a run of ten or fewer lists none', () => {
  const times = Array.from({ length: 12 }, (_, index) => ({ name: `test ${index}`, ms: index * 1000 }))
  const lines = slowestLines(times)
  expect(lines).toHaveLength(10)
  expect(lines[0]).toBe('   11.0 s  test 11')
  expect(lines.at(-1)).toBe('    2.0 s  test 2')
  expect(slowestLines(times.slice(0, 10))).toEqual([])
})
