import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import type { MachineConfigResponse, MachineRowResponse } from '@console/shared-kernel/schemas'
import { tokenOf } from '../testing/http'
import { FORBIDDEN, pathsOf } from '../testing/people'
import { type Rejection, revertsForTests } from '../testing/reverts'

const { api, people, send, ok, revert, rowsOf, newestOf, newMachine, now, setCredit } = revertsForTests()
const bulkRevert = (ids: readonly (number | undefined)[], body: object = {}) =>
  ok<{ results: { id: number; status: number }[] }>('POST /api/activity/bulk/revert', {
    items: ids.map((activityId) => ({ activityId })),
    ...body,
  })

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
    const answer = await revert(id, undefined, { reason: 'a typing error' })
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
    await setCredit(machine, 30, await tokenOf(api().url, 'distributor1'))
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
    const first = await revert(id, undefined, {}, key)
    await setCredit(machine, 7)
    const again = await revert(id, undefined, {}, key)
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
