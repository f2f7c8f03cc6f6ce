import { expect, test } from '@jest/globals'
import { readDate, readInt8 } from './values'

test.each([
  ['0', 0],
  ['-12345', -12345],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
])('the bigint %s is read as a number', (text, value) => expect(readInt8(text)).toBe(value))

test.each(['9007199254740992', '-9007199254740992'])(
  'the bigint %s is rejected, because no number can represent it',
  (text) => expect(() => readInt8(text)).toThrow(new RangeError(`bigint ${text} does not fit in a number`)),
)

test('a date is read as its text', () => expect(readDate('2026-03-29')).toBe('2026-03-29'))
