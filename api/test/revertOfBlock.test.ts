import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import type { MachineRowResponse, UserResponse } from '@console/shared-kernel/schemas'
import { tokenOf } from '../testing/http'
import { FORBIDDEN, pathsOf } from '../testing/people'
import { type Rejection, revertsForTests } from '../testing/reverts'

const { api, people, send, ok, revert, rowsOf, newestOf, newMachine, now, setCredit } = revertsForTests()

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
