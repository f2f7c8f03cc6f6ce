import { describe, expect, it } from '@jest/globals'
import { describeChange, isHeld, isLargeChange, withTyped, type Amount } from './amount'

describe('a change of credit', () => {
  it.each([
    [50_000, 60_000, '$500.00 -> $600.00 (+$100.00)'],
    [50_000, 0, '$500.00 -> $0.00 (-$500.00)'],
    [123_456, 123_456, '$1,234.56 -> $1,234.56 (no change)'],
  ])('from %d to %d cents reads %s', (before, after, text) =>
    expect(describeChange(before, after)).toBe(text),
  )

  it.each([
    [50_000, 500_000, false],
    [50_000, 500_001, true],
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

describe('after a comma that was not taken', () => {
  const after = (text: string): Amount => ({ text, problem: 'comma' })
  it.each([
    ['12', '125', true],
    ['12', '512', true],
    ['12', '12.', false],
    ['12', '1', false],
    ['12', '600', false],
    ['', '5', true],
  ])('%j edited to %j is held: %s', (before, next, held) =>
    expect(isHeld(withTyped(after(before), next))).toBe(held),
  )
})
