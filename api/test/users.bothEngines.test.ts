import { beforeAll, describe, expect, test } from '@jest/globals'
import {
  countryListResponse,
  currentUserResponse,
  userListResponse,
  type UserResponse,
} from '@console/shared-kernel/schemas'
import { ACCOUNTS, allUsers, get, tokenOf, type Answer } from '../testing/http'
import { findUser } from '../testing/people'
import type { Urls } from '../testing/server'
import { sharedDemoApi } from '../testing/sharedServer'

let api: Urls
let users: UserResponse[]

beforeAll(async () => {
  api = await sharedDemoApi()
  users = await allUsers(api.url)
})

const idsOf = (list: readonly UserResponse[]): number[] =>
  list.map(({ userId }) => userId).sort((a, b) => a - b)
const named = (name: string) => findUser(users, name)
const parents = (): Map<number, number | null> =>
  new Map(users.map(({ userId, parentUserId }) => [userId, parentUserId]))

/** Computed from the parent links alone; the server uses its paths instead. */
function idsBelow(top: number): number[] {
  const parentOf = parents()
  const isBelow = (id: number): boolean => {
    const parent = parentOf.get(id) ?? null
    return parent !== null && (parent === top || isBelow(parent))
  }
  return [...parentOf.keys()].filter(isBelow).sort((a, b) => a - b)
}

const list = async (token: string, path: string): Promise<Answer<UserResponse[]>> => {
  const answer = await get<UserResponse[]>(`${api.url}/api/Users${path}`, token)
  expect(answer.status).toBe(200)
  return answer
}

describe.each(ACCOUNTS)('the lists of %s', (name) => {
  test('[CALL-6] [PRODUCT-8] all-hierarchy returns the caller and exactly everyone below', async () => {
    const token = await tokenOf(api.url, name)
    const { userId } = named(name)
    const expected = [userId, ...idsBelow(userId)].sort((a, b) => a - b)
    expect(idsOf((await list(token, '/all-hierarchy')).body)).toEqual(expected)
    expect(idsOf((await list(token, '')).body)).toEqual(expected)
  })

  test('[ROLE-3] [ROLE-4] children returns exactly everyone below, without the caller', async () => {
    const token = await tokenOf(api.url, name)
    const { userId } = named(name)
    expect(idsOf((await list(token, '/children')).body)).toEqual(idsBelow(userId))
    expect(idsOf((await list(token, `/children/${userId}`)).body)).toEqual(idsBelow(userId))
  })

  test('[CALL-5] current returns the caller as listed, and the features beyond the specified calls', async () => {
    const token = await tokenOf(api.url, name)
    const { status, body } = await get(`${api.url}/api/Users/current`, token)
    expect(status).toBe(200)
    const everybodys = {
      trend: {},
      activity: {},
      ledger: {},
      userAccess: {},
      health: {},
      reason: { requiredAboveCents: null },
      revert: {},
      blockEnd: {},
      notes: {},
      passwordStrength: {},
      events: { position: expect.any(String) },
      security: { totp: false, passkeys: false },
    }
    const caller = findUser((await list(token, '')).body, name)
    const features =
      caller.level <= 5 ? { ...everybodys, attention: {}, overview: {}, commonConfig: {} } : everybodys
    expect(body).toEqual({ ...caller, features })
    currentUserResponse.strict().parse(body)
  })

  test("[CALL-6] children of a user returns everyone below, and 403 outside the caller's subtree", async () => {
    const token = await tokenOf(api.url, name)
    const caller = named(name)
    const own = new Set([caller.userId, ...idsBelow(caller.userId)])
    // every seventh user is enough: all levels are among them
    for (const { userId } of users.filter((_, index) => index % 7 === 0)) {
      const answer = await get<UserResponse[]>(`${api.url}/api/Users/children/${userId}`, token)
      if (caller.level === 1 || own.has(userId)) expect(idsOf(answer.body)).toEqual(idsBelow(userId))
      else expect(answer.status).toBe(403)
    }
  })
})

describe('an invalid user id', () => {
  test.each(['abc', '-1', '1.5', '1e3', '0x1', '1;drop table users', '%27', '٣', '9'.repeat(30)])(
    '%s gets 400',
    async (id) => {
      const token = await tokenOf(api.url, 'admin1')
      expect(await get(`${api.url}/api/Users/children/${encodeURI(id)}`, token)).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'userId' }] },
      })
    },
  )
})

describe('a user in a list', () => {
  test('[ENTITY-1] has exactly the fields of the contract', () => {
    expect(() => userListResponse.element.strict().array().parse(users)).not.toThrow()
  })

  test('[ENTITY-1] has the chain of creators from the Master to the user', () => {
    expect(named('player1').treeUserNamesCreators).toBe(ACCOUNTS.join('/'))
    for (const { userId, userName, parentUserId, treeUserNamesCreators } of users) {
      const parent = users.find((user) => user.userId === parentUserId)
      expect({ userId, chain: treeUserNamesCreators }).toEqual({
        userId,
        chain: parent ? `${parent.treeUserNamesCreators}/${userName}` : userName,
      })
    }
  })

  test('[ENTITY-1] has the sum of the machines below', async () => {
    const machines = new Map(users.map(({ userId, numeroMaquinas }) => [userId, numeroMaquinas]))
    for (const { userId, level, numeroMaquinas } of users.filter((user) => user.level <= 5)) {
      const children = users.filter(({ parentUserId }) => parentUserId === userId)
      const below = children.reduce((sum, child) => sum + (machines.get(child.userId) ?? 0), 0)
      expect({ userId, level, numeroMaquinas }).toEqual({ userId, level, numeroMaquinas: below })
    }
    const { body } = await get<unknown[]>(`${api.url}/api/Machines`, await tokenOf(api.url, 'master'))
    expect(named('master').numeroMaquinas).toBe(body.length)
    expect(named('player1').numeroMaquinas).toBeGreaterThan(0)
  })

  test("[ROLE-6] has the parent's country below level 2", () => {
    for (const user of users.filter(({ level }) => level > 2)) {
      const parent = users.find(({ userId }) => userId === user.parentUserId)
      expect(user.countryName).toBe(parent?.countryName)
    }
  })
})

test('[CALL-10] [ENTITY-8] the list of countries begins with Spain', async () => {
  const { status, body } = await get<unknown[]>(
    `${api.url}/api/Users/countries`,
    await tokenOf(api.url, 'player1'),
  )
  expect(status).toBe(200)
  countryListResponse.element.strict().array().min(10).parse(body)
  expect(body[0]).toEqual({ id: 1, name: 'Spain' })
})
