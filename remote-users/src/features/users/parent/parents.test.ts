import { describe, expect, test } from '@jest/globals'
import { aUser } from '@console/shared-kernel/testing/page'
import { isOtherParent } from '../model'
import { PARENT_LEVELS, withViewer } from './ParentPickerDialog'

const viewer = aUser({ userId: 1, userName: 'master', level: 1 })
const ofLevel = (level: number) => aUser({ userId: 10 + level, userName: `level ${level}`, level })
const namesOf = (users: readonly { userName: string }[]) => users.map(({ userName }) => userName)

describe('[PARENT-2] possible parents', () => {
  test('are the users of levels 1 to 5, without the viewer', () => {
    const users = [viewer, ...[7, 999, 5, 3, 6, 0, 2, 4].map(ofLevel)]
    const parents = users.filter((user) => isOtherParent(user, viewer))
    expect(namesOf(parents)).toEqual(['level 5', 'level 3', 'level 2', 'level 4'])
    expect(PARENT_LEVELS).toEqual([1, 2, 3, 4, 5])
  })
})

describe('[PARENT-2] the viewer appears in the results', () => {
  const found = [aUser({ userId: 2, userName: 'bea' })]
  test.each([
    ['', ['master', 'bea']],
    ['BEA', ['bea']],
    ['tu cuenta', ['master', 'bea']],
    ['mast', ['master', 'bea']],
  ])('for %p', (search, expected) => expect(namesOf(withViewer(viewer, found, search))).toEqual(expected))
})
