import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from '@jest/globals'
import type {
  ActivityResponse,
  ActivityRow,
  CreditResponse,
  MachineConfigResponse,
  MachineRowResponse,
  RevertResponse,
  UserResponse,
} from '@console/shared-kernel/schemas'
import { call, get, tokenOf } from '../testing/http'
import { demoForTests, FORBIDDEN, pathsOf } from '../testing/people'

const { api, people } = demoForTests()
let manager: string
let other: string
beforeAll(async () => {
  manager = await tokenOf(api().url, 'subdistributor1')
  other = await tokenOf(api().url, 'distributor1')
})

const send = <T = unknown>(row: string, body?: object, token = manager, headers = {}) =>
  call<T>(api().url, row, { token, body, headers })
const ok = async <T>(row: string, body?: object, token = manager): Promise<T> => {
  const answer = await send<T>(row, body, token)
  if (answer.status !== 200) throw new Error(`${row}: ${answer.status} ${answer.text}`)
  return answer.body
}
interface Rejection {
  message: string
  current: object
  changedBy: string
  since: ActivityRow[]
}
const revert = <T = RevertResponse>(
  id: number | undefined,
  token = manager,
  body: object = {},
  headers = {},
) => send<T>(`POST /api/activity/${id}/revert`, body, token, headers)
const bulkRevert = (ids: readonly (number | undefined)[], body: object = {}) =>
  ok<{ results: { id: number; status: number }[] }>('POST /api/activity/bulk/revert', {
    items: ids.map((activityId) => ({ activityId })),
    ...body,
  })

const rowsOf = async (query: string, token = manager): Promise<ActivityRow[]> =>
  (await get<ActivityResponse>(`${api().url}/api/activity?${query}`, token)).body.rows
const newestOf = async ({ idMachine }: MachineRowResponse): Promise<ActivityRow> =>
  (await rowsOf(`machineId=${idMachine}&limit=1`))[0]!

const newMachine = async () => (await people().createClient()).machine
const now = async (machine: MachineRowResponse) => (await people().machinesOf(machine.userName))[0]!
const setCredit = async (machine: MachineRowResponse, amount: number, token = manager) =>
  (await ok<CreditResponse>(`PUT /api/Machines/${machine.idMachine}/credit`, { amount }, token)).activityId!

test('changes in one bulk call share a requestId; later changes have another', async () => {
  const machines = [await newMachine(), await newMachine()]
  const items = machines.map(({ idMachine }) => ({ machineId: idMachine, amount: 5 }))
  await ok('POST /api/Machines/bulk/credit', { items })
  const [one, two] = await Promise.all(machines.map(newestOf))
  expect(one!.requestId).toBe(two!.requestId)
  await setCredit(machines[0]!, 6)
  expect((await newestOf(machines[0]!)).requestId).not.toBe(one!.requestId)
})

describe('a revert of a credit', () => {
  test('is itself a change, which names the reverted one and may have a reason', async () => {
    const machine = await newMachine()
    await setCredit(machine, 10)
    const id = await setCredit(machine, 25.5)
    const answer = await revert(id, manager, { reason: 'a typing error' })
    expect(answer).toMatchObject({ status: 200, body: { machine: { credit: 10, creditVersion: '4' } } })
    expect(answer.body.machine).toEqual(await now(machine))
    expect(await newestOf(machine)).toMatchObject({
      kind: 'machine.credit',
      actor: { userName: 'subdistributor1' },
      before: { creditCents: 2_550, version: 3 },
      after: { creditCents: 1_000, version: 4 },
      reason: 'a typing error',
      reverts: id,
    })
  })

  test('is rejected after another change, which the error names', async () => {
    const machine = await newMachine()
    const id = await setCredit(machine, 25)
    await setCredit(machine, 30, other)
    await ok(`PUT /api/Machines/${machine.idMachine}/toggle-block`, { blocked: true })
    const { status, body } = await revert<Rejection>(id)
    expect(status).toBe(409)
    expect(body).toMatchObject({ current: { credit: 30, creditVersion: '3' }, changedBy: 'distributor1' })
    const since = await rowsOf(`machineId=${machine.idMachine}&kind=machine.credit&limit=1`)
    expect(body.since).toEqual(since)
    expect((await now(machine)).credit).toBe(30)
  })

  test('succeeds once: later attempts conflict with the first', async () => {
    const machine = await newMachine()
    const id = await setCredit(machine, 25)
    const answers = await Promise.all(Array.from({ length: 8 }, () => revert<Rejection>(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)])
    const rejected = answers.find(({ status }) => status === 409)
    expect(rejected?.body.since).toMatchObject([{ reverts: id }])
    expect(await now(machine)).toMatchObject({ credit: 0, creditVersion: '3' })
  })

  test('repeated with its key gets the first answer', async () => {
    const machine = await newMachine()
    const id = await setCredit(machine, 25)
    const key = { 'idempotency-key': randomUUID() }
    const first = await revert(id, manager, {}, key)
    await setCredit(machine, 7)
    const again = await revert(id, manager, {}, key)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect((await now(machine)).credit).toBe(7)
  })

  test('can itself be reverted', async () => {
    const machine = await newMachine()
    await revert(await setCredit(machine, 25))
    const { id } = await newestOf(machine)
    expect((await revert(id)).body.machine?.credit).toBe(25)
  })
})

describe('a revert of a block', () => {
  const toggle = (machine: MachineRowResponse, body: object) =>
    ok(`PUT /api/Machines/${machine.idMachine}/toggle-block`, body)
  const SOON = new Date(Date.now() + 3_600_000).toISOString()
  const LATER = new Date(Date.now() + 7_200_000).toISOString()

  test.each<[string, object[], object]>([
    ['unblocks', [{ blocked: true }], { block: false, blockedUntil: null }],
    ['unblocks one with an end', [{ blocked: true, until: SOON }], { block: false, blockedUntil: null }],
    ['blocks', [{ blocked: true }, { blocked: false }], { block: true, blockedUntil: null }],
    [
      'blocks until the same end',
      [{ blocked: true, until: SOON }, { blocked: false }],
      { block: true, blockedUntil: SOON },
    ],
    [
      'sets an earlier end',
      [
        { blocked: true, until: SOON },
        { blocked: true, until: LATER },
      ],
      { block: true, blockedUntil: SOON },
    ],
    [
      'takes an end away',
      [{ blocked: true }, { blocked: true, until: LATER }],
      { block: true, blockedUntil: null },
    ],
  ])('%s', async (_, changes, expected) => {
    const machine = await newMachine()
    for (const body of changes) await toggle(machine, body)
    const { id } = await newestOf(machine)
    expect((await revert(id)).body.machine).toMatchObject(expected)
    expect(await newestOf(machine)).toMatchObject({ reverts: id })
  })

  test('does not restore an end that has since passed, and says so', async () => {
    const { client, machine } = await people().createClient()
    const soon = () => new Date(Date.now() + 2_000).toISOString()
    await toggle(machine, { blocked: true, until: soon() })
    await toggle(machine, { blocked: false })
    const path = `PUT /api/Users/${client.userId}`
    await ok(path, { isBlocked: true, blockedUntil: soon() })
    await ok(path, { isBlocked: false })
    const [unblocked] = await rowsOf(`userId=${client.userId}&kind=user.update&limit=1`)
    await sleep(2_100)
    for (const id of [(await newestOf(machine)).id, unblocked!.id])
      expect(await revert(id)).toMatchObject({
        status: 400,
        body: { message: 'El bloqueo anterior ya habría terminado: no se ha restaurado' },
      })
    expect((await now(machine)).block).toBe(false)
  })

  test('uses the id in the answer to a change that had an effect', async () => {
    const { client, machine } = await people().createClient()
    const toggled = (body: object) =>
      ok<{ activityId?: number }>(`PUT /api/Machines/${machine.idMachine}/toggle-block`, body)
    const { activityId } = await toggled({ blocked: true })
    expect(activityId).toBe((await newestOf(machine)).id)
    expect(await toggled({ blocked: true })).not.toHaveProperty('activityId')
    const put = (body: object) => ok<{ activityId?: number }>(`PUT /api/Users/${client.userId}`, body)
    const changed = await put({ isBlocked: true })
    expect((await revert(changed.activityId)).body.user).toMatchObject({ isBlocked: false })
    expect(await put({ isBlocked: false })).not.toHaveProperty('activityId')
  })

  test('whose reason alone was changed keeps the end, and is recorded as a change', async () => {
    const { client, machine } = await people().createClient()
    await toggle(machine, { blocked: true, until: SOON, reason: 'one' })
    await toggle(machine, { blocked: true, reason: 'two' })
    const second = await newestOf(machine)
    expect(second).toMatchObject({ kind: 'machine.block', reason: 'two' })
    expect((await revert(second.id)).body.machine).toMatchObject({ block: true, blockedUntil: SOON })
    expect(await newestOf(machine)).toMatchObject({ reverts: second.id })
    const path = `PUT /api/Users/${client.userId}`
    await ok(path, { isBlocked: true, blockedUntil: SOON, reason: 'one' })
    const { activityId } = await ok<{ activityId?: number }>(path, { isBlocked: true, reason: 'two' })
    expect((await revert(activityId)).body.user).toMatchObject({ isBlocked: true, blockedUntil: SOON })
    const [last] = await rowsOf(`userId=${client.userId}&kind=user.update&limit=1`)
    const same = { blocked_until: SOON }
    expect(last).toMatchObject({ before: same, after: same, reverts: activityId })
  })

  test('is rejected after a configuration change, which shares the version', async () => {
    const machine = await newMachine()
    await toggle(machine, { blocked: true })
    const { id } = await newestOf(machine)
    await ok(`PUT /api/Machines/${machine.idMachine}/config`, { pingBrowser: 9 })
    const { status, body } = await revert<Rejection>(id)
    expect([status, body.since.map(({ kind }) => kind)]).toEqual([409, ['machine.config']])
    expect((await now(machine)).block).toBe(true)
  })

  test('of a user works; other changes to a user cannot be reverted', async () => {
    const { client } = await people().createClient()
    const path = `PUT /api/Users/${client.userId}`
    const latest = async () => (await rowsOf(`userId=${client.userId}&limit=1`))[0]!
    const token = await tokenOf(api().url, client.userName)
    await ok(path, { isBlocked: true, blockedUntil: SOON })
    const blocked = await latest()
    expect((await send('GET /api/Users/current', undefined, token)).status).toBe(401)
    expect((await revert(blocked.id)).body.user).toMatchObject({ isBlocked: false, blockedUntil: null })
    expect((await send('GET /api/Users/current', undefined, token)).status).toBe(200)
    const lifted = await latest()
    expect(lifted).toMatchObject({ kind: 'user.update', reverts: blocked.id })
    expect((await revert(lifted.id)).body.user).toMatchObject({ isBlocked: true, blockedUntil: SOON })
    expect((await send('GET /api/Users/current', undefined, token)).status).toBe(401)
    await ok(path, { nameClient: 'Another' })
    const answer = await revert((await latest()).id)
    expect([answer.status, pathsOf(answer)]).toEqual([400, ['activityId']])
  })

  test('of a Player may be made by the Client above, who cannot revert changes to machines', async () => {
    const { users, machinesOf } = people()
    const clients = new Map(
      users.filter(({ level, isBlocked }) => level === 6 && !isBlocked).map((one) => [one.userId, one]),
    )
    const isPlayer = ({ level, isBlocked, parentUserId }: UserResponse) =>
      level === 7 && !isBlocked && clients.has(parentUserId!)
    const player = users.find(isPlayer)!
    const client = clients.get(player.parentUserId!)
    const token = await tokenOf(api().url, client!.userName)
    await ok(`PUT /api/Users/${player.userId}`, { isBlocked: true }, token)
    const [blocked] = await rowsOf(`userId=${player.userId}&limit=1`, people().master)
    expect((await revert(blocked!.id, token)).body.user).toMatchObject({ isBlocked: false })
    const [machine] = await machinesOf(player.userName)
    const credited = await setCredit(machine!, machine!.credit + 5, people().master)
    expect(await revert(credited, token)).toMatchObject({ status: 403, body: FORBIDDEN })
    expect((await revert(credited, people().master)).status).toBe(200)
  })
})

describe('a revert of a configuration', () => {
  const configOf = async ({ idMachine }: MachineRowResponse) =>
    ok<MachineConfigResponse>(`GET /api/Machines/${idMachine}/config`)
  const configure = (machine: MachineRowResponse, body: object) =>
    ok(`PUT /api/Machines/${machine.idMachine}/config`, body)

  test('restores the changed fields, including the games', async () => {
    const machine = await newMachine()
    await configure(machine, { listaJuegos: '[1,2,3]', pingBrowser: 40 })
    const before = await configOf(machine)
    await configure(machine, { listaJuegos: '[2,5]', pingBrowser: 50, serviceMode: true })
    const { id } = await newestOf(machine)
    expect((await revert(id)).body.machine).toMatchObject({ serviceMode: false })
    const after = await configOf(machine)
    const games = (JSON.parse(after.listaJuegos) as number[]).sort()
    expect({ ...after, listaJuegos: JSON.stringify(games) }).toEqual({ ...before, version: '4' })
    expect(await newestOf(machine)).toMatchObject({ kind: 'machine.config', reverts: id })
  })

  test('is rejected after another configuration change, but not after a block', async () => {
    const machine = await newMachine()
    await configure(machine, { pingBrowser: 40 })
    const { id } = await newestOf(machine)
    await ok(`PUT /api/Machines/${machine.idMachine}/toggle-block`, { blocked: true })
    expect((await revert(id)).status).toBe(200)
    await configure(machine, { pingBrowser: 50 })
    const first = await newestOf(machine)
    await configure(machine, { pingJuegos: 60 })
    const { status, body } = await revert<Rejection>(first.id)
    expect([status, body.since.length]).toEqual([409, 1])
    expect((await configOf(machine)).pingBrowser).toBe(50)
  })
})

describe('in bulk', () => {
  test('each change has its own result, by the rules of the single call', async () => {
    const [one, two, three] = await Promise.all([newMachine(), newMachine(), newMachine()])
    const { results } = await ok<{ results: { activityId: number }[] }>('POST /api/Machines/bulk/credit', {
      items: [one, two, three].map(({ idMachine }) => ({ machineId: idMachine, add: 5 })),
    })
    const ids = results.map(({ activityId }) => activityId)
    await setCredit(two, 9)
    const unknown = 987_654_321
    const reverted = await bulkRevert([...ids, unknown], { reason: 'the wrong bar' })
    expect(reverted.results).toMatchObject([
      { id: ids[0], status: 200, machine: { idMachine: one.idMachine, credit: 0 } },
      { id: ids[1], status: 409, changedBy: 'subdistributor1', since: [{ after: { creditCents: 900 } }] },
      { id: ids[2], status: 200, machine: { idMachine: three.idMachine, credit: 0 } },
      { id: unknown, status: 403, ...FORBIDDEN },
    ])
    expect(await newestOf(one)).toMatchObject({ reverts: ids[0], reason: 'the wrong bar' })
  })

  test('only the last of several changes to one machine is reverted: other changes followed the rest', async () => {
    const machine = await newMachine()
    const ids = [await setCredit(machine, 5), await setCredit(machine, 6), await setCredit(machine, 7)]
    const { results } = await bulkRevert([...ids].reverse())
    expect(results.map(({ status }) => status)).toEqual([200, 409, 409])
    expect((await now(machine)).credit).toBe(6)
  })

  test('the same change twice is rejected', async () => {
    const answer = await send('POST /api/activity/bulk/revert', {
      items: [{ activityId: 1 }, { activityId: 1 }],
    })
    expect([answer.status, pathsOf(answer)]).toEqual([400, ['items.1.activityId']])
  })
})

describe('a revert is rejected', () => {
  test('for other kinds of changes', async () => {
    const { client, machine } = await people().createClient()
    const [created] = await rowsOf(`machineId=${machine.idMachine}&kind=machine.create`)
    const [user] = await rowsOf(`userId=${client.userId}&kind=user.create`)
    for (const row of [created, user]) {
      const answer = await revert(row?.id)
      expect([answer.status, pathsOf(answer)]).toEqual([400, ['activityId']])
    }
    const game = await send<{ id: number }>(
      'POST /api/Games',
      { name: `Game ${randomUUID()}` },
      people().master,
    )
    expect(game.status).toBe(201)
    const [added] = await rowsOf('kind=game.create&limit=1', people().master)
    expect((await revert(added?.id, people().master)).status).toBe(404)
    expect(await revert(added?.id)).toMatchObject({ status: 403, body: FORBIDDEN })
  })

  test('for a machine that no longer exists', async () => {
    const { client, machine } = await people().createClient()
    const id = await setCredit(machine, 5)
    await send(`DELETE /api/Users/${client.userId}`, undefined, people().master)
    expect(await revert(id)).toMatchObject({ status: 403, body: FORBIDDEN })
    expect((await revert(id, people().master)).status).toBe(404)
  })

  test('for an invalid id', async () => {
    const answer = await send('POST /api/activity/x/revert', {})
    expect([answer.status, pathsOf(answer)]).toEqual([400, ['activityId']])
  })
})
