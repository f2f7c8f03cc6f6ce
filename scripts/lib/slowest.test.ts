import { expect, test } from '@jest/globals'
import { jestTimes, playwrightTimes, slowestLines } from './slowest'

test('jest: one time for each test that ran', () => {
  const testResults = [
    {
      name: '/repository/api/test/a.test.ts',
      assertionResults: [
        { fullName: 'group adds', duration: 1200 },
        { fullName: 'is skipped', duration: null },
      ],
    },
  ]
  expect(jestTimes({ testResults }, '/repository')).toEqual([
    { name: 'api/test/a.test.ts: group adds', ms: 1200 },
    { name: 'api/test/a.test.ts: is skipped', ms: 0 },
  ])
})

test('playwright: nested groups, and all retries of a test', () => {
  const spec = (title: string, ...durations: number[]) => ({
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  })
  const suites = [
    {
      file: 'users.spec.ts',
      specs: [spec('sorts', 10)],
      suites: [{ file: 'users.spec.ts', specs: [spec('deep', 20, 5)] }],
    },
  ]
  expect(playwrightTimes({ suites })).toEqual([
    { name: 'users.spec.ts: sorts', ms: 10 },
    { name: 'users.spec.ts: deep', ms: 25 },
  ])
})

test('the ten slowest come first, and a run of ten or fewer lists none', () => {
  const tests = Array.from({ length: 12 }, (_, index) => ({ name: `test ${index}`, ms: index * 1000 }))
  const lines = slowestLines(tests)
  expect(lines).toHaveLength(10)
  expect(lines[0]).toBe('   11.0 s  test 11')
  expect(lines.at(-1)).toBe('    2.0 s  test 2')
  expect(slowestLines(tests.slice(0, 10))).toEqual([])
})
