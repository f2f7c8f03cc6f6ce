import { describe, expect, test } from '@jest/globals'
import { centsToWire } from '@console/shared-kernel/contracts'
import { parseAmount } from '@console/shared-kernel/domain'
import { isHeld, pastedAmount, rejectedPaste, withTyped, type Amount } from './AmountField'

describe.each(['comma', 'minus'] as const)('after a rejected %s', (problem) => {
  const after = (text: string): Amount => ({ text, problem, rejectedAt: text.length })
  test.each([
    ['12', '125', true],
    ['12', '512', true],
    ['12', '12.', false],
    ['12', '1', false],
    ['12', '600', false],
    ['', '5', true],
  ])('%j edited to %j blocks Save: %s', (before, next, held) =>
    expect(isHeld(withTyped(after(before), next))).toBe(held),
  )
  test.each([
    ['701', [0, 3], '5', true],
    ['701', [0, 3], '.', false],
    ['701', [1, 2], '751', true],
    ['701', [3, 3], '5', false],
  ] as const)('%j with the selection %j, edited to %j, blocks Save: %s', (before, selection, next, held) =>
    expect(isHeld(withTyped({ ...after(before), selection }, next))).toBe(held),
  )
})

/** The amount after typing `keys` over the field's initial text, which is all selected. */
function typed(keys: string, atFirst = ''): Amount {
  let amount: Amount = { text: atFirst, problem: null }
  let isMarked = true
  for (const key of keys) {
    const { text } = amount
    const next = (isMarked ? '' : text) + key
    amount = withTyped(amount, next, [isMarked ? 0 : text.length, text.length])
    if (amount.text === next) isMarked = false
  }
  return amount
}

describe('[VALID-15] [VALID-16] what is typed', () => {
  test.each([
    ['.', '.'],
    ['..', '.'],
    ['0.001', '0.001'],
    ['0.005', '0.005'],
    ['1.005', '1.005'],
    ['1000.500', '1000.500'],
    ['0.050', '0.050'],
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
  ])('%j leaves %j, which is not an amount', (keys, text) => {
    const amount = typed(keys)
    expect(amount.text).toBe(text)
    expect(parseAmount(text)).toBeNull()
    expect(isHeld(amount)).toBe(keys.includes(','))
  })

  test.each([
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
  ])('%j is sent as the number %s', (keys, number) => {
    const amount = typed(keys)
    expect(isHeld(amount)).toBe(false)
    expect(JSON.stringify(centsToWire(parseAmount(amount.text)!))).toBe(number)
  })
})

describe.each(['', '1234.50'])('an amount typed over %j', (atFirst) => {
  test.each([
    '1.5.5',
    '1e5',
    '1o0',
    '12 50',
    '5+0',
    '12,50',
    'x5',
    '+50',
    '-50',
    ',50',
    '1,5.5',
    '12,50.5',
    '1,23.45',
  ])('may not be what was meant: %s', (keys) => expect(typed(keys, atFirst).isDoubtful).toBe(true))
  test.each(['600', '12.5', '$600', ' 600', '1,234.56', '1,234,567.00'])('is certain: %s', (keys) =>
    expect(typed(keys, atFirst)).not.toHaveProperty('isDoubtful'),
  )
})

describe('an amount that may not be what was meant', () => {
  const doubtful = typed('12,50')
  test('stays doubtful after a correction, and after a rejected paste', () => {
    const edited = withTyped(withTyped(doubtful, '125'), '1250')
    expect([isHeld(edited), edited.isDoubtful]).toEqual([false, true])
    expect(withTyped(rejectedPaste(doubtful), '12505').isDoubtful).toBe(true)
    expect(withTyped(doubtful, '60', [0, 3]).isDoubtful).toBe(true)
  })
  test('is certain once the field has been emptied or completely replaced', () => {
    const edited = withTyped(doubtful, '125')
    expect(withTyped(edited, '')).not.toHaveProperty('isDoubtful')
    expect(withTyped(edited, '6', [0, 3])).not.toHaveProperty('isDoubtful')
    expect(withTyped(typed('600x'), '5', [0, 3])).toEqual({ text: '5', problem: null })
  })
})

describe('[VALID-15] what is pasted', () => {
  // not an amount, or an ambiguous one
  test.each([
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
    '1.234',
    '1000.500',
    '.100',
  ])('%j is rejected', (text) => expect(pastedAmount(text)).toBeNull())

  test.each([
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
  ])('%j is accepted as %j', (text, amount) => expect(pastedAmount(text)).toBe(amount))
})
