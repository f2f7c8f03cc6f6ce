import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type {
  ActivityResponse,
  CreditResponse,
  MachineResponse,
  UserResponse,
} from '@console/shared-kernel/schemas'
import { API_ACCESS } from '../src/http/accessRules'
import { beginCall, call, get, logout, tokenOf } from '../testing/http'
import { meetPeople, type People } from '../testing/people'
import type { Urls } from '../testing/server'
import { sharedDemoApi } from '../testing/sharedServer'
import { PASSWORD } from '../src/foundation/demoAccounts'
import { addressOf, BODIES } from './attacks/calls'

/** Sessions that end after a request's headers have arrived, and before its body has. */
let api: Urls
let people: People
let admin: UserResponse
let client: UserResponse
let machine: MachineResponse
/** The activity row of a credit change of the machine. */
let activityId: number

beforeAll(async () => {
  api = await sharedDemoApi()
  people = await meetPeople(api.url)
  admin = await people.create('master', 2)
  const distributor = await people.create(await people.create(admin, 3), 4)
  client = await people.create(await people.create(distributor, 5), 6)
  machine = (await people.machinesOf(client.userName))[0]!
  const row = `PUT /api/Machines/${machine.idMachine}/credit`
  const { body } = await call<CreditResponse>(api.url, row, { token: people.master, body: { amount: 1 } })
  activityId = body.activityId!
})
afterEach(() => change({ isBlocked: false }))

/** The administrator's newest change, as it stands in the audit. */
async function lastChange() {
  const row = `GET /api/activity?actorId=${admin.userId}&limit=500`
  const { body } = await call<ActivityResponse>(api.url, row, { token: people.master })
  return body.rows.find(({ kind }) => !kind.startsWith('session.'))
}

/** Write routes, called as the administrator: a user who wrote nothing is not in the audit. */
const WRITES = Object.entries(API_ACCESS)
  .filter(([row, { caller }]) => caller === 'signed-in' && !/^GET |logout$/.test(row))
  .map(([row]) => row)

/** Bodies that make a call do more than its sample body does. */
const OTHERS: readonly [row: string, about: () => UserResponse, body: object][] = [
  ['PUT /api/Users/:userId', () => client, { password: 'violet anchor 47 lantern' }],
  [
    'PUT /api/Users/:userId',
    () => admin,
    { password: 'violet anchor 47 lantern', currentPassword: PASSWORD },
  ],
]

const change = async (body: object): Promise<void> => {
  const row = `PUT /api/Users/${admin.userId}`
  expect((await call(api.url, row, { token: people.master, body })).status).toBe(200)
}

const REVOCATIONS: Record<string, (token: string) => Promise<unknown>> = {
  'signed out': async (token) => expect(await logout(api.url, token)).toBe(204),
  blocked: () => change({ isBlocked: true }),
  'given another password': () => change({ password: PASSWORD }),
}

/** Calls that write nothing, or not with these bodies: they may be answered for a second after the session. */
const WITHOUT_WRITE = /^POST \/api\/Auth\/(totp|passkeys\/options|proof|proof\/passkey|password-strength) /

/** A user may have at most 40 short calls in flight. */
const HALVES = [0, 1]

test.each(Object.keys(REVOCATIONS).flatMap((revocation) => HALVES.map((half) => ({ revocation, half }))))(
  'a caller who was $revocation while request bodies were still arriving changes nothing: half $half',
  async ({ revocation, half }) => {
    const before = await lastChange()
    const token = await tokenOf(api.url, admin.userName)
    const begun: [string, Awaited<ReturnType<typeof beginCall>>][] = []
    const { idMachine: machineId } = machine
    const attacker = { api, token, userId: client.userId, machineId, gameId: 1, activityId, noteId: 1 }
    const writes = [
      ...WRITES.map((row) => [row, client, BODIES[row]?.sample(attacker) ?? {}] as const),
      ...OTHERS.map(([row, about, body]) => [row, about(), body] as const),
    ].filter((_, index) => index % 2 === half)
    for (const [row, { userId }, body] of writes) {
      const own = { sessionId: randomUUID(), passkeyId: 'none' }
      const path = addressOf({ ...attacker, ...own, userId }, row)
      begun.push([`${row} ${JSON.stringify(body)}`, await beginCall(api.url, path, token, body)])
      // a later call got through, so the session of this one has been checked
      expect((await get(`${api.url}/api/Users/current`, token)).status).toBe(200)
    }
    await REVOCATIONS[revocation]!(token)
    const statuses: Record<string, number> = {}
    const finish = async (calls: typeof begun) => {
      for (const [name, one] of calls) statuses[name] = await one.finish()
    }
    await finish(begun.filter(([name]) => !WITHOUT_WRITE.test(name)))
    while ((await get(`${api.url}/api/Users/current`, token)).status !== 401) await sleep(20)
    await finish(begun.filter(([name]) => WITHOUT_WRITE.test(name)))
    expect(statuses).toEqual(Object.fromEntries(begun.map(([name]) => [name, 401])))
    expect(await lastChange()).toEqual(before)
  },
)

describe('after the answer to a revocation, no write succeeds', () => {
  const version = async (): Promise<string | undefined> => {
    const machines = await people.machinesOf(client.userName)
    return machines.find(({ idMachine }) => idMachine === machine.idMachine)?.creditVersion
  }

  test.each(Object.keys(REVOCATIONS))('by a caller who was %s during many writes', async (revocation) => {
    for (let round = 0; round < 4; round += 1) {
      const token = await tokenOf(api.url, admin.userName)
      const writing = Array.from({ length: 8 }, async () => {
        let status = 200
        while (status === 200) {
          const row = `PUT /api/Machines/${machine.idMachine}/credit`
          ;({ status } = await call(api.url, row, { token, body: { amount: round } }))
        }
        return status
      })
      const before = await version()
      while ((await version()) === before);
      await REVOCATIONS[revocation]!(token)
      const after = await version()
      expect(await Promise.all(writing)).toEqual(Array<number>(8).fill(401))
      expect(await version()).toBe(after)
      expect(await lastChange()).toMatchObject({ kind: 'machine.credit' })
      await change({ isBlocked: false })
    }
  })
})
