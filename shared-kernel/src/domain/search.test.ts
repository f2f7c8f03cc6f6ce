import { describe, expect, test } from '@jest/globals'
import { matcher } from './search'

describe('a search', () => {
  test.each([
    ['', true],
    ['   ', true],
    ['ana', true],
    [' GARCÍA ', true],
    ['garci\u0301a', true],
    ['garcia', true],
    ['garcìa', false],
    ['.*', false],
    ['nobody', false],
  ])('for %p finds Ana.García: %p', (query, expected) => expect(matcher(query)('Ana.García')).toBe(expected))

  test('covers any number of texts', () => {
    expect(matcher('b')('a', null, 'ABC')).toBe(true)
    expect(matcher('x')('a', null, 'ABC')).toBe(false)
    expect(matcher('x')()).toBe(false)
    expect(matcher('')(null)).toBe(true)
  })
})
