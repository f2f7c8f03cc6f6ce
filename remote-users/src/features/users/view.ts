import type { User } from '@console/shared-kernel/contracts'
import type { UserFilter } from '@console/shared-kernel/core'
import { levelName, seesEverything } from '@console/shared-kernel/rules'
import { choicePart, idPart, misreadPart, sortPart, textPart } from '@console/shared-kernel/table'

export type View = 'list' | 'tree'

const LEVEL_CHOICES = ['', '1', '2', '3', '4', '5', '6', '7'] as const
export type LevelChoice = (typeof LEVEL_CHOICES)[number]
type StatusChoice = '' | 'active' | 'blocked'

/** '' and null mean no filter. */
export interface UserFilters {
  level: LevelChoice
  status: StatusChoice
  /** The id of a user: this user and everyone below. */
  branch: number | null
}

export type SetFilters = { readonly [Name in keyof UserFilters]: (value: UserFilters[Name]) => void }

export function clearFilters(set: SetFilters): void {
  set.level('')
  set.status('')
  set.branch(null)
}

const FILTERS = {
  level: choicePart<LevelChoice>('level', LEVEL_CHOICES),
  status: choicePart<StatusChoice>('status', ['', 'active', 'blocked']),
  branch: idPart('branch'),
}

export const USERS_VIEW = {
  search: textPart('search'),
  // links may sort by the dates, which no column shows
  sort: sortPart('level', ['userName', 'pais', 'dateCreation', 'creationDate']),
  view: choicePart<View>('view', ['list', 'tree']),
  ...FILTERS,
  misread: misreadPart(FILTERS),
  /** A link with `?new=user` opens the dialog that creates a user. */
  creation: choicePart<'' | 'user'>('new', ['', 'user']),
}

/** The levels that can occur in the viewer's list. */
export const levelsFor = (viewer: User): LevelChoice[] =>
  LEVEL_CHOICES.filter((choice) => choice !== '' && (seesEverything(viewer) || Number(choice) > viewer.level))

/** A filter is offered only if it can exclude some of the viewer's users and not others. */
export const offersLevels = (viewer: User): boolean => levelsFor(viewer).length > 1
/** Branches of more than one user need two levels below the viewer. */
export const offersBranches = (viewer: User): boolean => offersLevels(viewer)
export const offersStatus = (viewer: User): boolean => levelsFor(viewer).length > 0

/** Drops filters that the viewer cannot use. @param users null until the list is loaded, which may have the branch */
export function usableFilters(
  { level, status, branch }: UserFilters,
  viewer: User,
  users: readonly User[] | null,
): UserFilters {
  const isKnown = branch !== null && (users === null || users.some(({ userId }) => userId === branch))
  return {
    level: offersLevels(viewer) && levelsFor(viewer).includes(level) ? level : '',
    status: offersStatus(viewer) ? status : '',
    // even if the filter is not offered: a link may set it
    branch: isKnown ? branch : null,
  }
}

export const FILTER_LABELS = { level: 'Level', status: 'Status', branch: 'Branch' } as const
const KEYS = ['level', 'status', 'branch'] as const

/**
 * Labels of filters whose value is invalid. The screen shows an error instead of all users.
 *
 * @param users null until the list is complete
 */
export function unknownFilters(
  {
    level,
    branch,
    misread,
  }: Pick<UserFilters, 'level' | 'branch'> & { misread: readonly (keyof UserFilters)[] },
  viewer: User,
  users: readonly User[] | null,
): string[] {
  const [levels, others] = [offersLevels(viewer), offersStatus(viewer)]
  const isForeign = branch !== null && users !== null && !users.some(({ userId }) => userId === branch)
  const isUnknown = {
    level: levels && (misread.includes('level') || (level !== '' && !levelsFor(viewer).includes(level))),
    status: others && misread.includes('status'),
    branch: others && (misread.includes('branch') || isForeign),
  }
  return KEYS.filter((key) => isUnknown[key]).map((key) => FILTER_LABELS[key])
}

/** For the list engine, which takes the branch separately. Null if there is no filter. */
export function filterOf({ level, status }: UserFilters): UserFilter | null {
  if (level === '' && status === '') return null
  return {
    ...(level !== '' && { levels: [Number(level)] }),
    ...(status !== '' && { blocked: status === 'blocked' }),
  }
}

export const countFilters = (filters: UserFilters): number =>
  Object.values(filters).filter((value) => value !== '' && value !== null).length

/** For the name of an exported file. */
export const filterWords = ({ level, status, branch }: UserFilters, users: readonly User[]): string[] => [
  level && levelName(Number(level)),
  status,
  branch === null ? '' : (users.find(({ userId }) => userId === branch)?.userName ?? ''),
]
