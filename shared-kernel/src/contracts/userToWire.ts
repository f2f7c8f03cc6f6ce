import type { User } from './user'
import type { WireRecord } from './wireReaders'

/* Separate from user.ts, which the sign-in page loads. */

export interface NewUser {
  userName: string
  password: string
  level: number
  countryId: number
  parentUserId: number | null
}

export const newUserToWire = (user: NewUser): WireRecord => ({
  userName: user.userName,
  password: user.password,
  levelU: user.level,
  countryId: user.countryId,
  nameClient: user.userName,
  userIdcriador: user.parentUserId,
  isBlocked: false,
  quitPass: false,
  botonBlockedDeshabilitado: false,
  listaClientesTecnico: '',
})

export interface UserChanges {
  /** Empty or absent means unchanged. */
  password?: string
  currentPassword?: string
  /** Empty means the user name. */
  nameClient?: string
  technicianClients?: string
  isBlocked?: boolean
  /** The end of a block in ISO 8601; null for no end. Send it only to servers whose `features` name `blockEnd`. */
  blockedUntil?: string | null
  /** Sent to servers whose `features` name `reason`. */
  reason?: string
}

/** The body that changes a user; all other fields are sent back as read. */
export const userToWire = (user: User, changes: UserChanges): WireRecord => ({
  userId: user.userId,
  nameClient: (changes.nameClient ?? user.nameClient) || user.userName,
  countryId: user.countryId,
  password: changes.password ?? '',
  ...(changes.currentPassword && { currentPassword: changes.currentPassword }),
  isBlocked: changes.isBlocked ?? user.isBlocked,
  quitPass: user.quitPass,
  botonBlockedDeshabilitado: user.blockDisabled,
  listaClientesTecnico: changes.technicianClients ?? user.technicianClients,
  ...(changes.blockedUntil !== undefined && { blockedUntil: changes.blockedUntil }),
  ...(changes.reason && { reason: changes.reason }),
})
