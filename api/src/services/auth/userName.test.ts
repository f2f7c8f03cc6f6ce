import { expect, test } from '@jest/globals'
import { foldName, nameKey } from './userName'

test.each([
  ['Ana', 'aNA'],
  ['Straße', 'STRASSE'],
  ['STRAẞE', 'strasse'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ['ﬁn', 'FIN'],
  ['Ａｎａ', 'ana'],
  ['é', 'e\u0301'],
  ['ſ', 's'],
  ['a\0b', 'A\u0007B'],
])('%j and %j are the same name', (one, other) => expect(foldName(one)).toBe(foldName(other)))

test.each([
  ['ana', 'añа'],
  ['Ana', 'Áná'],
  ['ab', 'a\0b'],
])('%j and %j are different names', (one, other) => expect(foldName(one)).not.toBe(foldName(other)))

test.each([
  ['Ana', 'aNA', true],
  ['Ａｎａ', 'ana', true],
  ['Straße', 'STRASSE', false],
  ['a\0b', 'a\u0001b', true],
])('%j and %j have the same key in the older form: %s', (one, other, isSame) =>
  expect(nameKey(one) === nameKey(other)).toBe(isSame),
)

test('neither form contains control characters, because PostgreSQL rejects NUL', () =>
  expect([foldName('a\0b'), nameKey('a\0b')]).toEqual(['a\uFFFDb', 'a\uFFFDb']))
