import { describe, expect, test } from '@jest/globals'
import {
  childLevels,
  isLevel,
  isManager,
  LEVEL_COLOURS,
  levelColour,
  levelName,
  LEVELS,
  MISSING_LEVEL,
  type Level,
} from './levels'

const none = [0, -1, 8, 1.5, NaN, MISSING_LEVEL]

describe('levels', () => {
  test.each<{ level: Level; name: string; colour: string }>([
    { level: 1, name: 'Master', colour: 'red' },
    { level: 2, name: 'Administrator', colour: 'purple' },
    { level: 3, name: 'Sub-Administrator', colour: 'blue' },
    { level: 4, name: 'Distributor', colour: 'lightBlue' },
    { level: 5, name: 'Sub-Distributor', colour: 'orange' },
    { level: 6, name: 'Client', colour: 'green' },
    { level: 7, name: 'Player', colour: 'grey' },
  ])('[ROLE-1] [CONST-2] level $level is $name, $colour', ({ level, name, colour }) => {
    expect(levelName(level)).toBe(name)
    expect(LEVEL_COLOURS[level]).toBe(colour)
    expect(levelColour(level)).toBe(colour)
  })

  test.each(none)('[PRODUCT-4] [CONST-2] %p is Unknown, and not a manager', (level) => {
    expect(isLevel(level)).toBe(false)
    expect(levelName(level)).toBe('Unknown')
    expect(levelColour(level)).toBe('grey')
    expect(isManager(level)).toBe(false)
  })

  test('[CONST-2] levels 1 to 5 are managers', () => {
    expect(LEVELS.filter(isManager)).toEqual([1, 2, 3, 4, 5])
  })

  test.each<[number, readonly Level[]]>([
    [1, [2]],
    [2, [3]],
    [3, [4]],
    [4, [5]],
    [5, [6, 7]],
    [6, [6]],
    [7, [6]],
    ...none.map((level): [number, readonly Level[]] => [level, [6]]),
  ])('[STATE-13] [ROLE-5] the child levels of level %p are %p', (level, expected) =>
    expect(childLevels(level)).toEqual(expected),
  )
})
