import { describe, expect, it } from '@jest/globals'
import { describeChange, isHeld, isLargeChange, withTyped, type Amount } from './typedAmount'

describe('a change of credit', () => {
  it.each([
    [50_000, 60_000, '$500.00 -> $600.00 (+$100.00)'],
    [50_000, 0, '$500.00 -> $0.00 (-$500.00)'],
    [123_456, 123_456, '$1,234.56 -> $1,234.56 (no change)'],
  ])('from %d to %d cents is shown as %s', (before, after, text) =>
    expect(describeChange(before, after)).toBe(text),
  )

  it.each([
    [50_000, 499_999, false],
    [50_000, 500_000, true],
    [2_000_000, 3_000_000, false],
    [2_000_000, 3_000_001, true],
    [2_000_000, 999_999, true],
    [0, 1_000_000, false],
    [0, 1_000_001, true],
    [50_000, 0, false],
  ])('from %d to %d cents is large: %s', (before, after, isLarge) =>
    expect(isLargeChange(before, after)).toBe(isLarge),
  )
})

describe.each(['comma', 'minus'] as const)('after a refused %s', (problem) => {
  const after = (text: string): Amount => ({ text, problem })
  it.each([
    ['12', '125', true],
    ['12', '512', true],
    ['12', '12.', false],
    ['12', '1', false],
    ['12', '600', false],
    ['', '5', true],
  ])('%j edited to %j blocks Save: %s', (before, next, held) =>
    expect(isHeld(withTyped(after(before), next))).toBe(held),
  )
  it.each([
    ['701', [0, 3], '5', true],
    ['701', [0, 3], '.', false],
    ['701', [1, 2], '751', true],
    ['701', [3, 3], '5', false],
  ] as const)('%j, of which %j was selected, edited to %j blocks Save: %s', (before, selection, next, held) =>
    expect(isHeld(withTyped({ ...after(before), selection }, next))).toBe(held),
  )
})
