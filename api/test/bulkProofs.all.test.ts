import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type {
  ActivityResponse,
  ErrorResponse,
  MachineRowResponse,
  UserResponse,
} from '@console/shared-kernel/schemas'
import { demoFolder } from '../testing/demo'
import { totpCode, enrol, FACTOR_KEY, firstStep, secondStep } from '../testing/factors'
import { call, tokenOf } from '../testing/http'
import { auditOf, meetPeople } from '../testing/people'
import { startApi, type Api } from '../testing/server'
import { sql } from '../testing/sql'

/** Setting a machine's credit to this many cents expires the proof of the session, once. */
const EXPIRES_AT = 1_234_567
let api: Api
let folder: string

beforeAll(async () => {
  folder = await demoFolder()
  // a sequence keeps its number when the row is rolled back
  sql(
    folder,
    'create sequence expired',
    `create function expire_proof() returns trigger language plpgsql as $$ begin
      if new.after ->> 'creditCents' = '${EXPIRES_AT}' and nextval('expired') = 1 then
        update sessions set proved_at = proved_at - interval '1 hour' where user_id = new.actor_id;
      end if;
      return null;
    end $$`,
    `create trigger expire_proof after insert on audit for each row
      when (new.action = 'machine.credit') execute function expire_proof()`,
  )
  api = await startApi({ DATA_DIR: folder, DEMO_DATA: 'true', FACTOR_KEY })
})
afterAll(() => api?.stop())

interface Results extends ErrorResponse {
  results: (ErrorResponse & { id: string; status: number; activityId?: number })[]
}

test('changes that add nothing need no proof, however much was changed before, so that a mistake can be undone', async () => {
  const people = await meetPeople(api.url)
  const user = await people.create('distributor1', 5)
  const clients: UserResponse[] = []
  for (let count = 0; count < 11; count += 1) clients.push(await people.create(user, 6))
  const { token: proved, secret, recoveryCodes } = await enrol(api.url, user)
  await call(api.url, 'POST /api/Auth/proof', { token: proved, body: { code: totpCode(secret, 1) } })
  const { body: machines } = await call<MachineRowResponse[]>(api.url, 'GET /api/Machines', { token: proved })
  const [machine, other] = machines.map(({ idMachine }) => `/api/Machines/${idMachine}`)
  const changesOf = async (of: string) => {
    const { body } = await call<ActivityResponse>(api.url, `GET /api/activity?${of}`, { token: proved })
    return body.rows.map(({ id }) => id)
  }
  const amount = 9_000
  const blocks = (blocked: boolean) => ({ items: clients.map(({ userId }) => ({ userId, blocked })) })
  const blockedUntil = new Date(Date.now() + 3_600_000).toISOString()
  const [first, second] = clients.map(({ userId }) => userId)
  const large: [string, object][] = [
    [`PUT ${machine}/credit`, { amount }],
    [`PUT ${other}/credit`, { amount }],
    [`PUT ${machine}/config`, { pingBrowser: 33 }],
    [`PUT ${other}/toggle-block`, { blocked: true }],
    ['POST /api/Users/bulk/block', blocks(true)],
    [`PUT /api/Users/${first}`, { isBlocked: true, blockedUntil }],
  ]
  for (const [row, body] of large)
    expect((await call(api.url, row, { token: proved, body })).status).toBe(200)
  const [configured] = await changesOf(`machineId=${machines[0]?.idMachine}`)
  const [stopped] = await changesOf(`machineId=${machines[1]?.idMachine}`)
  const [prolonged] = await changesOf(`userId=${first}`)
  const [blocked] = await changesOf(`userId=${second}`)

  // another session has no proof, as this one will have none later
  const id = await firstStep(api.url, user.userName)
  const { token } = (await secondStep(api.url, id, { code: recoveryCodes[0] })).body
  const statusesOf = async (rows: readonly (readonly [string, object])[]) => {
    const statuses: unknown[] = []
    for (const [row, body] of rows) {
      const answer = await call<Partial<Results>>(api.url, row, { token, body })
      statuses.push(answer.body.results?.map(({ status }) => status) ?? answer.status)
    }
    return statuses
  }
  const machineId = machines[0]?.idMachine
  expect(
    await statusesOf([
      ['POST /api/Machines/bulk/credit', { items: [{ machineId, amount: amount + 1 }] }],
      ['POST /api/Machines/bulk/credit', { items: [{ machineId, amount }] }],
      [`POST /api/activity/${configured}/revert`, {}],
      [`POST /api/activity/${stopped}/revert`, {}],
      [`POST /api/activity/${prolonged}/revert`, {}],
      ['POST /api/activity/bulk/revert', { items: [{ activityId: blocked }] }],
      ['POST /api/Users/bulk/block', blocks(false)],
      ['POST /api/Users/bulk/block', blocks(true)],
    ]),
  ).toEqual([403, [200], 200, 200, 200, [200], clients.map(() => 200), 403])
})

test('the first of several calls is rejected for what follows, before its first row, and passes after a proof', async () => {
  const people = await meetPeople(api.url)
  const user = await people.create('distributor1', 5)
  const clients: UserResponse[] = []
  for (let count = 0; count < 11; count += 1) clients.push(await people.create(user, 6))
  const { token, secret } = await enrol(api.url, user)
  const list = 'GET /api/Machines'
  const { body: machines } = await call<MachineRowResponse[]>(api.url, list, { token })
  const keys: Record<string, string> = {}
  const send = (row: string, body: object) => {
    const headers = { 'idempotency-key': (keys[row] ??= randomUUID()) }
    return call<Results>(api.url, row, { token, body, headers })
  }
  const credits = machines.map(({ idMachine: machineId }) => ({ machineId, add: 1_000 }))
  const blocks = clients.map(({ userId }) => ({ userId, blocked: true }))
  const credit = (items: object[], followedBy?: object[]) =>
    send('POST /api/Machines/bulk/credit', { items, followedBy })

  const calls: [string, object[]][] = [
    ['POST /api/Machines/bulk/credit', credits],
    ['POST /api/Users/bulk/block', blocks],
  ]
  for (const [row, items] of calls) {
    const { status, body } = await send(row, { items: items.slice(0, 2), followedBy: items.slice(2) })
    expect([status, body.code]).toEqual([403, 'proof-required'])
  }
  const stored = async () =>
    (await call<MachineRowResponse[]>(api.url, list, { token })).body.map((machine) => machine.credit)
  expect(await stored()).toEqual(machines.map(() => 0))
  // items that the caller may not change do not count, and the key does not cover what follows
  const { machine: foreign } = await people.createClient()
  const others = [{ machineId: foreign.idMachine, add: 90_000 }]
  const { body: first } = await credit(credits.slice(0, 2), others)
  expect(first.results.map(({ status }) => status)).toEqual([200, 200])
  expect(await stored()).toEqual(machines.map((_, index) => (index < 2 ? 1_000 : 0)))
  const { body: next } = await credit(credits.slice(2, 6))
  expect(next.results.map(({ status }) => status)).toEqual([200, 200, 200, 200])

  const { userId: above } = people.named('admin1')
  const block = { items: blocks.slice(0, 2), followedBy: [{ userId: above, blocked: true }] }
  expect((await send('POST /api/Users/bulk/block', block)).body.results).toHaveLength(2)

  const changes = [...first.results, ...next.results].map(({ activityId }) => ({ activityId }))
  const revert = 'POST /api/activity/bulk/revert'
  const { body: foreignChange } = await call<{ activityId: number }>(
    api.url,
    `PUT /api/Machines/${foreign.idMachine}/credit`,
    { token: people.master, body: { amount: 90_000 } },
  )
  const one = { items: changes.slice(0, 1), followedBy: [{ activityId: foreignChange.activityId }] }
  expect((await send(revert, one)).body.results).toHaveLength(1)
  const items = changes.slice(0, 2)
  expect((await send(revert, { items, followedBy: changes.slice(2) })).body.code).toBe('proof-required')
  await call(api.url, 'POST /api/Auth/proof', { token, body: { code: totpCode(secret, 1) } })
  expect((await send(revert, { items, followedBy: changes.slice(2) })).body.results).toHaveLength(2)
  expect(await stored()).toEqual(machines.map((_, index) => (index > 1 && index < 6 ? 1_000 : 0)))
})

test('if a proof expires during a bulk call, only that row is rejected, naming the methods, and a repeated call does the rest once', async () => {
  const people = await meetPeople(api.url)
  const manager = await people.create('distributor1', 5)
  for (let count = 0; count < 3; count += 1) await people.create(manager, 6)
  const row = 'GET /api/Machines'
  const token = await tokenOf(api.url, manager.userName)
  const { body: machines } = await call<MachineRowResponse[]>(api.url, row, { token })
  const ids = machines.map(({ idMachine }) => idMachine)
  const { token: proved, secret } = await enrol(api.url, manager)
  const prove = (step: number) =>
    call(api.url, 'POST /api/Auth/proof', { token: proved, body: { code: totpCode(secret, step) } })
  expect((await prove(1)).status).toBe(200)

  const amounts = [12_000, EXPIRES_AT / 100, 13_000]
  const items = ids.map((machineId, index) => ({ machineId, amount: amounts[index] }))
  const headers = { 'idempotency-key': randomUUID() }
  const send = () =>
    call<Results>(api.url, 'POST /api/Machines/bulk/credit', { token: proved, body: { items }, headers })
  const first = await send()
  expect(first.body.results).toMatchObject([
    { id: ids[0], status: 200 },
    { id: ids[1], status: 403, code: 'proof-required', methods: ['totp', 'recovery'] },
    { id: ids[2], status: 200 },
  ])

  const again = await send()
  expect(again.body.results.map(({ id, status }) => [id, status])).toEqual(ids.map((id) => [id, 200]))
  const { body: after } = await call<MachineRowResponse[]>(api.url, row, { token: proved })
  expect(after.map(({ credit }) => credit)).toEqual(amounts)
  await api.stop()
  for (const id of ids) {
    const changes = auditOf(folder, `machine ${id}`).filter(({ action }) => action === 'machine.credit')
    expect(changes).toHaveLength(1)
  }
})
