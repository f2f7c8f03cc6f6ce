import { describe, expect, it } from '@jest/globals'
import { centsToWire } from '@console/shared-kernel/contracts'
import { parseAmount } from '@console/shared-kernel/domain'
import { describeChange, isHeld, isLargeChange, pastedAmount, withTyped, type Amount } from './typedAmount'

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

/** What the field keeps of keys that are pressed at its end. */
const typed = (keys: string): Amount =>
  [...keys].reduce<Amount>(
    (amount, key) => withTyped(amount, amount.text + key, [amount.text.length, amount.text.length]),
    { text: '', problem: null },
  )

describe('[VALID-15] [VALID-16] what is typed', () => {
  it.each([
    ['.', '.'],
    ['..', '.'],
    ['0.001', '0.001'],
    ['0.005', '0.005'],
    ['1.005', '1.005'],
    ['1.2.34', '1.234'],
    ['1.234,56', '1.23456'],
    ['10000000', '10000000'],
    ['10000000.00', '10000000.00'],
    ['9999999.991', '9999999.991'],
    ['9007199254740993', '9007199254740993'],
    ['NaN', ''],
    ['Infinity', ''],
    ['null', ''],
    ['true', ''],
    ['[]', ''],
    ['{}', ''],
    ['½', ''],
    ['٥', ''],
    ['e', ''],
  ])('%j leaves %j, which is no amount', (keys, text) => {
    const amount = typed(keys)
    expect(amount.text).toBe(text)
    expect(parseAmount(text)).toBeNull()
    expect(isHeld(amount)).toBe(keys.includes(','))
  })

  it.each([
    ['0', '0'],
    ['0.29', '0.29'],
    ['1,234.56', '1234.56'],
    ['5.', '5'],
    ['.5', '0.5'],
    ['4.35', '4.35'],
    ['007', '7'],
    ['1.10', '1.1'],
    [' 5 ', '5'],
    ['1e2', '12'],
  ])('%j goes out as the number %s', (keys, number) => {
    const amount = typed(keys)
    expect(isHeld(amount)).toBe(false)
    expect(JSON.stringify(centsToWire(parseAmount(amount.text)!))).toBe(number)
  })
})

describe('an amount of which a key was refused', () => {
  const inAll = (text: string) => [0, text.length] as const
  it.each(['1.5.5', '1e5', '1o0', '12 50', '5+0', '12,50'])('may not be what was meant: %s', (keys) =>
    expect(typed(keys).isDoubtful).toBe(true),
  )
  it('stays so until the field is empty, or all of it is replaced', () => {
    const amount = typed('12,50')
    const edited = withTyped(withTyped(amount, '125'), '1250')
    expect([isHeld(edited), edited.isDoubtful]).toEqual([false, true])
    expect(withTyped(amount, '').isDoubtful).toBeUndefined()
    expect(withTyped(amount, '6', inAll(amount.text)).isDoubtful).toBeUndefined()
    expect(withTyped(amount, '60', [0, 3]).isDoubtful).toBe(true)
  })
  it.each(['x', 'x5', '1,234.56', '12.5'])('is certain: %s', (keys) =>
    expect(typed(keys).isDoubtful).toBeUndefined(),
  )
})

describe('[VALID-15] what is pasted', () => {
  // no amount, or one that could be read in two ways
  it.each([
    '-1',
    '1e309',
    '1.234,56',
    '1,234',
    '12,50',
    '5 0',
    '$$5',
    '$1,23.45',
    '$1,234',
    '-0',
    '+1',
    '1e2',
    '5\u00a0€',
    '0x10',
    '1_000',
    "1'000",
  ])('%j is not taken', (text) => expect(pastedAmount(text)).toBeNull())

  it.each([
    ['600', '600'],
    ['$1,234.56', '1234.56'],
    ['600\r\n', '600'],
    ['600\t', '600'],
    [' 5 ', '5'],
    ['$5', '5'],
    ['$1234.56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['.5', '.5'],
    ['1234.56', '1234.56'],
    ['$500.00', '500.00'],
    ['$1,234,567.00', '1234567.00'],
  ])('%j is taken as %j', (text, amount) => expect(pastedAmount(text)).toBe(amount))
})
