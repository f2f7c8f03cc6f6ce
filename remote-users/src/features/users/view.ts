import type { User } from '@console/shared-kernel/contracts'
import type { UserFilter } from '@console/shared-kernel/core'
import { levelName, seesEverything } from '@console/shared-kernel/rules'
import { choicePart, idPart, misreadPart, sortPart, textPart } from '@console/shared-kernel/table'

export type View = 'list' | 'tree'

const LEVEL_CHOICES = ['', '1', '2', '3', '4', '5', '6', '7'] as const
export type LevelChoice = (typeof LEVEL_CHOICES)[number]
type StatusChoice = '' | 'active' | 'blocked'

/** '' and null are no filter. */
export interface UserFilters {
  level: LevelChoice
  status: StatusChoice
  /** A user: they and everybody below. */
  branch: number | null
}

const FILTERS = {
  level: choicePart<LevelChoice>('level', LEVEL_CHOICES),
  status: choicePart<StatusChoice>('status', ['', 'active', 'blocked']),
  branch: idPart('branch'),
}

/** What the address of the screen holds. */
export const USERS_VIEW = {
  search: textPart('search'),
  sort: sortPart('level', ['userName', 'pais', 'dateCreation', 'creationDate']),
  view: choicePart<View>('view', ['list', 'tree']),
  ...FILTERS,
  misread: misreadPart(FILTERS),
  /** What a link asks to create. */
  asked: choicePart<'' | 'user'>('new', ['', 'user']),
}

/** The levels that may stand in the viewer's list. */
export const levelsFor = (viewer: User): LevelChoice[] =>
  LEVEL_CHOICES.filter((choice) => choice !== '' && (seesEverything(viewer) || Number(choice) > viewer.level))

/** Whether a filter can leave some of the viewer's users out and others in. */
export const offersLevels = (viewer: User): boolean => levelsFor(viewer).length > 1
/** A branch of more than one user stands below those who have two levels below them. */
export const offersBranches = (viewer: User): boolean => offersLevels(viewer)
export const offersStatus = (viewer: User): boolean => levelsFor(viewer).length > 0

/**
 * The filters of an address, without those that are none for this viewer.
 *
 * @param users null while the list is not there: the branch may still come with it
 */
export function usableFilters(
  { level, status, branch }: UserFilters,
  viewer: User,
  users: readonly User[] | null,
): UserFilters {
  const isKnown = branch !== null && (users === null || users.some(({ userId }) => userId === branch))
  return {
    level: offersLevels(viewer) && levelsFor(viewer).includes(level) ? level : '',
    status: offersStatus(viewer) ? status : '',
    // also where it is not offered: a link may name it
    branch: isKnown ? branch : null,
  }
}

/** As their fields are labelled. */
export const FILTER_LABELS = { level: 'Level', status: 'Status', branch: 'Branch' } as const
const KEYS = ['level', 'status', 'branch'] as const

/**
 * The labels of the filters of an address that the viewer is offered, with a value that is none: all users are not
 * what it asks for.
 *
 * @param users null while they are not all there
 */
export function unknownFilters(
  { level, branch, misread }: UserFilters & { misread: readonly (keyof UserFilters)[] },
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

/** The part that the list engine takes as its filter; null where there is none. */
export function filterOf({ level, status }: UserFilters): UserFilter | null {
  if (level === '' && status === '') return null
  return {
    ...(level !== '' && { levels: [Number(level)] }),
    ...(status !== '' && { blocked: status === 'blocked' }),
  }
}

export const countFilters = (filters: UserFilters): number =>
  Object.values(filters).filter((value) => value !== '' && value !== null).length

/** What a list is narrowed to, for the name of its file. */
export const filterWords = ({ level, status, branch }: UserFilters, users: readonly User[]): string[] => [
  level && levelName(Number(level)),
  status,
  branch === null ? '' : (users.find(({ userId }) => userId === branch)?.userName ?? ''),
]
