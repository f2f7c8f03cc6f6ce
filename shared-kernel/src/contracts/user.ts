import { type EntityOf, field, listedField, normaliserOf, type RowOf } from './wireFields'
import {
  MISSING_LEVEL,
  normaliseList,
  readBoolean,
  readFilledText,
  readInteger,
  readText,
} from './wireReaders'

export const USER_FIELDS = {
  userId: listedField(['userId', 'id'], readInteger, undefined, 'text'),
  userName: listedField(['userName', 'username', 'name'], readFilledText, '', 'name', { search: true }),
  /** 1 to 7; 999 if the server sent none. */
  level: listedField(['level', 'levelU'], readInteger, MISSING_LEVEL, 'number'),
  countryId: listedField('countryId', readInteger, 0, 'text'),
  countryName: listedField(['countryName', 'country', 'pais'], readFilledText, null, 'name', {
    search: true,
  }),
  isBlocked: listedField('isBlocked', readBoolean, false, 'text'),
  /** When the user's own block ends by itself, ISO 8601 in UTC; null if it does not, or there is none. */
  blockedUntil: listedField('blockedUntil', readFilledText, null, 'time', { added: true }),
  /** The password was removed. Read-only here, and sent back unchanged. */
  quitPass: listedField('quitPass', readBoolean, false, 'text'),
  /** This user cannot be blocked or unblocked. */
  blockDisabled: listedField('botonBlockedDeshabilitado', readBoolean, false, 'text'),
  parentUserId: listedField(['parentUserId', 'userIdcriador'], readInteger, null, 'text'),
  /** Names of the creators as sent, from the top down, separated by '/'; the last is the user itself. */
  creatorChain: listedField('treeUserNamesCreators', readText, '', 'text'),
  /** The value as sent; ISO 8601 if the server follows the contract. */
  createdAt: listedField(['createdAt', 'dateCreation', 'creationDate'], readFilledText, null, 'time'),
  machineCount: listedField(['numeroMaquinas', 'NumeroMaquinas'], readInteger, 0, 'text'),
  nameClient: listedField('nameClient', readText, '', 'text'),
  technicianClients: listedField('listaClientesTecnico', readText, '', 'text'),
  /** Servers that follow the contract never send it. */
  password: listedField('password', readText, '', 'text'),
  version: listedField('version', readFilledText, null, 'text'),
}

export type User = RowOf<typeof USER_FIELDS>

type Created = Pick<User, 'creatorChain'>

/** The names from the top of the tree down to the user. */
// parsed on demand: as arrays, the chains of 100,000 users took a quarter of the page's heap
export const creatorNames = ({ creatorChain }: Created): readonly string[] =>
  creatorChain
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Returns null if a required field is invalid. */
export const normaliseUser = normaliserOf(USER_FIELDS)

export const userIdentity = ({ userId }: Pick<User, 'userId'>): number => userId

/** The second-to-last name of the chain, which ends with the user. */
export const creatorOf = (user: Created): string | null => creatorNames(user).at(-2) ?? null

export const COUNTRY_FIELDS = { id: field('id', readInteger), name: field('name', readFilledText) }

export type Country = EntityOf<typeof COUNTRY_FIELDS>

export const DEFAULT_COUNTRY_ID = 1

/** Offered while the list loads, and if it is empty. */
export const DEFAULT_COUNTRIES: readonly Country[] = [{ id: DEFAULT_COUNTRY_ID, name: 'Spain' }]

export const normaliseCountries = (wire: unknown): Country[] =>
  normaliseList(wire, normaliserOf(COUNTRY_FIELDS), (country) => country.id)
