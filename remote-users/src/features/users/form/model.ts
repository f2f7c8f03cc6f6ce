import {
  type Country,
  DEFAULT_COUNTRIES,
  DEFAULT_COUNTRY_ID,
  MIN_PASSWORD_LENGTH,
  type User,
} from '@console/shared-kernel/contracts'
import {
  childLevels,
  DEFAULT_NEW_USER_LEVEL,
  foldCase,
  levelName,
  MISSING_LEVEL,
} from '@console/shared-kernel/rules'

/** What the form holds; a user's other fields are not for it to change. */
export interface UserForm {
  userName: string
  password: string
  /** Asked for with a new password of one's own. */
  currentPassword: string
  level: number
}

/** An empty form: the level follows the parent. */
export const formUnder = (parent: User): UserForm => ({
  userName: '',
  password: '',
  currentPassword: '',
  level: childLevels(parent.level)[0],
})

export const formOf = (user: User): UserForm => ({
  userName: user.userName,
  password: '',
  currentPassword: '',
  level: user.level === MISSING_LEVEL ? DEFAULT_NEW_USER_LEVEL : user.level,
})

export const createTitle = (level: number): string => `Create New ${levelName(level)}`
export const createLabel = (level: number): string => `Create ${levelName(level)}`

/** What is said of a new user; Clients and Players get a machine with it. */
export const createdMessage = ({ userName, level }: Pick<UserForm, 'userName' | 'level'>): string =>
  level === 6 || level === 7
    ? `Usuario ${userName} creado con éxito. Una máquina ha sido creada automáticamente.`
    : 'Usuario creado con éxito'

/** A country that came by name alone is known by that name; ones that nothing is known of are the default. */
export function countryIdOf(
  { countryId, countryName }: Pick<User, 'countryId' | 'countryName'>,
  countries: readonly Country[] = [],
): number {
  if (countryId !== 0) return countryId
  if (countryName === null) return DEFAULT_COUNTRY_ID
  const wanted = foldCase(countryName.trim())
  return countries.find(({ name }) => foldCase(name.trim()) === wanted)?.id ?? UNLISTED_COUNTRY_ID
}

/** Of a country that no list has: the server gives a new user its parent's, whatever is sent. */
const UNLISTED_COUNTRY_ID = 0

/**
 * The countries on offer: one until the list has come, and where it is empty. A country that is not among
 * them is shown by the name that came with the user.
 */
export function countriesOnOffer(
  list: readonly Country[] | undefined,
  countryId: number,
  countryName: string | null,
): readonly Country[] {
  const countries = list && list.length > 0 ? list : DEFAULT_COUNTRIES
  if (countryName === null || countries.some(({ id }) => id === countryId)) return countries
  return [...countries, { id: countryId, name: countryName }]
}

/** What the reference API asks of a password. */
export const PASSWORD_RULE = `At least ${MIN_PASSWORD_LENGTH} characters; no common password, not the user's name`
