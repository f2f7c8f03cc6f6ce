import { expect, test } from '@jest/globals'
import { differences, isUnchanged } from './differences'

test.each<[string, object, object, object, object]>([
  ['nothing', { a: 1, b: { c: [1] } }, { a: 1, b: { c: [1] } }, {}, {}],
  ['a field', { a: 1, b: 2 }, { a: 1, b: 3 }, { b: 2 }, { b: 3 }],
  ['a field that is new', { a: 1 }, { a: 1, b: 2 }, { b: undefined }, { b: 2 }],
  ['a field that is gone', { a: 1, b: 2 }, { a: 1 }, { b: 2 }, { b: undefined }],
  ['a nested field', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { c: 2 } }, { a: { c: 3 } }],
  ['a list', { a: [1, 2, 3] }, { a: [3, 4, 1] }, { a: { removed: [2] } }, { a: { added: [4] } }],
  ['another order', { a: [1, 2] }, { a: [2, 1] }, {}, {}],
  ['a duplicate', { a: [1, 2] }, { a: [1, 2, 2] }, {}, {}],
  ['a duplicate that is gone', { a: [1, 1], b: 1 }, { a: [1], b: 2 }, { b: 1 }, { b: 2 }],
  ['an item twice', { a: [1] }, { a: [1, 2, 2] }, { a: { removed: [] } }, { a: { added: [2] } }],
  ['another order in nested fields', { a: { b: [1, 2] } }, { a: { b: [2, 1] } }, {}, {}],
  ['a list that was null', { a: null }, { a: [1] }, { a: null }, { a: [1] }],
  ['a list that is null', { a: [1] }, { a: null }, { a: [1] }, { a: null }],
  ['a list that was fields', { a: { b: 1 } }, { a: [1] }, { a: { b: 1 } }, { a: [1] }],
  ['fields that were null', { a: null }, { a: { b: 1 } }, { a: null }, { a: { b: 1 } }],
  ['fields that are null', { a: { b: 1 } }, { a: null }, { a: { b: 1 } }, { a: null }],
  ['fields that were a text', { a: 'x' }, { a: { b: 1 } }, { a: 'x' }, { a: { b: 1 } }],
  ['fields that are a text', { a: { b: 1 } }, { a: 'x' }, { a: { b: 1 } }, { a: 'x' }],
])('of %s', (_, one, other, before, after) => expect(differences(one, other)).toEqual({ before, after }))

test.each([
  [{ before: {}, after: {} }, true],
  [{ before: { a: 1 }, after: {} }, false],
  [{ before: {}, after: { a: 1 } }, false],
])('whether %j is unchanged is %s', (difference, expected) => expect(isUnchanged(difference)).toBe(expected))
