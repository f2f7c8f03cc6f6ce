import { beforeEach, expect, test } from '@jest/globals'
import { connectedServer } from '@console/shared-kernel/testing/page'
import { withTyped } from './AmountField'
import { amountIn, creditAfter, creditProblem, quickAmounts, readAmounts, rememberAmount } from './creditMode'

connectedServer()
beforeEach(() => localStorage.clear())

test.each([
  ['set', 1_000, 250, 250],
  ['add', 1_000, 250, 1_250],
  ['subtract', 1_000, 250, 750],
  ['subtract', 1_000, 2_500, -1_500],
] as const)('%s at %d cents with %d: %d', (mode, from, amount, after) =>
  expect(creditAfter(mode, from, amount)).toBe(after),
)

test.each([
  [-1, 'The credit would be less than $0.00'],
  [0, null],
  [999_999_999, null],
  [1_000_000_000, 'The credit would be more than $9,999,999.99'],
])('%d cents: %p', (cents, problem) => expect(creditProblem(cents)).toBe(problem))

test("for 'Subtract', a minus that 'Add' rejected is forgotten", () => {
  const amount = amountIn('subtract', withTyped({ text: '', problem: null }, '-'))
  expect(withTyped({ ...amount, problem: 'invalid' }, '5').problem).toBeNull()
})

test.each([undefined, null, 'x', {}, [null, '5', -1, 0, 1.5, 1_000, 1e12]])('%p has no amounts', (stored) =>
  expect(readAmounts(stored)).toEqual([]),
)

test('the last three custom amounts follow the common ones, newest first', () => {
  expect(quickAmounts()).toEqual([1_000, 2_000, 5_000, 10_000])
  for (const cents of [111, 222, 5_000, 333, 111, 444]) rememberAmount(cents)
  expect(quickAmounts().slice(4)).toEqual([444, 111, 333])
})
