import { readField } from './wireFields'
import { USER_FIELDS } from './user'
import { MISSING_LEVEL, asRecord, type WireRecord } from './wireReaders'

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

const NO_USER: StoredUser = { userId: 0, userName: '', level: MISSING_LEVEL, nameClient: '' }

/** Reads a user; invalid fields stay as in `base`. */
const over = (base: StoredUser, wire: WireRecord): StoredUser => ({
  userId: readField(wire, USER_FIELDS.userId) ?? base.userId,
  userName: readField(wire, USER_FIELDS.userName) ?? base.userName,
  level: readField(wire, USER_FIELDS.level) ?? base.level,
  nameClient: readField(wire, USER_FIELDS.nameClient) ?? base.nameClient,
})

/** Reads the answer to a sign-in; null without a token. */
export function normaliseLogin(wire: unknown): LoginAnswer | null {
  const record = asRecord(wire)
  const token = record['token']
  if (typeof token !== 'string' || token.trim() === '') return null
  return { token, ...over(NO_USER, record) }
}

/** @param stored as parsed from local storage @returns null without a valid id */
export function normaliseStoredUser(stored: unknown): StoredUser | null {
  const record = asRecord(stored)
  return readField(record, USER_FIELDS.userId) === undefined ? null : over(NO_USER, record)
}

/** Merges the current user as sent over the answer to the sign-in; absent fields stay. */
export const mergeStoredUser = (stored: StoredUser | null, currentWire: unknown): StoredUser =>
  over(stored ?? NO_USER, asRecord(currentWire))

export const storedUserOf = ({ token: _, ...user }: LoginAnswer): StoredUser => user
