import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { placeAt } from '../domain/packedTreeRow'
import { UserTree } from './userTree'

interface Member {
  userId: number
  parentUserId: number | null
}
const member = (userId: number, parentUserId: number | null = null): Member => ({ userId, parentUserId })

/** Two branches below the top: 2 has 3 and 4, 4 has 5; 6 has none. */
const MEMBERS = [member(1), member(2, 1), member(3, 2), member(4, 2), member(5, 4), member(6, 1)]

const ALL = { toggled: new Set<number>(), top: null }

/** Draws each row with its marks: '-' open, '+' closed, '.' nothing below, '(...)' on the way to a match. */
function draw(
  found: number[] | null,
  toggled: number[] = [],
  members = MEMBERS,
  top: number | null = null,
): string[] {
  const mask = found && Uint8Array.from(members, ({ userId }) => Number(found.includes(userId)))
  const order = Uint32Array.from(members.keys())
  const { indexes, places } = new UserTree(members).rows(order, mask, { toggled: new Set(toggled), top })
  return [...indexes].map((index, row) => {
    const { place, found: isFound } = placeAt(places, row)
    const mark = place.expanded === null ? '.' : place.expanded ? '-' : '+'
    const { userId } = members[index]!
    const name = isFound ? userId : `(${userId})`
    return `${' '.repeat(place.level - 1)}${mark}${name} ${place.position}/${place.siblings}`
  })
}

describe('the rows of the tree', () => {
  test.each<{ title: string; found: number[] | null; toggled: number[]; expected: string[] }>([
    {
      title: 'open the only row at the top',
      found: null,
      toggled: [],
      expected: ['-1 1/1', ' +2 1/2', ' .6 2/2'],
    },
    {
      title: 'open what was opened by hand',
      found: null,
      toggled: [2, 4],
      expected: ['-1 1/1', ' -2 1/2', '  .3 1/2', '  -4 2/2', '   .5 1/1', ' .6 2/2'],
    },
    { title: 'close what was closed by hand', found: null, toggled: [1, 2], expected: ['+1 1/1'] },
    {
      title: 'show what a search finds, and the path to it',
      found: [5],
      toggled: [],
      expected: ['-(1) 1/1', ' -(2) 1/1', '  -(4) 1/1', '   .5 1/1'],
    },
    {
      title: 'show only the matches of a branch that contains some',
      found: [2, 3],
      toggled: [],
      expected: ['-(1) 1/1', ' -2 1/1', '  .3 1/1'],
    },
    {
      title: 'show a matching row closed, without what is below it',
      found: [2],
      toggled: [],
      expected: ['-(1) 1/1', ' +2 1/1'],
    },
    {
      title: 'show all users below a matching row once it is opened',
      found: [2],
      toggled: [2],
      expected: ['-(1) 1/1', ' -2 1/1', '  .(3) 1/2', '  +(4) 2/2'],
    },
    { title: 'close a path by hand', found: [5], toggled: [2], expected: ['-(1) 1/1', ' +(2) 1/1'] },
    { title: 'are an empty list if nothing is found', found: [], toggled: [], expected: [] },
    {
      title: 'ignore branches that do not exist',
      found: null,
      toggled: [99],
      expected: ['-1 1/1', ' +2 1/2', ' .6 2/2'],
    },
  ])('$title', ({ found, toggled, expected }) => expect(draw(found, toggled)).toEqual(expected))

  test('start with the users directly below, closed, if the viewer is not in the list', () =>
    expect(draw(null, [], MEMBERS.slice(1))).toEqual(['+2 1/2', '.6 2/2']))

  test.each<{ title: string; top: number; found: number[] | null; expected: string[] }>([
    {
      title: 'of one branch have only its user at the top, open',
      top: 4,
      found: null,
      expected: ['-4 1/1', ' .5 1/1'],
    },
    {
      title: 'of a branch show what a search finds in it',
      top: 2,
      found: [5, 6],
      expected: ['-(2) 1/1', ' -(4) 1/1', '  .5 1/1'],
    },
    { title: 'of a branch without matches are an empty list', top: 4, found: [6], expected: [] },
    { title: 'of a branch that does not exist are an empty list', top: 99, found: null, expected: [] },
  ])('$title', ({ top, found, expected }) => expect(draw(found, [], MEMBERS, top)).toEqual(expected))

  test('have the number of users below each row, shown or not', () => {
    const order = Uint32Array.from(MEMBERS.keys())
    const { below } = new UserTree(MEMBERS).rows(order, null, { toggled: new Set([2]), top: null })
    expect([...below]).toEqual([5, 3, 0, 1, 0])
  })

  test('keep the given order among siblings', () =>
    expect(draw(null, [2], MEMBERS.toReversed())).toEqual([
      '-1 1/1',
      ' .6 1/2',
      ' -2 2/2',
      '  +4 1/2',
      '  .3 2/2',
    ]))
})

describe('faulty links', () => {
  test.each<[string, Member[], number[]]>([
    ['dangling', [member(1, 99), member(2, 1)], [1]],
    ['to itself', [member(1, 1), member(2, 1)], [1]],
    ['in a pair', [member(1, 2), member(2, 1), member(3, 2)], [1, 2]],
    ['in a ring with a tail', [member(4, 3), member(1, 3), member(2, 1), member(3, 2)], [1, 2, 3]],
    ['two rings', [member(1, 2), member(2, 1), member(3, 4), member(4, 3)], [1, 2, 3, 4]],
  ])('are ignored: %s', (_, members, roots) => {
    const all = draw(null, [], members)
    expect(all.filter((row) => !row.startsWith(' '))).toHaveLength(roots.length)
    for (const root of roots) expect(all.join('\n')).toMatch(new RegExp(`^[-+.]${root} `, 'm'))
  })
})

describe('any links', () => {
  const anyMembers = fc.uniqueArray(fc.record({ userId: fc.nat(20), parentUserId: fc.option(fc.nat(25)) }), {
    maxLength: 21,
    selector: ({ userId }) => userId,
  })
  /** By definition, users are below `top` if their links lead up to it without a cycle. */
  function isBelow(members: Member[], id: number, top: number): boolean {
    const parentOf = new Map(members.map(({ userId, parentUserId }) => [userId, parentUserId]))
    const isCircular = (start: number) => {
      let at = parentOf.get(start) ?? null
      for (let step = 0; at !== null && step < members.length; step += 1) {
        if (at === start) return true
        at = parentOf.get(at) ?? null
      }
      return false
    }
    let at: number | null = id
    while (at !== null && !isCircular(at)) {
      at = parentOf.get(at) ?? null
      if (at === top) return parentOf.has(top)
    }
    return false
  }

  test('form a forest that shows every user once when fully opened', () =>
    fc.assert(
      fc.property(anyMembers, (members) => {
        const order = Uint32Array.from(members.keys())
        const tree = new UserTree(members)
        const first = tree.rows(order, null, ALL)
        const open = new Set(
          [...first.indexes].flatMap((index, row) =>
            placeAt(first.places, row).place.expanded === true ? [members[index]!.userId] : [],
          ),
        )
        const others = members.map(({ userId }) => userId).filter((id) => !open.has(id))
        const { indexes } = tree.rows(order, null, { toggled: new Set(others), top: null })
        expect([...indexes].sort((a, b) => a - b)).toEqual([...order])
      }),
    ))

  test('a branch contains a user and exactly the users below, at consecutive positions', () =>
    fc.assert(
      fc.property(anyMembers, fc.nat(20), (members, top) => {
        const positions = [...new UserTree(members).branchOf(top)]
        members.forEach(({ userId }, index) => {
          const expected = userId === top || isBelow(members, userId, top)
          expect([userId, positions[index]! >= 0]).toEqual([userId, expected])
        })
        const order = Uint32Array.from(members.keys())
        const { below } = new UserTree(members).rows(order, null, { toggled: new Set(), top })
        if (below!.length > 0) expect(below![0]).toBe(positions.filter((position) => position > 0).length)
        const inside = positions.filter((position) => position >= 0).sort((a, b) => a - b)
        expect(inside).toEqual([...inside.keys()])
      }),
    ))
})

describe('100,000 users', () => {
  const N = 100_000
  test.each([
    ['as a tree', (id: number) => (id === 0 ? null : Math.floor(id / 10)), N],
    ['as one chain', (id: number) => (id === 0 ? null : id - 1), N],
    ['as one ring', (id: number) => (id + 1) % N, 1],
  ])('%s can be walked', (_, parentOf, size) => {
    const users = Array.from({ length: N }, (_, id) => member(id, parentOf(id)))
    const tree = new UserTree(users)
    expect(tree.branchOf(0).filter((position) => position >= 0)).toHaveLength(size)
    expect(tree.rows(Uint32Array.from(users.keys()), null, ALL).indexes.length).toBeGreaterThan(0)
  })
})
