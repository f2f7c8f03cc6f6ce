import { expect, test } from '@jest/globals'
import { childPath, isWithin, selfAndAncestors, PATH_LENGTHS, subtreeEnd } from './treePath'

const TOP = childPath(null, 1)
const CHILD = childPath(TOP, 35)
const GRANDCHILD = childPath(CHILD, 36)

test('a path has the ids from the top down, in base 36 with a fixed width', () =>
  expect([TOP, CHILD, GRANDCHILD]).toEqual(['000001', '000001.00000z', '000001.00000z.000010']))

test('a path names everyone above', () =>
  expect(selfAndAncestors(GRANDCHILD)).toEqual([
    { id: 1, path: TOP },
    { id: 35, path: CHILD },
    { id: 36, path: GRANDCHILD },
  ]))

test('a path has the documented length at each level', () =>
  expect(PATH_LENGTHS.slice(0, 3)).toEqual([TOP, CHILD, GRANDCHILD].map(({ length }) => length)))

test('exactly the paths below a path lie between it and the end of its subtree', () => {
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
])('whether %s lies within %s is %s', (path, root, expected) => expect(isWithin(path, root)).toBe(expected))
