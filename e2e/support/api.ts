import { addresses } from './addresses'
import { PASSWORD } from './test'

/** One user, as far as tests read it. */
export interface WireUser {
  userId: number
  userName: string
  level: number
  countryName: string
  isBlocked: boolean
  treeUserNamesCreators: string
}

async function get<T>(path: string, token: string): Promise<T> {
  const response = await fetch(addresses.api + path, { headers: { Authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return (await response.json()) as T
}

/** Everybody there is, as the Master sees them: what the screens of others are held against. */
export async function everyUser(): Promise<WireUser[]> {
  const response = await fetch(`${addresses.api}/api/Auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ Username: 'master', Password: PASSWORD }),
  })
  const { token } = (await response.json()) as { token: string }
  return get('/api/Users/all-hierarchy', token)
}

/** Those whose chain of creators runs through `userName`, without that user. */
export const below = (users: WireUser[], userName: string): WireUser[] =>
  users.filter((user) => user.treeUserNamesCreators.split('/').slice(0, -1).includes(userName))
