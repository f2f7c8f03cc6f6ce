import {
  MISSING_LEVEL,
  firstOf,
  isRecord,
  normaliseList,
  readBoolean,
  readFilledText,
  readInteger,
  readText,
} from './wire'

/** A user as the console reads it, whatever the server calls its fields. */
export interface User {
  userId: number
  userName: string
  /** 1 to 7; 999 where the server sent none. */
  level: number
  /** 0 where the server sent none. */
  countryId: number
  countryName: string | null
  isBlocked: boolean
  /** The password was taken away: kept as read and sent back unchanged. */
  quitPass: boolean
  /** This user's block button is out of use. */
  blockDisabled: boolean
  /** null at the top of the tree. */
  parentUserId: number | null
  /**
   * As sent: names of the creators from the top down, with '/' between them; the last is the user itself. Read
   * by `creatorOf` and `namesBelow`.
   */
  creatorChain: string
  /** As sent, in ISO 8601 where the server keeps to it. */
  createdAt: string | null
  machineCount: number
  nameClient: string
  technicianClients: string
  /** Servers that keep to the contract never send it. */
  password: string
}

type Created = Pick<User, 'creatorChain'>

// taken apart when somebody looks: as arrays, the chains of 100,000 users took a quarter of a page's heap
const creatorNames = ({ creatorChain }: Created): readonly string[] =>
  creatorChain
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** One user, or null where there is nothing to know it by. */
export function normaliseUser(wire: unknown): User | null {
  if (!isRecord(wire)) return null
  const userId = firstOf(wire, ['userId', 'id'], readInteger)
  if (userId === undefined) return null
  return {
    userId,
    userName: firstOf(wire, ['userName', 'username', 'name'], readFilledText) ?? '',
    level: firstOf(wire, ['level', 'levelU'], readInteger) ?? MISSING_LEVEL,
    countryId: firstOf(wire, ['countryId'], readInteger) ?? 0,
    countryName: firstOf(wire, ['countryName', 'country', 'pais'], readFilledText) ?? null,
    isBlocked: firstOf(wire, ['isBlocked'], readBoolean) ?? false,
    quitPass: firstOf(wire, ['quitPass'], readBoolean) ?? false,
    blockDisabled: firstOf(wire, ['botonBlockedDeshabilitado'], readBoolean) ?? false,
    parentUserId: firstOf(wire, ['parentUserId', 'userIdcriador'], readInteger) ?? null,
    creatorChain: firstOf(wire, ['treeUserNamesCreators'], readText) ?? '',
    createdAt: firstOf(wire, ['createdAt', 'dateCreation', 'creationDate'], readFilledText) ?? null,
    machineCount: firstOf(wire, ['numeroMaquinas', 'NumeroMaquinas'], readInteger) ?? 0,
    nameClient: firstOf(wire, ['nameClient'], readText) ?? '',
    technicianClients: firstOf(wire, ['listaClientesTecnico'], readText) ?? '',
    password: firstOf(wire, ['password'], readText) ?? '',
  }
}

export const userIdentity = ({ userId }: Pick<User, 'userId'>): number => userId

/** A list of users in the server's order; of two with one id the first stays. */
export const normaliseUsers = (wire: unknown): User[] => normaliseList(wire, normaliseUser, userIdentity)

/** Who made this user: the second-to-last name of the chain, since the chain ends with the user. */
export const creatorOf = (user: Created): string | null => creatorNames(user).at(-2) ?? null

/** The names from the one below `userName` down to the user: where somebody finds this user in their tree. */
export function namesBelow(user: Created, userName: string): readonly string[] {
  const names = creatorNames(user)
  // a chain without that name is shown whole
  return names.slice(names.lastIndexOf(userName) + 1)
}
