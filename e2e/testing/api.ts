import { addresses } from './addresses'
import { PASSWORD } from '../../api/src/foundation/demoAccounts'

/** The fields of a user that tests read. */
export interface WireUser {
  userId: number
  userName: string
  level: number
  countryId: number
  countryName: string
  isBlocked: boolean
  numeroMaquinas: number
  treeUserNamesCreators: string
}

export async function call(method: string, path: string, token: string, body?: object): Promise<Response> {
  return fetch(addresses.api + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** Null if the server rejects the sign-in. */
export async function tokenOf(userName: string, password = PASSWORD): Promise<string | null> {
  const response = await call('POST', '/api/Auth/login', '', { Username: userName, Password: password })
  return response.ok ? ((await response.json()) as { token: string }).token : null
}

let master: Promise<string | null> | null = null

/** The Master's token, shared by all tests in a process. */
export async function masterToken(): Promise<string> {
  master ??= tokenOf('master')
  const token = await master
  if (token === null) throw new Error('The Master cannot sign in.')
  return token
}

/** A list from the API, as the Master sees it. */
export async function listOf<T>(path: string): Promise<T[]> {
  return (await (await call('GET', path, await masterToken())).json()) as T[]
}

/** All users, as the Master sees them: the reference for what other users' screens show. */
export const everyUser = (): Promise<WireUser[]> => listOf('/api/Users/all-hierarchy')

/** All users below `userName`, excluding that user. */
export const below = (users: WireUser[], userName: string): WireUser[] =>
  users.filter((user) => user.treeUserNamesCreators.split('/').slice(0, -1).includes(userName))
