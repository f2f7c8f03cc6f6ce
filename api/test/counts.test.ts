import { beforeAll, describe, expect, test } from '@jest/globals'
import {
  type MachineResponse,
  userCountsListResponse,
  userCountsResponse,
  type UserCountsResponse,
  type UserResponse,
} from '@console/shared-kernel/schemas'
import { call, tokenOf } from '../testing/http'
import { demoForTests } from '../testing/people'

const { api, people } = demoForTests()
const read = <T>(row: string, token: string) => call<T>(api().url, `GET /api/${row}`, { token })

let users: readonly UserResponse[]
let machines: readonly MachineResponse[]

/** Counted one by one, from the lists. */
function plainCounts({ userId, treeUserNamesCreators: tree }: UserResponse): UserCountsResponse {
  const isBelow = (other: UserResponse) => other.treeUserNamesCreators.startsWith(`${tree}/`)
  const below = users.filter(isBelow)
  const owners = new Set([userId, ...below.map((user) => user.userId)])
  const owned = machines.filter((machine) => owners.has(machine.userId))
  return {
    userId,
    users: below.length,
    blockedUsers: below.filter(({ isBlocked }) => isBlocked).length,
    machines: owned.length,
    blockedMachines: owned.filter(({ block }) => block).length,
    onlineMachines: owned.filter(({ isConnected }) => isConnected).length,
  }
}

beforeAll(async () => {
  const { master } = people()
  const { client, machine } = await people().createClient()
  const gone = await people().createClient()
  await call(api().url, `DELETE /api/Users/${gone.client.userId}`, { token: master })
  const block = `PUT /api/Machines/${machine.idMachine}/toggle-block`
  await call(api().url, block, { token: master, body: { blocked: true } })
  await call(api().url, `PUT /api/Users/${client.userId}`, { token: master, body: { isBlocked: true } })
  users = (await read<UserResponse[]>('Users', master)).body
  machines = (await read<MachineResponse[]>('Machines', master)).body
})

describe('the counts of branches', () => {
  test.each(['master', 'admin1', 'subadmin1', 'distributor1', 'subdistributor1'])(
    'for %s cover the caller and every user below who has users below',
    async (name) => {
      const token = await tokenOf(api().url, name)
      const { status, body } = await read('Users/counts', token)
      expect(status).toBe(200)
      const visible = (await read<UserResponse[]>('Users', token)).body
      const expected = visible.map(plainCounts).filter((counts) => counts.users > 0)
      expect(userCountsListResponse.parse(body)).toEqual(expected)
      expect(expected.length).toBeGreaterThan(0)
    },
  )

  test('are empty for a user without users below', async () => {
    const { status, body } = await read('Users/counts', await tokenOf(api().url, 'player1'))
    expect([status, body]).toEqual([200, []])
  })

  test('can be read for one user, even one without users below', async () => {
    for (const name of ['master', 'admin1', 'subdistributor1', 'client1', 'player1']) {
      const user = people().named(name)
      const { body } = await read(`Users/counts/${user.userId}`, people().master)
      expect(userCountsResponse.strict().parse(body)).toEqual(plainCounts(user))
    }
    const { blockedUsers, blockedMachines, onlineMachines } = plainCounts(people().named('master'))
    for (const count of [blockedUsers, blockedMachines, onlineMachines]) expect(count).toBeGreaterThan(0)
  })
})
