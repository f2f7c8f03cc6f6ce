/** The seven levels of the operators' tree, from the top down. */
export const LEVELS = [1, 2, 3, 4, 5, 6, 7] as const
export type Level = (typeof LEVELS)[number]

/** A user whose level is missing counts as lower than everybody. */
export { MISSING_LEVEL } from '../contracts/wire'

/** The level a new user gets where nothing says otherwise. */
export const DEFAULT_NEW_USER_LEVEL: Level = 6

const LEVEL_NAMES: Record<Level, string> = {
  1: 'Master',
  2: 'Administrator',
  3: 'Sub-Administrator',
  4: 'Distributor',
  5: 'Sub-Distributor',
  6: 'Client',
  7: 'Player',
}

export type LevelColour = 'red' | 'purple' | 'blue' | 'lightBlue' | 'orange' | 'green' | 'grey'

/** The colour of a level; the theme says what each looks like in light and dark. */
export const LEVEL_COLOURS: Readonly<Record<Level, LevelColour>> = {
  1: 'red',
  2: 'purple',
  3: 'blue',
  4: 'lightBlue',
  5: 'orange',
  6: 'green',
  7: 'grey',
}

export const isLevel = (level: number): level is Level => LEVELS.some((known) => known === level)

export const levelName = (level: number): string => (isLevel(level) ? LEVEL_NAMES[level] : 'Unknown')

/** Unknown levels are drawn like the lowest one. */
export const levelColour = (level: number): LevelColour => (isLevel(level) ? LEVEL_COLOURS[level] : 'grey')

/** Managers are those who may have users below them. */
export const isManager = (level: number): boolean => isLevel(level) && level <= 5

/**
 * The levels a user of `parentLevel` may create. Only under a Sub-Distributor is there a choice;
 * parents of any other level, unknown ones included, give a Client.
 */
export function childLevels(parentLevel: number): readonly [Level, ...Level[]] {
  if (parentLevel === 5) return [6, 7]
  const next = parentLevel + 1
  return [isManager(parentLevel) && isLevel(next) ? next : DEFAULT_NEW_USER_LEVEL]
}
