import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { CommandError } from '@console/shared-kernel/command'
import { runSteps, type Step } from './runSteps'
import { ONE_PASSED, type Counts } from './testResults'

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

const going = new AbortController().signal
const step = (name: string, counts: Counts, ms: number): Step => ({
  name,
  run: async () => {
    now += ms
    return counts
  },
})

test('each step has its counts and seconds, and the last line has those of all', async () => {
  const unit = { passed: 5, failed: 0, skipped: 2 }
  expect(await runSteps([step('unit', unit, 1_240), step('build', ONE_PASSED, 60_000)], going)).toBe(0)
  expect(output).toEqual([
    '\n== unit',
    'unit: 5 passed, 0 failed, 2 skipped in 1.2 s',
    '\n== build',
    'build: 1 passed, 0 failed in 60.0 s',
    '\n6 passed, 0 failed, 2 skipped in 61.2 s',
  ])
})

test('an error fails its step alone; a CommandError is printed without a stack', async () => {
  const refused: Step = { name: 'e2e', run: () => Promise.reject(new CommandError('No browser.')) }
  expect(await runSteps([refused, step('unit', ONE_PASSED, 0)], going)).toBe(1)
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
