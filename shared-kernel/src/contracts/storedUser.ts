import { readField } from './wireFields'
import { USER_FIELDS } from './user'
import { MISSING_LEVEL, asRecord, isRecord, type WireRecord } from './wireReaders'

export interface StoredUser {
  /** 0 if the answer had none; the call for the current user adds it later. */
  userId: number
  userName: string
  /** 999 if unknown. */
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

const NO_USER: StoredUser = { userId: 0, userName: '', level: MISSING_LEVEL, nameClient: '' }

/** The answer to a sign-in; null without a token. */
export function normaliseLogin(wire: unknown): LoginAnswer | null {
  const record = asRecord(wire)
  const token = record['token']
  if (typeof token !== 'string' || token.trim() === '') return null
  return { token, ...over(NO_USER, present(record)) }
}

/** @param stored as parsed from local storage @returns null without a readable id */
export function normaliseStoredUser(stored: unknown): StoredUser | null {
  if (!isRecord(stored)) return null
  const fields = present(stored)
  return fields.userId === undefined ? null : over(NO_USER, fields)
}

/** Merges the current user as sent over the answer to the sign-in; absent fields stay. */
export const mergeStoredUser = (stored: StoredUser | null, currentWire: unknown): StoredUser =>
  over(stored ?? NO_USER, present(asRecord(currentWire)))

export const storedUserOf = (answer: LoginAnswer): StoredUser => over(NO_USER, answer)
