import { call, listOf, masterToken, type WireUser } from './api'
import { PASSWORD } from './test'

let count = 0

/**
 * A name that no user has, from this run or an earlier one on the same server. It fits on the second line of
 * a row on a phone.
 */
export const freshName = (what: string): string =>
  `e2e ${what} ${process.pid}-${Date.now().toString(36)}-${(count += 1)}`

/**
 * A test's own user. Without a parent it is an Administrator below the Master: a separate branch, so that
 * changes do not affect the users of other tests.
 */
export async function createPerson(
  what: string,
  parent?: Pick<WireUser, 'userId' | 'level'>,
  level = (parent?.level ?? 1) + 1,
): Promise<WireUser> {
  const response = await call('POST', '/api/Users', await masterToken(), {
    userName: freshName(what),
    password: PASSWORD,
    levelU: level,
    userIdcriador: parent?.userId ?? null,
  })
  if (response.status !== 201) throw new Error(`${what}: ${response.status} ${await response.text()}`)
  return (await response.json()) as WireUser
}

/** Creates a user with a 24-character name. @returns the name */
export async function createLongNamed(): Promise<string> {
  const userName = `Maria Magdalena ${Date.now() % 100_000_000}`.padEnd(24, 'm')
  const body = { userName, password: PASSWORD, levelU: 2 }
  const response = await call('POST', '/api/Users', await masterToken(), body)
  if (response.status !== 201) throw new Error(`${userName}: ${response.status} ${await response.text()}`)
  return userName
}

/** Creates a branch from an Administrator down to the given level, with one user per level. */
export async function createBranch(downTo: number): Promise<WireUser[]> {
  const branch: WireUser[] = []
  for (let level = 2; level <= downTo; level += 1) {
    const parent = branch.at(-1)
    branch.push(await createPerson(`level ${level}`, parent, level))
  }
  return branch
}

export async function findPerson(userName: string): Promise<WireUser | undefined> {
  return (await listOf<WireUser>('/api/Users')).find((user) => user.userName === userName)
}

export const deletePerson = async (userId: number): Promise<Response> =>
  call('DELETE', `/api/Users/${userId}`, await masterToken())
