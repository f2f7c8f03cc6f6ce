export const LEVELS = [1, 2, 3, 4, 5, 6, 7] as const
export type Level = (typeof LEVELS)[number]

export { MISSING_LEVEL } from '../contracts/wireReaders'

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

/** 'Unknown' for a level outside 1 to 7, such as that of a user whose level is missing. */
export const levelName = (level: number): string => (isLevel(level) ? LEVEL_NAMES[level] : 'Unknown')

/** Unknown levels look like the lowest one. */
export const levelColour = (level: number): LevelColour => (isLevel(level) ? LEVEL_COLOURS[level] : 'grey')

/** Whether users of this level can have users created below them. */
export const isManager = (level: number): boolean => isLevel(level) && level <= 5

/** Clients and Players: they have machines. On other servers, Clients may have Players below them. */
export const isEndUser = (level: number): boolean => level === 6 || level === 7

/** The levels a user of `parentLevel` may create. Unknown levels give a Client. */
export function childLevels(parentLevel: number): readonly [Level, ...Level[]] {
  if (parentLevel === 5) return [6, 7]
  const next = parentLevel + 1
  return [isManager(parentLevel) && isLevel(next) ? next : DEFAULT_NEW_USER_LEVEL]
}
