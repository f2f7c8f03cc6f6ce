import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type {
  ActivityResponse,
  ActivityRow,
  CreditResponse,
  MachineRowResponse,
  NoteResponse,
  RevertResponse,
} from '@console/shared-kernel/schemas'
import { commitGate, type CommitGate } from '../testing/commitGate'
import { expectClosedChain } from '../testing/creditChain'
import { demoFolder } from '../testing/demo'
import { ask, databaseOf, urlOf } from '../testing/engine'
import { call, get, tokenOf } from '../testing/http'
import { FORBIDDEN, meetPeople, type People } from '../testing/people'
import { command, startProcesses, type Api } from '../testing/server'

let folder: string
let database: string
let apis: Api[]
let people: People
let gate: CommitGate
/** The token of the operator above all new machines. */
let manager: string
beforeAll(async () => {
  folder = await demoFolder()
  database = urlOf(databaseOf(folder))
  apis = await Promise.all([1, 2, 3].map(() => startProcesses({ DATA_DIR: folder }, 1)))
  people = await meetPeople(url(0))
  manager = await tokenOf(url(0), 'subdistributor1')
  gate = await commitGate(database)
})
afterAll(async () => {
  await gate?.end()
  await Promise.all((apis ?? []).map((api) => api.stop()))
})

const url = (index: number): string => apis[index % 3]!.url
const PROCESSES = [0, 1, 2]
const everywhere = <T>(ask: (index: number) => Promise<T>): Promise<T[]> => Promise.all(PROCESSES.map(ask))

const newMachine = async () => (await people.createClient()).machine
const setCredit = (index: number, { idMachine }: MachineRowResponse, amount: number, reason?: string) =>
  call<CreditResponse>(url(index), `PUT /api/Machines/${idMachine}/credit`, {
    token: manager,
    body: { amount, reason },
  })
const changed = async (...change: Parameters<typeof setCredit>): Promise<number> => {
  const { status, body } = await setCredit(...change)
  expect(status).toBe(200)
  return body.activityId!
}

type Reverted = RevertResponse & { since?: ActivityRow[] }
const revert = (index: number, id: number, reason?: string) =>
  call<Reverted>(url(index), `POST /api/activity/${id}/revert`, { token: manager, body: { reason } })
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()

const rowsOf = async (index: number, query: string, token: string) =>
  (await get<ActivityResponse>(`${url(index)}/api/activity?${query}`, token)).body.rows

/** Resolves when a change waits for the lock of another one, whose commit is held. */
async function waitUntilOneWaits(): Promise<void> {
  const waiting = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'advisory'`
  while ((await ask<{ count: number }>(database, waiting))[0]!.count === 0) await sleep(20)
}

/** Makes a change whose commit is held until the other one waits for it. */
async function raced<First, Second>(first: () => Promise<First>, second: () => Promise<Second>) {
  await gate.close()
  const one = first()
  await gate.held(1)
  const other = second()
  await waitUntilOneWaits()
  await gate.open()
  return Promise.all([one, other])
}

describe('three processes', () => {
  test('revert one change once, and name that revert in the other answers', async () => {
    const machine = await newMachine()
    await changed(0, machine, 10)
    const id = await changed(1, machine, 25)
    const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => revert(index, id)))
    expect(statusesOf(answers)).toEqual([200, ...Array<number>(8).fill(409)])
    for (const { status, body } of answers)
      if (status === 409) expect(body.since).toMatchObject([{ reverts: id }])
    const rows = await expectClosedChain(url(2), people, machine, 3)
    expect(rows.at(-1)).toMatchObject({ reverts: id, after: { creditCents: 1_000 } })
  })

  test('revert each change of a bulk change once', async () => {
    const machines = await Promise.all([newMachine(), newMachine(), newMachine(), newMachine()])
    const ids: number[] = []
    for (const [index, machine] of machines.entries()) ids.push(await changed(index, machine, 5))
    const answers = await everywhere((index) =>
      call<{ results: { id: number; status: number }[] }>(url(index), 'POST /api/activity/bulk/revert', {
        token: manager,
        // calls that name the changes in different orders must not deadlock
        body: { items: (index === 1 ? ids.toReversed() : ids).map((activityId) => ({ activityId })) },
      }),
    )
    for (const id of ids) {
      const results = answers.flatMap(({ body }) => body.results.filter((result) => result.id === id))
      expect(statusesOf(results)).toEqual([200, 409, 409])
    }
    for (const machine of machines) await expectClosedChain(url(0), people, machine, 2)
  })

  test('do not revert over a change that another process commits first, and name that change', async () => {
    const machine = await newMachine()
    const id = await changed(0, machine, 25)
    const [change, refused] = await raced(
      () => setCredit(1, machine, 40),
      () => revert(2, id),
    )
    expect([change.status, refused.status]).toEqual([200, 409])
    expect(refused.body).toMatchObject({
      current: { credit: 40, creditVersion: '3' },
      since: [{ id: change.body.activityId }],
    })
    const rows = await expectClosedChain(url(0), people, machine, 2)
    expect(rows.at(-1)?.after.creditCents).toBe(4_000)
  })

  test('apply a change that follows a revert, but reject one against the version before it', async () => {
    const machine = await newMachine()
    const { body } = await setCredit(0, machine, 25)
    const [reverted, change] = await raced(
      () => revert(1, body.activityId!),
      () => setCredit(2, machine, 40),
    )
    expect([reverted.status, change.status]).toEqual([200, 200])
    const again = await call(url(0), `PUT /api/Machines/${machine.idMachine}/credit`, {
      token: manager,
      body: { amount: 50 },
      headers: { 'if-match': body.creditVersion! },
    })
    expect(again.status).toBe(409)
    const rows = await expectClosedChain(url(1), people, machine, 3)
    expect(rows.map(({ after }) => after.creditCents)).toEqual([2_500, 0, 4_000])
  })

  test('lose no amount when changes and their reverts run concurrently', async () => {
    const machine = await newMachine()
    const ids: number[] = []
    let made = 0
    for (let round = 0; round < 5; round += 1) {
      ids.push(await changed(round, machine, round + 1))
      const id = ids.at(-1)!
      const answers = await Promise.all([
        revert(round, id),
        setCredit(round + 1, machine, 100 + round),
        revert(round + 2, ids[0]!),
        revert(round + 1, id),
      ])
      made += 1 + answers.filter(({ status }) => status === 200).length
      for (const { status } of answers) expect([200, 409]).toContain(status)
    }
    await expectClosedChain(url(0), people, machine, made)
    const { out, code } = await command('check-invariants', { DATA_DIR: folder })
    expect(out).toContain('machines whose credit differs from their last audit row: 0')
    expect(code).toBe(0)
  })

  test('show a reason to its author and users above, and never to the owner of the machine', async () => {
    const { client, machine } = await people.createClient()
    const id = await changed(0, machine, 25, 'Paid at the counter')
    expect((await revert(1, id, 'Wrong machine')).status).toBe(200)
    const owner = await tokenOf(url(2), client.userName)
    const query = `machineId=${machine.idMachine}&kind=machine.credit`
    const reasonsIn = (token: string) =>
      everywhere(async (index) => (await rowsOf(index, query, token)).map(({ reason }) => reason ?? null))
    const reasons = ['Wrong machine', 'Paid at the counter']
    expect(await reasonsIn(manager)).toEqual([reasons, reasons, reasons])
    expect(await reasonsIn(people.master)).toEqual([reasons, reasons, reasons])
    expect(await reasonsIn(owner)).toEqual(PROCESSES.map(() => [null, null]))
    const found = await everywhere((index) =>
      rowsOf(index, `${query}&search=${encodeURIComponent('wrong MACHINE')}`, manager),
    )
    for (const rows of found) expect(rows).toMatchObject([{ reverts: id }])
  })

  test('revert a machine block, a user block and a configuration change once each', async () => {
    const { client, machine } = await people.createClient()
    const changes = [
      [
        `PUT /api/Machines/${machine.idMachine}/toggle-block`,
        { blocked: true },
        `machineId=${machine.idMachine}`,
      ],
      [
        `PUT /api/Machines/${machine.idMachine}/config`,
        { pingBrowser: 41 },
        `machineId=${machine.idMachine}`,
      ],
      [`PUT /api/Users/${client.userId}`, { isBlocked: true }, `userId=${client.userId}`],
    ] as const
    for (const [row, body, subject] of changes) {
      expect((await call(url(0), row, { token: manager, body })).status).toBe(200)
      const [made] = await rowsOf(1, `${subject}&limit=1`, manager)
      const answers = await everywhere((index) => revert(index, made!.id))
      expect(statusesOf(answers)).toEqual([200, 409, 409])
      const rows = await rowsOf(2, `${subject}&limit=2`, manager)
      expect(rows.map(({ reverts }) => reverts)).toEqual([made!.id, undefined])
    }
  })

  test('revert credits and blocks for 24 hours, and configuration changes until they are archived', async () => {
    const machine = await newMachine()
    const path = `PUT /api/Machines/${machine.idMachine}`
    const change = (row: string, body: object) => call(url(0), path + row, { token: manager, body })
    await changed(0, machine, 25)
    await change('/toggle-block', { blocked: true })
    await change('/config', { pingBrowser: 41 })
    const rows = await rowsOf(1, `machineId=${machine.idMachine}&limit=3`, manager)
    const ids = rows.map(({ id }) => id).join()
    await ask(database, 'alter table audit disable trigger audit_append_only')
    await ask(database, `update audit set at = at - interval '25 hours' where id in (${ids})`)
    await ask(database, 'alter table audit enable trigger audit_append_only')
    const statuses = new Map<string, number>()
    for (const { id, kind } of rows) statuses.set(kind, (await revert(2, id)).status)
    expect(Object.fromEntries(statuses)).toEqual({
      'machine.credit': 400,
      'machine.block': 400,
      'machine.config': 200,
    })
    expect((await people.machinesOf(machine.userName))[0]).toMatchObject({ credit: 25, block: true })
  })
})

describe('a note that one process wrote', () => {
  const read = (index: number, query: string, token = manager) =>
    get<NoteResponse[]>(`${url(index)}/api/notes?${query}`, token)
  const remove = (index: number, id: number) =>
    call(url(index), `DELETE /api/notes/${id}`, { token: manager })

  test('can be read and found in all, and is gone from all once one has deleted it', async () => {
    const { client, machine } = await people.createClient()
    const owner = await tokenOf(url(0), client.userName)
    const note = await call<NoteResponse>(url(0), 'POST /api/notes', {
      token: manager,
      body: { machineId: machine.idMachine, text: `Coin slot of ${client.userName} is worn` },
    })
    expect(note.status).toBe(201)
    const queries = [
      `machineId=${machine.idMachine}`,
      `search=${encodeURIComponent(`SLOT of ${client.userName}`)}`,
    ]
    for (const query of queries)
      for (const { body } of await everywhere((index) => read(index, query)))
        expect(body).toEqual([note.body])
    for (const answer of await everywhere((index) => read(index, queries[0]!, owner)))
      expect(answer).toMatchObject({ status: 403, body: FORBIDDEN })
    for (const { body } of await everywhere((index) => read(index, queries[1]!, owner)))
      expect(body).toEqual([])

    const removed = await everywhere((index) => remove(index, note.body.id))
    expect(statusesOf(removed)).toEqual([204, 403, 403])
    for (const query of queries)
      for (const { body } of await everywhere((index) => read(index, query))) expect(body).toEqual([])
    const acts = await rowsOf(2, 'kind=note.create,note.delete&limit=2', manager)
    expect(acts.map(({ kind }) => kind)).toEqual(['note.delete', 'note.create'])
  })
})
