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
  isEndUser,
  levelName,
  MISSING_LEVEL,
} from '@console/shared-kernel/rules'

export interface UserForm {
  userName: string
  password: string
  /** Required only to change one's own password. */
  currentPassword: string
  level: number
  /** If empty, the user name is used. */
  nameClient: string
  technicianClients: string
}

/** An empty form. The parent decides the level. */
export const formUnder = (parent: User): UserForm => ({
  userName: '',
  password: '',
  currentPassword: '',
  level: childLevels(parent.level)[0],
  nameClient: '',
  technicianClients: '',
})

export const formOf = (user: User): UserForm => ({
  userName: user.userName,
  password: '',
  currentPassword: '',
  level: user.level === MISSING_LEVEL ? DEFAULT_NEW_USER_LEVEL : user.level,
  nameClient: user.nameClient,
  technicianClients: user.technicianClients,
})

/** Looked up by name if the user has no country id; the default if the country is unknown. */
export function countryIdOf(
  { countryId, countryName }: Pick<User, 'countryId' | 'countryName'>,
  countries: readonly Country[] = [],
): number {
  if (countryId !== 0) return countryId
  if (countryName === null) return DEFAULT_COUNTRY_ID
  const wanted = foldCase(countryName.trim())
  return countries.find(({ name }) => foldCase(name.trim()) === wanted)?.id ?? UNLISTED_COUNTRY_ID
}

/** A new user has the parent's country, or the default as long as the list is empty. */
export const newCountryIdOf: typeof countryIdOf = (parent, countries = []) =>
  parent.countryId === 0 && countries.length === 0 ? DEFAULT_COUNTRY_ID : countryIdOf(parent, countries)

/** The id of a country that is not in the list. The server uses the parent's country anyway. */
const UNLISTED_COUNTRY_ID = 0

/**
 * One country until the list is loaded, or if it is empty. A country that is not in the list is added under
 * the name that the user has for it.
 */
export function availableCountries(
  list: readonly Country[] | undefined,
  countryId: number,
  countryName: string | null,
): readonly Country[] {
  const countries = list && list.length > 0 ? list : DEFAULT_COUNTRIES
  if (countryName === null || countries.some(({ id }) => id === countryId)) return countries
  return [...countries, { id: countryId, name: countryName }]
}

export const createTitle = (level: number): string => `Create New ${levelName(level)}`
export const createLabel = (level: number): string => `Create ${levelName(level)}`

/** The success message. Clients and Players also get a machine. */
export const createdMessage = ({ userName, level }: Pick<User, 'userName' | 'level'>): string =>
  isEndUser(level)
    ? `Usuario ${userName} creado con éxito. Una máquina ha sido creada automáticamente.`
    : 'Usuario creado con éxito'

/** The reference API's rule. */
export const PASSWORD_RULE = `At least ${MIN_PASSWORD_LENGTH} characters; no common password, not the user's name`
