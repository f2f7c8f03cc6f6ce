import { readField } from './wireFields'
import { USER_FIELDS } from './user'
import { MISSING_LEVEL, asRecord, isRecord, type WireRecord } from './wire'

export interface StoredUser {
  /** 0 where the server's answer had none; the current user's call gives it later. */
  userId: number
  userName: string
  /** 999 where unknown. */
  level: number
  nameClient: string
}

export interface LoginAnswer extends StoredUser {
  token: string
}

const present = (wire: WireRecord): Partial<StoredUser> => ({
  userId: readField(wire, USER_FIELDS.userId),
  userName: readField(wire, USER_FIELDS.userName),
  level: readField(wire, USER_FIELDS.level),
  nameClient: readField(wire, USER_FIELDS.nameClient),
})

const over = (base: StoredUser, fields: Partial<StoredUser>): StoredUser => ({
  userId: fields.userId ?? base.userId,
  userName: fields.userName ?? base.userName,
  level: fields.level ?? base.level,
  nameClient: fields.nameClient ?? base.nameClient,
})

const NOBODY: StoredUser = { userId: 0, userName: '', level: MISSING_LEVEL, nameClient: '' }

/** The answer to a sign-in, or null where it holds no token: then no user is signed in. */
export function normaliseLogin(wire: unknown): LoginAnswer | null {
  const record = asRecord(wire)
  const token = record['token']
  if (typeof token !== 'string' || token.trim() === '') return null
  return { token, ...over(NOBODY, present(record)) }
}

/** The stored user as parsed from local storage; null where no id can be read from it. */
export function normaliseStoredUser(stored: unknown): StoredUser | null {
  if (!isRecord(stored)) return null
  const fields = present(stored)
  return fields.userId === undefined ? null : over(NOBODY, fields)
}

/** The current user as sent, merged over what the sign-in answered: fields that are absent stay. */
export const mergeStoredUser = (stored: StoredUser | null, currentWire: unknown): StoredUser =>
  over(stored ?? NOBODY, present(asRecord(currentWire)))

export const storedUserOf = (answer: LoginAnswer): StoredUser => over(NOBODY, answer)
