import { mergeStoredUser, normaliseStoredUser, type StoredUser } from '../contracts/storedUser'
import { isRecord } from '../contracts/wireReaders'
import { onOtherTab, readStorage, readStoredJson, STORAGE_KEYS, writeStorage } from './storage'
import { createStore } from './store'
import { hasUnsavedChanges } from './unsavedChanges'

/** The session ended while a form had unsaved edits: the screen stays, with a sign-in over it. */
export interface InterruptedSession {
  /** The server no longer accepts it, but the cached data is kept under it. */
  token: string
  user: StoredUser | null
}

/** A null token means signed out. */
export interface StoredSession {
  token: string | null
  user: StoredUser | null
  /** The user signed out. A session that ended in any other way resumes where it was. */
  left?: true
  /** The user signed out in another tab. */
  elsewhere?: true
  interrupted?: InterruptedSession
}

const SIGNED_OUT: StoredSession = { token: null, user: null }
const LEFT: StoredSession = { ...SIGNED_OUT, left: true }

/** The characters that a header allows. With any others, no call could be sent. */
const SENDABLE = /^[\x21-\x7e]+$/

function read(): StoredSession {
  const token = readStorage(STORAGE_KEYS.token) ?? ''
  const user = readStoredJson(STORAGE_KEYS.user)
  // an absent user is read with the call for the current user; a corrupt one means that this storage cannot be trusted
  const corrupt = user !== undefined && !isRecord(user)
  return SENDABLE.test(token) && !corrupt ? { token, user: normaliseStoredUser(user) } : SIGNED_OUT
}

/** Do not set it directly: the functions below also write the storage that other tabs read. */
export const sessionStore = createStore<StoredSession>(read())

/** Tells other tabs that the user signed out, as opposed to the token having expired. */
const LEAVING = ''

// sign-in and sign-out in one tab reach the others
onOtherTab(STORAGE_KEYS.token, (token) => {
  const next = read()
  if (next.token !== null) sessionStore.set(next)
  else if (token === LEAVING) sessionStore.set({ ...LEFT, elsewhere: true })
  else if (!sessionStore.get().left) sessionStore.set(ended())
})

/** The user on screen, even while an ended session waits for its user to sign in again. */
export const screenUser = ({ user, interrupted } = sessionStore.get()): StoredUser | null =>
  user ?? interrupted?.user ?? null

export const storedToken = (): string | null => sessionStore.get().token

export function rememberSession(token: string, user: StoredUser): void {
  writeStorage(STORAGE_KEYS.user, JSON.stringify(user))
  writeStorage(STORAGE_KEYS.token, token)
  sessionStore.set({ token, user })
}

/** Ends the session and drops typed text too. */
export function leaveSession(): void {
  writeStorage(STORAGE_KEYS.token, LEAVING)
  clearStorage()
  sessionStore.set(LEFT)
}

/** The user must sign in again, over a form with unsaved edits if there is one. */
export function endSession(): void {
  if (isReplaced()) return sessionStore.set(read())
  clearStorage()
  sessionStore.set(ended())
}

/** Another tab has signed in, but its storage event has not arrived yet. */
function isReplaced(): boolean {
  const { token } = read()
  return token !== null && token !== storedToken()
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

/** Merges an answer as sent; fields that it leaves out stay. */
export function updateStoredUser(currentWire: unknown): void {
  const { token, user: before } = sessionStore.get()
  if (token === null || isReplaced()) return
  const merged = mergeStoredUser(before, currentWire)
  if (JSON.stringify(merged) !== JSON.stringify(before)) rememberSession(token, merged)
}
