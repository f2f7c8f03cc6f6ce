import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from '@jest/globals'
import {
  activityResponse,
  type ActivityResponse,
  type MachineRowResponse,
  type UserResponse,
} from '@console/shared-kernel/schemas'
import { call, tokenOf } from '../testing/http'
import { demoForTests, pathsOf } from '../testing/people'
import { pageOf } from '../src/services/activity'

const { api, people } = demoForTests()

let manager: UserResponse
let owner: UserResponse
let machines: MachineRowResponse[]
let token: string
beforeAll(async () => {
  manager = await people().create('subadmin1', 4)
  owner = await people().create(await people().create(manager, 5), 6)
  for (let made = 0; made < 3; made += 1)
    await call(api().url, `POST /api/machines/auto-create/${owner.userId}`, { token: people().master })
  machines = await people().machinesOf(owner.userName)
  token = await tokenOf(api().url, manager.userName)
  await bulk(machines, {})
})

const read = async (query: string, by = token): Promise<ActivityResponse> => {
  const { status, text, body } = await call(api().url, `GET /api/activity?${query}`, { token: by })
  if (status !== 200) throw new Error(text)
  return activityResponse.parse(body)
}
const bulk = async (some: readonly MachineRowResponse[], headers: Record<string, string>, over = {}) => {
  const body = { items: some.map(({ idMachine }) => ({ machineId: idMachine, add: 25 })), ...over }
  const answer = await call(api().url, 'POST /api/Machines/bulk/credit', { token, body, headers })
  if (answer.status !== 200) throw new Error(answer.text)
}
const CREDITS = 'kind=machine.credit'

describe('a bulk change', () => {
  test('has one id, even if it took several calls with one key; another key has another id', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    await bulk(machines.slice(0, 2), key)
    await bulk(machines.slice(2), key)
    await bulk(machines.slice(0, 1), { 'Idempotency-Key': randomUUID() })
    const { rows } = await read(`${CREDITS}&limit=5`)
    const ids = rows.map(({ requestId }) => requestId)
    expect(new Set(ids.slice(1)).size).toBe(1)
    expect(ids[0]).not.toBe(ids[1])
    expect(rows[0]!.subject).toMatchObject({ ownerName: owner.userName })
  })

  test('is complete on the page on which it begins, and is on no other page', async () => {
    await bulk(machines, { 'Idempotency-Key': randomUUID() })
    const whole = await read(`${CREDITS}&limit=1&wholeBulks=true`)
    expect(whole.rows).toHaveLength(4)
    expect(whole.partial).toBeUndefined()
    const next = await read(`${CREDITS}&limit=1&wholeBulks=true&cursor=${whole.next}`)
    expect(next.rows.map(({ requestId }) => requestId)).not.toContain(whole.rows[0]!.requestId)
    expect((await read(`${CREDITS}&limit=1`)).rows).toHaveLength(1)
  })
})

const found = (text: string) => [...text].map((request_id) => ({ request_id }))
test.each([
  ['abcd', 2, 9, 2, false],
  ['abbbc', 2, 9, 4, false],
  // rows in between belong to the page too, with the rest of their own bulk changes
  ['abcbdcc', 2, 9, 7, false],
  ['ab', 2, 9, 2, false],
  ['abbbbb', 2, 3, 5, true],
  ['abbbb', 2, 3, 5, false],
  ['abbbb', 2, 0, 2, false],
])('of the rows %s, a page of %d with %d ahead contains %d', (text, limit, ahead, end, partial) =>
  expect(pageOf(found(text), limit, ahead)).toEqual({ end, partial }),
)

describe('a search', () => {
  const kindsOf = async (search: string, by = token) =>
    (await read(`search=${encodeURIComponent(search)}&limit=500`, by)).rows.map(({ kind }) => kind)

  test('finds the actor, the target and its owner, ignoring case', async () => {
    const [machine] = machines
    expect(new Set(await kindsOf(machine!.machineName.toUpperCase()))).toContain('machine.create')
    expect(await kindsOf(owner.userName)).toEqual(expect.arrayContaining(['user.create', 'machine.create']))
    expect(await kindsOf(manager.userName)).toEqual(
      expect.arrayContaining(['session.start', 'machine.credit']),
    )
    expect(await kindsOf('no such thing')).toEqual([])
  })

  test('finds a game, even a deleted one', async () => {
    const admin = await tokenOf(api().url, 'admin1')
    const name = `game ${randomUUID()}`
    const body = { name, type: 'Slot', gameState: true }
    const game = await call<{ id: number }>(api().url, 'POST /api/Games', { token: admin, body })
    expect(await kindsOf(name, admin)).toEqual(['game.create'])
    await call(api().url, `DELETE /api/Games/${game.body.id}`, { token: admin })
    expect(await kindsOf(name, admin)).toEqual(['game.delete', 'game.create'])
  })

  test('finds a reason for its author and those above the target, and for nobody else', async () => {
    const reason = `reason ${randomUUID()}`
    await bulk(machines.slice(0, 1), {}, { reason })
    const below = await tokenOf(api().url, owner.userName)
    const seen = await read(CREDITS, below)
    expect(seen.rows[0]).not.toHaveProperty('reason')
    expect(await kindsOf(reason.toUpperCase(), token)).toEqual(['machine.credit'])
    expect(await kindsOf(reason, people().master)).toEqual(['machine.credit'])
    expect(await kindsOf(reason, below)).toEqual([])
  })

  test('does not find addresses, kinds or field names', async () => {
    expect(await kindsOf('127.0.0.1')).toEqual([])
    expect(await kindsOf('creditCents')).toEqual([])
  })

  test('shows nothing of other branches', async () => {
    const stranger = await tokenOf(api().url, 'admin1')
    const outside = await people().create('master', 2)
    expect(await kindsOf(outside.userName, people().master)).toEqual(['user.create'])
    expect(await kindsOf(outside.userName, stranger)).toEqual([])
  })
})

describe('a shift', () => {
  test('contains what the caller has done since their first sign-in, and nothing by others', async () => {
    const shift = await read('shiftHours=16&limit=500')
    expect(new Set(shift.rows.map(({ actor }) => actor?.userId))).toEqual(new Set([manager.userId]))
    const first = shift.rows.at(-1)!
    expect([first.kind, first.at]).toEqual(['session.start', shift.since])
    await tokenOf(api().url, manager.userName)
    expect((await read('shiftHours=1&limit=1')).since).toBe(shift.since)
  })

  test('accepts other filters, and has consecutive pages', async () => {
    const all = (await read('shiftHours=16&limit=500')).rows.map(({ id }) => id)
    const first = await read('shiftHours=16&limit=2')
    const second = await read(`shiftHours=16&limit=2&cursor=${first.next}`)
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(all.slice(0, 4))
    const credits = await read(`shiftHours=16&${CREDITS}`)
    expect(new Set(credits.rows.map(({ kind }) => kind))).toEqual(new Set(['machine.credit']))
  })
})

test.each([
  ['shiftHours=0', 'shiftHours'],
  ['shiftHours=73', 'shiftHours'],
  ['shiftHours=x', 'shiftHours'],
  ['search=', 'search'],
  [`search=${'x'.repeat(101)}`, 'search'],
  ['search=x%00', 'search'],
  ['wholeBulks=1', 'wholeBulks'],
])('with %s the call is rejected and its field is named', async (query, path) => {
  const answer = await call(api().url, `GET /api/activity?${query}`, { token })
  expect([answer.status, pathsOf(answer)]).toEqual([400, [path]])
})
