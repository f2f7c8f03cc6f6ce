import { mergeStoredUser, normaliseStoredUser, type StoredUser } from '../contracts/storedUser'
import { isRecord } from '../contracts/wire'
import { onOtherTab, readStorage, readStoredJson, STORAGE_KEYS, writeStorage } from './storage'
import { createStore } from './store'
import { hasUnsavedChanges } from './unsavedChanges'

/** A session that ended while a changed form was open: the screen stays, and a sign-in comes over it. */
export interface InterruptedSession {
  /** No longer accepted. What was read in that session is kept under it. */
  token: string
  user: StoredUser | null
}

/** Who is signed in, as far as this browser remembers. No token means signed out. */
export interface StoredSession {
  token: string | null
  user: StoredUser | null
  /** The user left by Logout. A session that ended otherwise is continued where it was. */
  left?: true
  /** In another tab. */
  elsewhere?: true
  interrupted?: InterruptedSession
}

const SIGNED_OUT: StoredSession = { token: null, user: null }
const LEFT: StoredSession = { ...SIGNED_OUT, left: true }

/** What a header may hold; with anything else no call would even leave. */
const SENDABLE = /^[\x21-\x7e]+$/

function read(): StoredSession {
  const token = readStorage(STORAGE_KEYS.token) ?? ''
  const user = readStoredJson(STORAGE_KEYS.user)
  // an absent user is read with the call for the current user; a corrupt one means that this storage cannot be trusted
  const corrupt = user !== undefined && !isRecord(user)
  return SENDABLE.test(token) && !corrupt ? { token, user: normaliseStoredUser(user) } : SIGNED_OUT
}

export const sessionStore = createStore<StoredSession>(read())

/** Tells the other tabs that the token was removed because its user left, and not because it has expired. */
const LEAVING = ''

// sign-in and sign-out in one tab reach the others
onOtherTab(STORAGE_KEYS.token, (token) => {
  const next = read()
  if (next.token !== null) sessionStore.set(next)
  else if (token === LEAVING) sessionStore.set({ ...LEFT, elsewhere: true })
  else if (!sessionStore.get().left) sessionStore.set(ended())
})

/** Whose screens the page shows, also while an ended session waits for them to sign in again. */
export const screenUser = (): StoredUser | null => {
  const { user, interrupted } = sessionStore.get()
  return user ?? interrupted?.user ?? null
}

export const storedToken = (): string | null => sessionStore.get().token

export function rememberSession(token: string, user: StoredUser): void {
  writeStorage(STORAGE_KEYS.user, JSON.stringify(user))
  writeStorage(STORAGE_KEYS.token, token)
  sessionStore.set({ token, user })
}

/** The user signs out: typed text is dropped too. */
export function leaveSession(): void {
  writeStorage(STORAGE_KEYS.token, LEAVING)
  clearStorage()
  sessionStore.set(LEFT)
}

/** The token is no longer valid: the user must sign in again, over a changed form if there is one. */
export function endSession(): void {
  clearStorage()
  sessionStore.set(ended())
}

function clearStorage(): void {
  writeStorage(STORAGE_KEYS.token, null)
  writeStorage(STORAGE_KEYS.user, null)
}

function ended(): StoredSession {
  const { token, user, interrupted } = sessionStore.get()
  if (token === null) return interrupted ? { ...SIGNED_OUT, interrupted } : SIGNED_OUT
  return hasUnsavedChanges() ? { ...SIGNED_OUT, interrupted: { token, user } } : SIGNED_OUT
}

/** Merges the current user's answer, as sent, over what is stored; fields that it leaves out stay. */
export function updateStoredUser(currentWire: unknown): void {
  const { token, user: before } = sessionStore.get()
  if (token === null) return
  const merged = mergeStoredUser(before, currentWire)
  if (JSON.stringify(merged) !== JSON.stringify(before)) rememberSession(token, merged)
}
