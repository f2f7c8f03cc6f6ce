import { describe, expect, test } from '@jest/globals'
import { describeChange, isLargeChange, largeChange } from './creditDifference'

describe('a credit change', () => {
  test.each([
    [50_000, 60_000, '$500.00 → $600.00 (+$100.00)'],
    [50_000, 0, '$500.00 → $0.00 (-$500.00)'],
    [123_456, 123_456, '$1,234.56 → $1,234.56 (no change)'],
  ])('from %d to %d cents is shown as %s', (before, after, text) =>
    expect(describeChange(before, after)).toBe(text),
  )

  test.each([
    [50_000, 499_999, false],
    [50_000, 500_000, true],
    [2_000_000, 3_000_000, false],
    [2_000_000, 3_000_001, true],
    [2_000_000, 999_999, true],
    [0, 1_000_000, false],
    [0, 1_000_001, true],
    [50_000, 0, true],
    [101_530, 500, true],
    [50_000, 5_000, true],
    [50_000, 5_001, false],
    [0, 0, false],
  ])('from %d to %d cents is large: %s', (before, after, isLarge) =>
    expect(isLargeChange(before, after)).toBe(isLarge),
  )
})

test('the prompt about a large change shows the machine count with thousands separators', () => {
  const change = { fromCents: 100, toCents: 5_000 }
  expect(largeChange(Array.from({ length: 50_000 }, () => change))).toMatch(
    /^The credit of 50,000 machines changes by \+\$2,450,000\.00 in all\. 50,000 of them /,
  )
})
