import { queryOptions } from '@tanstack/react-query'
import { normaliseLogin, storedUserOf } from '../contracts/storedUser'
import { normaliseUser, type User } from '../contracts/user'
import { asRecord, isRecord } from '../contracts/wireReaders'
import { CallError, NO_CONNECTION, retryAt, statusTextOf } from './errors'
import { updateFeatures } from './features'
import { http } from './http'
import type { SecondStep } from './secondStep'
import type { SharedQuery } from './sharedQueries'
import {
  endSession,
  leaveSession,
  rememberSession,
  sessionStore,
  storedToken,
  updateStoredUser,
} from './storedSession'
import { createStore, useStore } from './store'

export const NO_TOKEN = 'La respuesta del servidor no contiene un token válido'

/** Why the last sign-in failed, worded for the user. */
export const loginErrorStore = createStore<string | null>(null)

/** The server rejects sign-ins with the entered user name until this time (epoch milliseconds). */
export const loginLockStore = createStore<number | null>(null)

/** The step that the server requires after the correct password; null if no step is open. */
export const secondStepStore = createStore<SecondStep | null>(null)

/** Updates on sign-in, sign-out, expiry (in other tabs too) and new user data. */
export const useSession = () => useStore(sessionStore)

/** @returns false if the answer to a sign-in has no token */
export function beginSession(wire: unknown): boolean {
  const answer = normaliseLogin(wire)
  if (!answer) return false
  secondStepStore.set(null)
  rememberSession(answer.token, storedUserOf(answer))
  const last = asRecord(asRecord(wire)['lastSignIn'])
  if (last['refused'] || last['factorReset'] || last['recoveryCodesKept'] === false)
    void import(/* webpackChunkName: "sign-in" */ './lastSignIn').then(
      (code) => code.showSignInNotices(last),
      () => undefined,
    )
  return true
}

/**
 * Returns false if the sign-in failed (`loginErrorStore` has the reason), if a second step is open, or if the
 * sign-in was abandoned.
 * @param signal an answer that comes after it is aborted changes nothing: the next sign-in may be open
 * @param openStep receives an answer that asks for a second step; resolves with false if the step cannot be
 * completed
 */
export async function login(
  username: string,
  password: string,
  signal?: AbortSignal,
  openStep?: (wire: unknown) => Promise<boolean>,
): Promise<boolean> {
  loginErrorStore.set(null)
  loginLockStore.set(null)
  try {
    const { data } = await http.post<unknown>('/api/Auth/login', { Username: username, Password: password })
    if (signal?.aborted) {
      discardSession(data)
      return false
    }
    if (beginSession(data)) return true
    const isAsked = isRecord(asRecord(data)['secondFactor'])
    if (!isAsked || !(await openStep?.(data))) loginErrorStore.set(NO_TOKEN)
  } catch (error) {
    if (signal?.aborted) return false
    loginLockStore.set(retryAt(error))
    loginErrorStore.set(`Error al iniciar sesión: ${describe(error)}`)
  }
  return false
}

function describe(error: unknown): string {
  if (!(error instanceof CallError)) return String(error)
  return error.status === null ? NO_CONNECTION : `Error ${error.status}: ${error.said ?? statusTextOf(error)}`
}

/** Signs out at once, without waiting for the server's answer. */
export function logout(): void {
  const { token } = sessionStore.get()
  if (token === null) return
  endOnServer(token)
  leaveSession()
}

/** Ends the session of a sign-in that was abandoned before its answer arrived. */
export function discardSession(wire: unknown): void {
  const answer = normaliseLogin(wire)
  if (answer) endOnServer(answer.token)
}

/** The header is set here: by the time the call leaves, the stored token is gone, or belongs to another session. */
const endOnServer = (token: string): void =>
  void http
    .post('/api/Auth/logout', undefined, { headers: { Authorization: `Bearer ${token}` } })
    .catch(() => undefined)

/** Whether the server accepts the stored token. @throws without a clear answer */
export async function validateToken(signal?: AbortSignal): Promise<boolean> {
  const { data } = await http.get<unknown>('/api/Auth/validate', { signal })
  if (typeof data !== 'boolean') throw new CallError('/api/Auth/validate answered neither yes nor no')
  return data
}

/** Null if no user is signed in, or if the answer has none. @throws if the answer is not an object */
export async function fetchCurrentUser(signal?: AbortSignal): Promise<User | null> {
  const token = storedToken()
  const { data } = await http.get<unknown>('/api/Users/current', { signal })
  if (data !== null && !isRecord(data)) throw new CallError('/api/Users/current did not return an object')
  const user = normaliseUser(data)
  // another user may have signed in during the call
  if (user && storedToken() === token) {
    // the user first, because another user clears the features
    updateStoredUser(data)
    updateFeatures(data)
  }
  return user
}

/** A 401 is not an error here: it has already cleared the session. */
function nullIfUnauthorized(error: unknown): null {
  if (error instanceof CallError && error.status === 401) return null
  throw error
}

/** Makes both calls at once. The first rejection decides; otherwise any failed call is a failure. */
function checkSession(signal: AbortSignal): Promise<User | null> {
  return new Promise((resolve, reject) => {
    const accepted = validateToken(signal).then((valid) => {
      if (!valid) resolve(null)
    })
    const current = fetchCurrentUser(signal)
      .catch(nullIfUnauthorized)
      .then((user) => {
        if (!user) resolve(null)
        return user
      })
    void Promise.allSettled([current, accepted]).then(([user, token]) => {
      if (user.status === 'rejected') reject(user.reason)
      else if (token.status === 'rejected') reject(token.reason)
      else resolve(user.value)
    })
  })
}

export const SESSION = 'session'

export const sessionKey = (token: string) => [SESSION, token] as const

/** Resolves with null to redirect to the login. Without an answer it fails, and the token is kept. */
export const sessionQuery = (token: string): SharedQuery<User | null, readonly ['session', string]> =>
  queryOptions({
    queryKey: sessionKey(token),
    queryFn: async ({ signal }): Promise<User | null> => {
      const user = await checkSession(signal)
      if (!user && sessionStore.get().token === token) endSession()
      return user
    },
    // the error screen has its own button to try again
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
  })
