import { expect, test } from '@jest/globals'
import { matcher } from '@console/shared-kernel/rules'
import fc from 'fast-check'
import { searchPattern } from './searchPattern'

/** Searches as PostgreSQL does: with a case-sensitive pattern that spells out all forms of each letter. */
const finds = (search: string, text: string): boolean =>
  new RegExp(searchPattern(search)).test(text.normalize('NFC'))

test.each(['', ' ', ' \t'])('a search for %j has no pattern', (search) =>
  expect(searchPattern(search)).toBe(''),
)

test.each([
  ['ana', 'ANA'],
  ['ANA', 'ana'],
  [' ana ', 'Mariana'],
  ['garcia', 'García'],
  ['garcia', 'garci\u0301a'],
  ['García', 'GARCÍA'],
  ['garci\u0301a', 'García'],
  ['a b', 'a b'],
  ['x', 'x\u0301'],
  ['xy', 'x\u0301y'],
  ['ΟΔΟΣ', 'οδος'],
  ['οδος', 'ΟΔΟΣ'],
  ['йод', 'ЙОД'],
  ['100%', '100%'],
  ['(a.b)*[c]', 'x (A.B)*[C] x'],
  ['a-b~c', 'A-B~C'],
  ['/x@y`z{}', '/X@Y`Z{}'],
  ['a:b;c', 'A:B;C'],
])('%j finds %j', (search, text) => expect(finds(search, text)).toBe(true))

test.each([
  ['garcía', 'Garcia'],
  ['a.b', 'axb'],
  ['a*', 'aa'],
  ['(a)', 'a'],
  ['[ab]', 'a'],
  ['ana', 'an a'],
  ['n', 'm'],
  ['é', 'e'],
])('%j does not find %j', (search, text) => expect(finds(search, text)).toBe(false))

test('a pattern finds what the search in the console finds', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aAáÁbBñÑe\u0301 .*+?()[]{}^$|\\/-%_@'), maxLength: 6 })
  fc.assert(
    fc.property(text, text, (search, other) => {
      fc.pre(search.trim() !== '')
      expect(finds(search, other)).toBe(matcher(search)(other))
    }),
  )
})
