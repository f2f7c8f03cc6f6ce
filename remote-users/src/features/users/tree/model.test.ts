import { describe, expect, it } from '@jest/globals'
import { finish } from '@console/shared-kernel/contracts/steps'
import { buildHierarchy } from '@console/shared-kernel/domain/hierarchy'
import { aUser } from '@console/shared-kernel/testing/render'
import { growingTree } from './model'

/** Two branches below the top: a has b and c, c has d; e is alone. */
const MEMBERS: [number, string, number | null][] = [
  [1, 'top', null],
  [2, 'a', 1],
  [3, 'b', 2],
  [4, 'c', 2],
  [5, 'd', 4],
  [6, 'e', 1],
]
const users = MEMBERS.map(([userId, userName, parentUserId]) => aUser({ userId, userName, parentUserId }))
const named = (...names: string[]) => users.filter(({ userName }) => names.includes(userName))

/** Each row as its marks: '-' open, '+' closed, '.' nothing below, '(...)' on the way to somebody found. */
function draw(found: string[] | null, toggled: string[] = [], members = users): string[] {
  const ids = new Set(named(...toggled).map(({ userId }) => userId))
  return finish(growingTree(buildHierarchy(members), found && named(...found), ids)).map(
    ({ user, place, found: isFound }) => {
      const mark = place.expanded === null ? '.' : place.expanded ? '-' : '+'
      const name = isFound ? user.userName : `(${user.userName})`
      return `${' '.repeat(place.level - 1)}${mark}${name} ${place.position}/${place.siblings}`
    },
  )
}

describe('the tree of users', () => {
  it.each<[string, string[] | null, string[], string[]]>([
    ['opens the only one at the top', null, [], ['-top 1/1', ' +a 1/2', ' .e 2/2']],
    [
      'opens what was opened by hand',
      null,
      ['a', 'c'],
      ['-top 1/1', ' -a 1/2', '  .b 1/2', '  -c 2/2', '   .d 1/1', ' .e 2/2'],
    ],
    ['closes what was closed by hand', null, ['top', 'a'], ['+top 1/1']],
    [
      'shows whom a search finds, and the path to them',
      ['d'],
      [],
      ['-(top) 1/1', ' -(a) 1/1', '  -(c) 1/1', '   .d 1/1'],
    ],
    [
      'shows of a branch with somebody found in it these alone',
      ['a', 'b'],
      [],
      ['-(top) 1/1', ' -a 1/1', '  .b 1/1'],
    ],
    ['leaves what is below somebody found closed', ['a'], [], ['-(top) 1/1', ' +a 1/1']],
    [
      'opens somebody found to all that are below',
      ['a'],
      ['a'],
      ['-(top) 1/1', ' -a 1/1', '  .(b) 1/2', '  +(c) 2/2'],
    ],
    ['closes a path by hand', ['d'], ['a'], ['-(top) 1/1', ' +(a) 1/1']],
    ['is empty where nobody is found', [], [], []],
  ])('%s', (_, found, toggled, expected) => expect(draw(found, toggled)).toEqual(expected))

  it('of somebody who is not in it begins with those right below, closed', () =>
    expect(draw(null, [], named('a', 'b', 'c', 'd', 'e'))).toEqual(['+a 1/2', '.e 2/2']))

  it('keeps the order of the list among those below one parent', () =>
    expect(draw(null, ['a'], users.toReversed())).toEqual([
      '-top 1/1',
      ' .e 1/2',
      ' -a 2/2',
      '  +c 1/2',
      '  .b 2/2',
    ]))

  it('stands links that lead nowhere or in a circle', () => {
    const broken = [
      aUser({ userId: 1, userName: 'x', parentUserId: 2 }),
      aUser({ userId: 2, userName: 'y', parentUserId: 1 }),
      aUser({ userId: 3, userName: 'z', parentUserId: 99 }),
    ]
    expect(draw(null, [], broken)).toEqual(['.x 1/3', '.y 2/3', '.z 3/3'])
  })
})
