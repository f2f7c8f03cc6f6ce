import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import type {
  ActivityResponse,
  ErrorResponse,
  GameResponse,
  MachineRowResponse,
  UserResponse,
} from '@console/shared-kernel/schemas'
import { factorDemo } from '../testing/factorDemo'
import { totpCode, enrol, type Enrolled } from '../testing/factors'
import { call, tokenOf, type Answer } from '../testing/http'
import { newUser } from '../testing/people'

const { api, people, prove, firstStep, secondStep } = factorDemo()

interface Manager extends Enrolled {
  clients: UserResponse[]
  machines: MachineRowResponse[]
}

/** A Sub-Distributor with a factor and some Clients of its own. */
async function newManager(clients = 2): Promise<Manager> {
  const user = await people().create('distributor1', 5)
  const made: UserResponse[] = []
  for (let count = 0; count < clients; count += 1) made.push(await people().create(user, 6))
  const { body } = await call<MachineRowResponse[]>(api().url, 'GET /api/Machines', {
    token: await tokenOf(api().url, user.userName),
  })
  return { ...(await enrol(api().url, user)), clients: made, machines: body }
}

const putCredit = (
  { machines }: Manager,
  token: string,
  amount: number,
  { machine = 0, key }: { machine?: number; key?: string } = {},
) =>
  call<ErrorResponse>(api().url, `PUT /api/Machines/${machines[machine]?.idMachine}/credit`, {
    token,
    body: { amount },
    headers: key ? { 'idempotency-key': key } : {},
  })
const creditsOf = async ({ machines }: Manager) => {
  const { body } = await call<MachineRowResponse[]>(api().url, 'GET /api/Machines', {
    token: people().master,
  })
  return machines.map(({ idMachine }) => body.find((one) => one.idMachine === idMachine)?.credit)
}

const change = ({ token }: { token: string }, row: string, body?: object) =>
  call<ErrorResponse & { results: { status: number }[] }>(api().url, row, { token, body })

const expectAsked = ({ status, body }: Answer<ErrorResponse>) =>
  expect([status, body.code, body.methods]).toEqual([403, 'proof-required', ['totp', 'recovery']])

describe('credit changes of more than 10,000 within ten minutes', () => {
  test('need a proof: the call that exceeds the sum changes nothing and stores no key', async () => {
    const manager = await newManager()
    const { token, secret } = manager
    expect((await putCredit(manager, token, 6_000)).status).toBe(200)
    expect((await putCredit(manager, token, 4_000, { machine: 1 })).status).toBe(200)
    const key = randomUUID()
    expectAsked(await putCredit(manager, token, 4_000.01, { machine: 1, key }))
    expect(await creditsOf(manager)).toEqual([6_000, 4_000])
    const proved = await prove(token, { code: totpCode(secret, 1) })
    expect(proved.status).toBe(200)
    expect(Date.parse(proved.body.until) - Date.now()).toBeGreaterThan(4.5 * 60_000)
    expect((await putCredit(manager, token, 4_000.01, { machine: 1, key })).status).toBe(200)
    expect((await putCredit(manager, token, 50_000)).status).toBe(200)
  })

  test('include both increases and decreases', async () => {
    const manager = await newManager(1)
    expect((await putCredit(manager, manager.token, 5_000)).status).toBe(200)
    expect((await putCredit(manager, manager.token, 0)).status).toBe(200)
    expectAsked(await putCredit(manager, manager.token, 1))
  })

  test('are summed over all sessions of the user, but a proof covers only its own session', async () => {
    const manager = await newManager()
    const { token, secret, user, recoveryCodes } = manager
    const id = await firstStep(user.userName)
    const other = (await secondStep(id, { code: recoveryCodes[0] })).body.token
    expect((await putCredit(manager, other, 9_000)).status).toBe(200)
    expectAsked(await putCredit(manager, token, 2_000, { machine: 1 }))
    expect((await prove(token, { code: totpCode(secret, 1) })).status).toBe(200)
    expectAsked(await putCredit(manager, other, 2_000, { machine: 1 }))
    expect((await putCredit(manager, token, 2_000, { machine: 1 })).status).toBe(200)
  })

  test('cannot avoid the proof by splitting the sum over concurrent calls', async () => {
    const manager = await newManager(6)
    const answers = await Promise.all(
      manager.machines.map((_, machine) => putCredit(manager, manager.token, 4_000, { machine })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    const credits = (await creditsOf(manager)).reduce<number>((sum, credit = 0) => sum + credit, 0)
    expect(credits).toBe(8_000)
  })

  test('in a bulk call are rejected before the first row', async () => {
    const manager = await newManager(3)
    const { token, secret, machines } = manager
    const bulk = (key: string, amount = 4_000) =>
      call<ErrorResponse & { results: { status: number }[] }>(api().url, 'POST /api/Machines/bulk/credit', {
        token,
        headers: { 'idempotency-key': key },
        body: {
          items: machines.map(({ idMachine }, index) =>
            index === 0 ? { machineId: idMachine, add: amount } : { machineId: idMachine, amount },
          ),
        },
      })
    const key = randomUUID()
    // stores no key, so the key can be reused with other content
    expectAsked(await bulk(key, 5_000))
    expect(await creditsOf(manager)).toEqual([0, 0, 0])
    await prove(token, { code: totpCode(secret, 1) })
    const statuses = [200, 200, 200]
    expect((await bulk(key)).body.results.map(({ status }) => status)).toEqual(statuses)
    // a repetition changes nothing and needs no proof
    expect((await bulk(key)).body.results.map(({ status }) => status)).toEqual(statuses)
    expect(await creditsOf(manager)).toEqual([4_000, 4_000, 4_000])
  })

  test('include reverts, single or in bulk, which are rejected before the first row', async () => {
    const manager = await newManager(2)
    const { token, secret } = manager
    const changeOf = async (answer: Promise<Answer<unknown>>) =>
      ((await answer).body as { activityId: number }).activityId
    const first = await changeOf(putCredit(manager, token, 4_000))
    const second = await changeOf(putCredit(manager, token, 4_000, { machine: 1 }))
    const items = [{ activityId: first }, { activityId: second }]
    const revert = () => change(manager, `POST /api/activity/${first}/revert`, {})
    const bulk = () => change(manager, 'POST /api/activity/bulk/revert', { items })
    expectAsked(await revert())
    expectAsked(await bulk())
    expect(await creditsOf(manager)).toEqual([4_000, 4_000])
    await prove(token, { code: totpCode(secret, 1) })
    expect((await bulk()).body.results.map(({ status }) => status)).toEqual([200, 200])
    expect(await creditsOf(manager)).toEqual([0, 0])
  })

  test('to machines that the caller may not change are not counted: a rejection would reveal their credit', async () => {
    const { token } = await newManager(1)
    const { machine } = await people().createClient()
    const items = [{ machineId: machine.idMachine, amount: 90_000 }]
    const { status, body } = await change({ token }, 'POST /api/Machines/bulk/credit', { items })
    expect([status, body.results.map((result) => result.status)]).toEqual([200, [403]])
  })

  test('by a user without a factor never need a proof', async () => {
    const { machine } = await people().createClient()
    const row = `PUT /api/Machines/${machine.idMachine}/credit`
    expect((await change({ token: people().master }, row, { amount: 90_000 })).status).toBe(200)
  })
})

describe('a proof', () => {
  test.each([
    ['nothing', {}],
    ['a wrong code', { code: '000000' }],
    ['the password', { code: 'demo1234' }],
    ['another recovery code', { code: 'AAAA-AAAA-AAAA-AAAA' }],
  ])('is rejected if it is %s, and the session continues', async (_, body) => {
    const { token } = await newManager(0)
    const answer = await prove(token, body)
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, 'code'])
    expect((await call(api().url, 'GET /api/Users/current', { token })).status).toBe(200)
  })

  test('cannot be a code that was used to sign in', async () => {
    const { user, secret } = await newManager(0)
    const code = totpCode(secret, 1)
    const { body } = await secondStep(await firstStep(user.userName), { code })
    expect((await prove(body.token, { code })).status).toBe(400)
  })

  test('by a user without a factor is rejected', async () => {
    expect((await prove(people().master, { code: '123456' })).status).toBe(400)
  })

  test('can be guessed at most ten times in 15 minutes', async () => {
    const { token, secret } = await newManager(0)
    const statuses: number[] = []
    for (let time = 0; time < 10; time += 1) statuses.push((await prove(token, { code: '000000' })).status)
    expect(statuses).toEqual([...Array<number>(9).fill(400), 429])
    expect((await prove(token, { code: totpCode(secret, 1) })).status).toBe(429)
  })
})

describe('other sensitive changes need a proof', () => {
  test('deleting a user or game, or setting another user’s password, but not other edits', async () => {
    const manager = await newManager(1)
    const [client] = manager.clients as [UserResponse]
    const row = `PUT /api/Users/${client.userId}`
    expectAsked(await change(manager, row, { password: 'violet anchor 47 lantern' }))
    expect((await change(manager, row, { nameClient: 'Bar' })).status).toBe(200)
    // a Sub-Distributor may not delete; the Master has no factor
    const admin = await people().create('master', 2)
    const { token, secret } = await enrol(api().url, admin)
    const subadmin = await people().create(admin, 3)
    const game = { name: 'Proof', type: 'Slot', gameState: true }
    const { body: made } = await call<GameResponse>(api().url, 'POST /api/Games', { token, body: game })
    const off = { token, body: { ...game, gameState: false } }
    expect((await call(api().url, `PUT /api/Games/${made.id}`, off)).status).toBe(200)
    const deletions = [`DELETE /api/Users/${subadmin.userId}`, `DELETE /api/Games/${made.id}`]
    for (const deletion of deletions) expectAsked(await call<ErrorResponse>(api().url, deletion, { token }))
    await prove(token, { code: totpCode(secret, 1) })
    for (const deletion of deletions) expect((await call(api().url, deletion, { token })).status).toBe(204)
  })

  test('creating a manager, whose password would outlive the session, but not a Client or Player', async () => {
    const manager = await people().create('subadmin1', 4)
    const { token, secret } = await enrol(api().url, manager)
    const body = newUser(5)
    const create = (key: string) =>
      call<ErrorResponse & UserResponse>(api().url, 'POST /api/Users', {
        token,
        body,
        headers: { 'idempotency-key': key },
      })
    const key = randomUUID()
    expectAsked(await create(key))
    await prove(token, { code: totpCode(secret, 1) })
    expect((await create(key)).status).toBe(201)
    const { body: subdistributor } = await create(key)
    const below = await enrol(api().url, subdistributor)
    const client = await call(api().url, 'POST /api/Users', { token: below.token, body: newUser(6) })
    expect(client.status).toBe(201)
  })

  test('blocking more than ten users in ten minutes, in one call or one by one', async () => {
    const manager = await newManager(11)
    const items = manager.clients.map(({ userId }) => ({ userId, blocked: true }))
    expectAsked(await change(manager, 'POST /api/Users/bulk/block', { items }))
    expect((await change(manager, 'POST /api/Users/bulk/block', { items: items.slice(0, 10) })).status).toBe(
      200,
    )
    const last = items[10]!.userId
    expectAsked(await change(manager, `PUT /api/Users/${last}`, { isBlocked: true }))
    await prove(manager.token, { code: totpCode(manager.secret, 1) })
    expect((await change(manager, `PUT /api/Users/${last}`, { isBlocked: true })).status).toBe(200)
    // without a proof in this session, an edit that newly blocks nobody is accepted, whatever the form sends
    const id = await firstStep(manager.user.userName)
    const { token } = (await secondStep(id, { code: manager.recoveryCodes[0] })).body
    const edited = { nameClient: 'Bar', isBlocked: true }
    expect((await call(api().url, `PUT /api/Users/${last}`, { token, body: edited })).status).toBe(200)
  })

  test('blocking one user and all users below, more than ten in total', async () => {
    const user = await people().create('subadmin1', 4)
    const below = await people().create(user, 5)
    for (let count = 0; count < 9; count += 1) await people().create(below, 6)
    const manager: Manager = { ...(await enrol(api().url, user)), clients: [], machines: [] }
    const row = `PUT /api/Users/${below.userId}`
    const items = [{ userId: below.userId, blocked: true }]
    // ten users
    for (const isBlocked of [true, false])
      expect((await change(manager, row, { isBlocked })).status).toBe(200)
    await people().create(below, 6)
    expectAsked(await change(manager, row, { isBlocked: true }))
    expectAsked(await change(manager, 'POST /api/Users/bulk/block', { items }))
    await prove(manager.token, { code: totpCode(manager.secret, 1) })
    expect((await change(manager, row, { isBlocked: true })).status).toBe(200)
  })

  test('blocking again by reverting an unblock', async () => {
    const manager = await newManager(11)
    const items = manager.clients.map(({ userId }) => ({ userId, blocked: true }))
    await change(manager, 'POST /api/Users/bulk/block', { items: items.slice(0, 10) })
    const last = items[10]!.userId
    const row = `PUT /api/Users/${last}`
    // blocked and unblocked by the Master, who has no factor
    for (const isBlocked of [true, false])
      await call(api().url, row, { token: people().master, body: { isBlocked } })
    const { body } = await call<ActivityResponse>(api().url, `GET /api/activity?userId=${last}&limit=1`, {
      token: people().master,
    })
    const activityId = body.rows[0]!.id
    expectAsked(await change(manager, `POST /api/activity/${activityId}/revert`, {}))
    expectAsked(await change(manager, 'POST /api/activity/bulk/revert', { items: [{ activityId }] }))
    await prove(manager.token, { code: totpCode(manager.secret, 1) })
    expect((await change(manager, `POST /api/activity/${activityId}/revert`, {})).status).toBe(200)
  })

  test('resetting the factor of a user below', async () => {
    const manager = await newManager(1)
    const [client] = manager.clients as [UserResponse]
    await enrol(api().url, client)
    const row = `POST /api/Users/${client.userId}/reset-factor`
    expectAsked(await change(manager, row))
    await prove(manager.token, { code: totpCode(manager.secret, 1) })
    expect((await change(manager, row)).status).toBe(200)
  })
})
