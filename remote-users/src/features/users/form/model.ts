import {
  type Country,
  DEFAULT_COUNTRIES,
  DEFAULT_COUNTRY_ID,
  type User,
} from '@console/shared-kernel/contracts'
import { childLevels, DEFAULT_NEW_USER_LEVEL, levelName, MISSING_LEVEL } from '@console/shared-kernel/rules'

/** What the form holds; a user's other fields are not for it to change. */
export interface UserForm {
  userName: string
  password: string
  /** Asked for with a new password of one's own. */
  currentPassword: string
  level: number
  countryId: number
}

/** An empty form: level and country follow the parent. */
export const formUnder = (parent: User): UserForm => ({
  userName: '',
  password: '',
  currentPassword: '',
  level: childLevels(parent.level)[0],
  countryId: parent.countryId || DEFAULT_COUNTRY_ID,
})

export const formOf = (user: User): UserForm => ({
  userName: user.userName,
  password: '',
  currentPassword: '',
  level: user.level === MISSING_LEVEL ? DEFAULT_NEW_USER_LEVEL : user.level,
  countryId: user.countryId || DEFAULT_COUNTRY_ID,
})

export const createTitle = (level: number): string => `Create New ${levelName(level)}`
export const createLabel = (level: number): string => `Create ${levelName(level)}`

/** What is said of a new user; Clients and Players get a machine with it. */
export const createdMessage = ({ userName, level }: Pick<UserForm, 'userName' | 'level'>): string =>
  level === 6 || level === 7
    ? `Usuario ${userName} creado con éxito. Una máquina ha sido creada automáticamente.`
    : 'Usuario creado con éxito'

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
