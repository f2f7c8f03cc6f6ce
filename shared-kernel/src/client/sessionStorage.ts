import { mergeStoredUser, normaliseStoredUser, type StoredUser } from '../contracts/session'
import { onOtherTab, readStorage, readStoredJson, STORAGE_KEYS, writeStorage } from './storage'
import { createStore } from './store'

/** Who is signed in, as far as this browser remembers. No token means signed out. */
export interface StoredSession {
  token: string | null
  user: StoredUser | null
  /** The user left by Logout; an ended session, by contrast, is taken up where it was. */
  left?: true
}

const SIGNED_OUT: StoredSession = { token: null, user: null }

function read(): StoredSession {
  const token = readStorage(STORAGE_KEYS.token)
  return token ? { token, user: normaliseStoredUser(readStoredJson(STORAGE_KEYS.user)) } : SIGNED_OUT
}

export const sessionStore = createStore<StoredSession>(read())

// Sign-in and sign-out in one tab reach the others.
onOtherTab(STORAGE_KEYS.token, () => sessionStore.set(read()))

export const storedToken = (): string | null => sessionStore.get().token

export function rememberSession(token: string, user: StoredUser): void {
  writeStorage(STORAGE_KEYS.user, JSON.stringify(user))
  writeStorage(STORAGE_KEYS.token, token)
  sessionStore.set({ token, user })
}

export function forgetSession({ left = false } = {}): void {
  writeStorage(STORAGE_KEYS.token, null)
  writeStorage(STORAGE_KEYS.user, null)
  sessionStore.set(left ? { ...SIGNED_OUT, left } : SIGNED_OUT)
}

/** Lays the current user's answer, as sent, over what is stored; fields that it leaves out stay. */
export function updateStoredUser(currentWire: unknown): void {
  const { token, user: before } = sessionStore.get()
  if (token === null) return
  const merged = mergeStoredUser(before, currentWire)
  if (JSON.stringify(merged) !== JSON.stringify(before)) rememberSession(token, merged)
}
