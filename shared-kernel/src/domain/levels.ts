/** The seven levels of the operators' tree, from the top down. */
export const LEVELS = [1, 2, 3, 4, 5, 6, 7] as const
export type Level = (typeof LEVELS)[number]

/** A user whose level is missing counts as lower than everybody. */
export const MISSING_LEVEL = 999

const LEVEL_NAMES: Record<Level, string> = {
  1: 'Master',
  2: 'Administrator',
  3: 'Sub-Administrator',
  4: 'Distributor',
  5: 'Sub-Distributor',
  6: 'Client',
  7: 'Player',
}

export const isLevel = (level: number): level is Level => level in LEVEL_NAMES

export const levelName = (level: number): string => (isLevel(level) ? LEVEL_NAMES[level] : 'Unknown')

/** Managers are those who may have users below them. */
export const isManager = (level: number): boolean => level >= 1 && level <= 5

/**
 * The levels a user of `parentLevel` may create. Only under a Sub-Distributor is there a choice;
 * parents of any other level, unknown ones included, give a Client.
 */
export function childLevels(parentLevel: number): readonly [Level, ...Level[]] {
  if (parentLevel === 5) return [6, 7]
  if (parentLevel >= 1 && parentLevel <= 4) return [(parentLevel + 1) as Level]
  return [6]
}
