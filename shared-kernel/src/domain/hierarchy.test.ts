import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { buildHierarchy } from './hierarchy'

const user = (userId: number, parentUserId: number | null = null) => ({ userId, parentUserId })
const ids = (users: readonly { userId: number }[]) => users.map(({ userId }) => userId)

describe('a well-formed tree', () => {
  // 1 -> 2 -> (4, 5 -> 6), 1 -> 3; children may come before their parents
  const tree = buildHierarchy([user(6, 5), user(1), user(2, 1), user(3, 1), user(4, 2), user(5, 2)])

  it('answers every question', () => {
    expect(ids(tree.roots)).toEqual([1])
    expect(ids(tree.childrenOf(1))).toEqual([2, 3])
    expect(ids(tree.ancestorsOf(6))).toEqual([5, 2, 1])
    expect(ids(tree.pathTo(6))).toEqual([1, 2, 5, 6])
    expect(ids(tree.descendantsOf(1))).toEqual([2, 4, 5, 6, 3])
    expect(tree.parentOf(6)).toEqual(user(5, 2))
    expect(tree.byId.get(4)).toEqual(user(4, 2))
  })

  it.each([
    [6, 1, true],
    [6, 5, true],
    [1, 6, false],
    [6, 6, false],
    [6, 3, false],
    [9, 1, false],
    [6, 9, false],
  ])('%p below %p: %p', (id, ancestorId, expected) => expect(tree.isBelow(id, ancestorId)).toBe(expected))

  it('unknown ids have nothing', () => {
    expect([tree.childrenOf(9), tree.ancestorsOf(9), tree.descendantsOf(9), tree.pathTo(9)]).toEqual([
      [],
      [],
      [],
      [],
    ])
    expect(tree.parentOf(9)).toBeNull()
  })
})

describe('bad links', () => {
  it.each([
    ['dangling', [user(1, 99), user(2, 1)], [1]],
    ['to oneself', [user(1, 1), user(2, 1)], [1]],
    ['in a pair', [user(1, 2), user(2, 1), user(3, 2)], [1, 2]],
    ['in a ring with a tail', [user(4, 3), user(1, 3), user(2, 1), user(3, 2)], [1, 2, 3]],
    ['two rings', [user(1, 2), user(2, 1), user(3, 4), user(4, 3)], [1, 2, 3, 4]],
  ])('%s count as none', (_, users, roots) => expect(ids(buildHierarchy(users).roots)).toEqual(roots))

  it('leave the tail of a ring under its member', () => {
    expect(ids(buildHierarchy([user(4, 3), user(1, 3), user(2, 1), user(3, 2)]).pathTo(4))).toEqual([3, 4])
  })

  it('of two users with one id the first stays', () => {
    const tree = buildHierarchy([user(1), user(2, 1), user(2, 3), user(3)])
    expect(ids(tree.pathTo(2))).toEqual([1, 2])
    expect(ids(tree.childrenOf(3))).toEqual([])
  })
})

describe('any links at all', () => {
  const anyUsers = fc
    .array(fc.record({ userId: fc.nat(20), parentUserId: fc.option(fc.nat(25)) }), { maxLength: 30 })
    .map((users) => ({ users, tree: buildHierarchy(users) }))

  it('make a forest that holds everybody once', () => {
    fc.assert(
      fc.property(anyUsers, ({ users, tree }) => {
        const all = tree.roots.flatMap((root) => [root, ...tree.descendantsOf(root.userId)])
        expect(ids(all).sort()).toEqual([...new Set(ids(users))].sort())
      }),
    )
  })

  it('agree in all directions', () => {
    fc.assert(
      fc.property(anyUsers, fc.nat(20), fc.nat(20), ({ tree }, a, b) => {
        const below = tree.isBelow(a, b)
        expect(below).toBe(ids(tree.ancestorsOf(a)).includes(b))
        expect(below).toBe(ids(tree.descendantsOf(b)).includes(a))
        expect(below && tree.isBelow(b, a)).toBe(false)
        expect(below).toBe(a !== b && ids(tree.pathTo(a)).includes(b))
      }),
    )
  })

  it('keep every link that is sound', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 50 }), (seeds) => {
        const users = seeds.map((seed, index) => user(index, index === 0 ? null : seed % index))
        const tree = buildHierarchy(users)
        for (const { userId, parentUserId } of users)
          expect(tree.parentOf(userId)?.userId ?? null).toBe(parentUserId)
      }),
    )
  })
})

describe('100,000 users', () => {
  const N = 100_000
  it.each([
    ['as a tree', (id: number) => (id === 0 ? null : Math.floor(id / 10))],
    ['as one chain', (id: number) => (id === 0 ? null : id - 1)],
    ['as one ring', (id: number) => (id + 1) % N],
  ])('%s are built and walked', (_, parentOf) => {
    const users = Array.from({ length: N }, (_, id) => user(id, parentOf(id)))
    const tree = buildHierarchy(users)
    const reached = tree.roots.reduce((sum, root) => sum + 1 + tree.descendantsOf(root.userId).length, 0)
    tree.pathTo(N - 1)
    expect(reached).toBe(N)
  })
})
