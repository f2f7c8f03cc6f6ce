import { expect, test } from '@jest/globals'
import { childPath, isWithin, selfAndAncestors, PATH_LENGTHS, subtreeEnd } from './treePath'

const TOP = childPath(null, 1)
const CHILD = childPath(TOP, 35)
const GRANDCHILD = childPath(CHILD, 36)

test('a path lists the ids from the top down, in fixed-width base 36', () =>
  expect([TOP, CHILD, GRANDCHILD]).toEqual(['000001', '000001.00000z', '000001.00000z.000010']))

test('a path names all ancestors', () =>
  expect(selfAndAncestors(GRANDCHILD)).toEqual([
    { id: 1, path: TOP },
    { id: 35, path: CHILD },
    { id: 36, path: GRANDCHILD },
  ]))

test('a path has the documented length at each level', () =>
  expect(PATH_LENGTHS.slice(0, 3)).toEqual([TOP, CHILD, GRANDCHILD].map(({ length }) => length)))

test('the range from a path to the end of its subtree contains exactly that path and its descendants', () => {
  const isBetween = (path: string) => path >= CHILD && path < subtreeEnd(CHILD)
  expect([CHILD, GRANDCHILD, childPath(CHILD, 2_000_000_000)].map(isBetween)).toEqual([true, true, true])
  expect([TOP, childPath(TOP, 34), childPath(TOP, 36)].map(isBetween)).toEqual([false, false, false])
})

test.each([
  [CHILD, CHILD, true],
  [GRANDCHILD, CHILD, true],
  [GRANDCHILD, TOP, true],
  [TOP, CHILD, false],
  [childPath(TOP, 36), CHILD, false],
  [`${CHILD}0`, CHILD, false],
])('%s is within %s: %s', (path, root, expected) => expect(isWithin(path, root)).toBe(expected))
