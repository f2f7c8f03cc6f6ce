import { describe, expect, it } from '@jest/globals'
import { aUser } from '@console/shared-kernel/testing/render'
import { searchIndex } from '@console/shared-kernel/domain/search'
import { otherParents, withViewer } from './model'

const viewer = aUser({ userId: 1, userName: 'master', level: 1 })
const ofLevel = (level: number) => aUser({ userId: 10 + level, userName: `level ${level}`, level })
const namesOf = (users: readonly { userName: string }[]) => users.map(({ userName }) => userName)

describe('[PARENT-2] who may be a parent', () => {
  it('those below level 6, the viewer aside, by rank', () => {
    const users = [7, 999, 5, 3, 6, 0, 2, 4].map(ofLevel)
    expect(namesOf(otherParents([viewer, ...users], viewer))).toEqual([
      'level 2',
      'level 3',
      'level 4',
      'level 5',
    ])
  })

  it('[PARENT-3] nobody else, where all others are Clients and Players', () => {
    expect(otherParents([viewer, ofLevel(6), ofLevel(7)], viewer)).toEqual([])
  })
})

describe('[PARENT-2] finding a parent', () => {
  const others = ['Álvaro', 'bea', 'Beatriz'].map((userName, index) => aUser({ userId: 2 + index, userName }))
  it.each([
    ['', ['master', 'Álvaro', 'bea', 'Beatriz']],
    ['BEA', ['bea', 'Beatriz']],
    ['álv', ['Álvaro']],
    ['tu cuenta', ['master']],
    ['mast', ['master']],
    ['a', ['master', 'Álvaro', 'bea', 'Beatriz']],
    ['zzz', []],
  ])('%p', (search, expected) => {
    const found = searchIndex(others, ({ userName }) => userName)(search)
    expect(namesOf(withViewer(viewer, found, search))).toEqual(expected)
  })
})
