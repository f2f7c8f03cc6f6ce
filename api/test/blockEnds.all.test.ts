import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type {
  ActivityResponse,
  ActivityRow,
  MachineBlockResponse,
  MachineRowResponse,
  UserResponse,
} from '@console/shared-kernel/schemas'
import { Client } from 'pg'
import { demoFolder } from '../testing/demo'
import { databaseOf, onPostgres, urlOf } from '../testing/engine'
import { call, get, tokenOf } from '../testing/http'
import { sample, scrape } from '../testing/metrics'
import { demoForTests, meetPeople, pathsOf, type People } from '../testing/people'
import { startProcesses, type Api } from '../testing/server'
import { sql } from '../testing/sql'

const MINUTE_MS = 60_000
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString()

describe('the end of a block', () => {
  const { api, people } = demoForTests()
  let manager: string
  beforeAll(async () => {
    manager = await tokenOf(api().url, 'subdistributor1')
  })
  const send = <T = unknown>(row: string, body: object) => call<T>(api().url, row, { token: manager, body })
  const toggle = ({ idMachine }: MachineRowResponse, body: object) =>
    send<MachineBlockResponse>(`PUT /api/Machines/${idMachine}/toggle-block`, body)
  const now = async ({ userName }: MachineRowResponse) => (await people().machinesOf(userName))[0]!
  const userNow = async ({ userId }: UserResponse) => {
    const { body } = await get<UserResponse[]>(`${api().url}/api/Users`, manager)
    return body.find((user) => user.userId === userId)
  }
  const activityOf = async (query: string): Promise<readonly ActivityRow[]> =>
    (await get<ActivityResponse>(`${api().url}/api/activity?${query}`, manager)).body.rows

  test('is shown in the lists and in the activity', async () => {
    const { client, machine } = await people().createClient()
    const until = inMinutes(60)
    const answer = await toggle(machine, { blocked: true, until, reason: 'closed for the night' })
    const activityId = expect.any(Number)
    expect(answer.body).toEqual({ blocked: true, version: '2', blockedUntil: until, activityId })
    expect(await now(machine)).toMatchObject({ block: true, blockedUntil: until })
    expect((await activityOf(`machineId=${machine.idMachine}&limit=1`))[0]).toMatchObject({
      kind: 'machine.block',
      before: { blocked: false },
      after: { blocked: true, until },
      reason: 'closed for the night',
    })
    await send(`PUT /api/Users/${client.userId}`, { isBlocked: true, blockedUntil: until })
    expect(await userNow(client)).toMatchObject({ isBlocked: true, blockedUntil: until })
    expect((await activityOf(`userId=${client.userId}&kind=user.update&limit=1`))[0]).toMatchObject({
      before: { is_blocked: false, blocked_until: null },
      after: { is_blocked: true, blocked_until: until },
    })
  })

  test('stays until somebody changes it, and is removed with the block', async () => {
    const { client, machine } = await people().createClient()
    const [first, second] = [inMinutes(60), inMinutes(90)]
    const steps: [object, string | null][] = [
      [{ blocked: true, until: first }, first],
      [{ blocked: true }, first],
      [{ blocked: true, until: second }, second],
      [{ blocked: true, until: null }, null],
      [{ blocked: true, until: first }, first],
      [{ blocked: false }, null],
      [{ blocked: true }, null],
      [{}, null],
    ]
    for (const [body, end] of steps) {
      await toggle(machine, body)
      expect((await now(machine)).blockedUntil).toBe(end)
    }
    const path = `PUT /api/Users/${client.userId}`
    for (const [body, end] of [
      [{ isBlocked: true, blockedUntil: first }, first],
      [{ nameClient: 'Renamed' }, first],
      [{ isBlocked: true }, first],
      [{ isBlocked: true, blockedUntil: null }, null],
      [{ isBlocked: true, blockedUntil: second }, second],
      [{ isBlocked: false }, null],
    ] as const) {
      await send(path, body)
      expect((await userNow(client))?.blockedUntil).toBe(end)
    }
  })

  test('is the same for all items of a bulk call', async () => {
    const { client, machine } = await people().createClient()
    const until = inMinutes(60)
    const [machineId, userId] = [machine.idMachine, client.userId]
    await send('POST /api/Machines/bulk/block', { items: [{ machineId, blocked: true }], until })
    await send('POST /api/Users/bulk/block', { items: [{ userId, blocked: true }], until })
    expect((await now(machine)).blockedUntil).toBe(until)
    expect((await userNow(client))?.blockedUntil).toBe(until)
  })

  test('is the same instant in any time zone', async () => {
    const { machine } = await people().createClient()
    await toggle(machine, { blocked: true, until: '2098-07-01T08:00:00+02:00' })
    expect((await now(machine)).blockedUntil).toBe('2098-07-01T06:00:00.000Z')
  })

  describe('is rejected, and its field is named', () => {
    test.each<[string, unknown, boolean]>([
      ['in the past', inMinutes(-1), true],
      ['without a zone', '2098-07-01T08:00:00', true],
      ['on a nonexistent day', '2098-02-30T08:00:00Z', true],
      ['as a number', 4_000_000_000, true],
      ['for an unblock', '2098-07-01T08:00:00Z', false],
    ])('%s', async (_, until, blocked) => {
      const { client, machine } = await people().createClient()
      const [machineId, userId] = [machine.idMachine, client.userId]
      const single = await toggle(machine, { blocked, until })
      const user = await send(`PUT /api/Users/${userId}`, { isBlocked: blocked, blockedUntil: until })
      expect([single.status, pathsOf(single)]).toEqual([400, ['until']])
      expect([user.status, pathsOf(user)]).toEqual([400, ['blockedUntil']])
      const row = 'POST /api/Machines/bulk/block'
      const bulk = await send<{ results?: object[] }>(row, { items: [{ machineId, blocked }], until })
      // the whole call is rejected, or each item
      if (bulk.status === 200) expect(bulk.body.results).toMatchObject([{ status: 400 }])
      else expect([bulk.status, pathsOf(bulk)]).toEqual([400, ['until']])
      expect(await now(machine)).toMatchObject({ block: false, version: '1' })
    })

    test('in a toggle that unblocks', async () => {
      const { machine } = await people().createClient()
      const answer = await toggle(machine, { until: '2098-07-01T08:00:00Z' })
      expect([answer.status, pathsOf(answer)]).toEqual([400, ['until']])
    })
  })
})

describe('a block whose end has come', () => {
  let folder: string
  let api: Api
  let people: People
  afterEach(() => api?.stop())

  const start = async (): Promise<void> => {
    api = await startProcesses({ DATA_DIR: folder, METRICS_PORT: '0' }, onPostgres ? 3 : 1)
    people = await meetPeople(api.url)
  }
  const asMaster = <T = unknown>(row: string, body?: object) =>
    call<T>(api.url, row, { token: people.master, body })
  const endsOf = async () =>
    (await asMaster<ActivityResponse>('GET /api/activity?kind=machine.block-end,user.block-end&limit=500'))
      .body.rows
  const machineNow = async ({ userName }: MachineRowResponse) => (await people.machinesOf(userName))[0]!
  /** Returns SQL that moves the end of a block into the past; nothing else in the row changes. */
  const age = (table: string, where: string): string =>
    `update ${table} set blocked_until = clock_timestamp() - interval '90 seconds' where ${where}`
  const waitUntilEnded = async (count: number): Promise<readonly ActivityRow[]> => {
    for (const began = Date.now(); Date.now() - began < 20_000; await sleep(50)) {
      const rows = await endsOf()
      if (rows.length >= count) return rows
    }
    throw new Error(`There are only ${(await endsOf()).length} ends`)
  }

  test('is lifted once, by any process, even after a restart, and has its own activity row', async () => {
    folder = await demoFolder()
    await start()
    const until = inMinutes(60)
    const [due, later, without] = [
      await people.createClient(),
      await people.createClient(),
      await people.createClient(),
    ]
    const block = (machine: MachineRowResponse, body: object) =>
      asMaster(`PUT /api/Machines/${machine.idMachine}/toggle-block`, { blocked: true, ...body })
    await block(due.machine, { until, reason: 'until the repair' })
    await block(later.machine, { until })
    // the last block has no end
    await block(without.machine, { until })
    await block(without.machine, { blocked: false })
    await block(without.machine, {})
    await asMaster(`PUT /api/Users/${due.client.userId}`, { isBlocked: true, blockedUntil: until })
    await api.stop()
    sql(
      folder,
      age('machines', `id = '${due.machine.idMachine}'`),
      age('users', `user_id = ${due.client.userId}`),
    )

    await start()
    const rows = await waitUntilEnded(2)
    const [machineEnd, userEnd] = [
      rows.find(({ kind }) => kind === 'machine.block-end'),
      rows.find(({ kind }) => kind === 'user.block-end'),
    ]
    expect(machineEnd).toMatchObject({
      actor: null,
      subject: { machineId: due.machine.idMachine },
      before: { blocked: true, until: expect.any(String) },
      after: { blocked: false },
    })
    expect(userEnd).toMatchObject({
      actor: null,
      subject: { userId: due.client.userId },
      before: { is_blocked: true, blocked_until: expect.any(String) },
      after: { is_blocked: false },
    })
    expect(await machineNow(due.machine)).toMatchObject({
      block: false,
      blockedUntil: null,
      ownerBlocked: false,
      version: '3',
    })
    expect(
      (await call(api.url, 'GET /api/Users/current', { token: await tokenOf(api.url, due.client.userName) }))
        .status,
    ).toBe(200)
    expect(await machineNow(later.machine)).toMatchObject({ block: true, blockedUntil: until })
    expect(await machineNow(without.machine)).toMatchObject({ block: true, blockedUntil: null })
    // long enough for the other processes to have checked too
    await sleep(1_000)
    expect(await endsOf()).toHaveLength(2)
    // nobody is named: the last change was the end of the block
    const stale = await call<{ changedBy?: string }>(
      api.url,
      `PUT /api/Machines/${due.machine.idMachine}/toggle-block`,
      { token: people.master, body: { blocked: true }, headers: { 'if-match': '2' } },
    )
    expect([stale.status, stale.body.changedBy]).toEqual([409, undefined])
  })

  test('loses its end if only the flag is changed, as an earlier build does', async () => {
    folder = await demoFolder()
    await start()
    const { machine } = await people.createClient()
    await asMaster(`PUT /api/Machines/${machine.idMachine}/toggle-block`, {
      blocked: true,
      until: inMinutes(60),
    })
    await api.stop()
    const flag = (value: boolean) =>
      `update machines set is_blocked = ${value} where id = '${machine.idMachine}'`
    const [row] = sql<object>(
      folder,
      flag(false),
      flag(true),
      `select is_blocked, blocked_until from machines where id = '${machine.idMachine}'`,
    )
    expect(row).toEqual({ is_blocked: true, blocked_until: null })
  })

  test('stays on a retired machine, and does not count as late in the metrics', async () => {
    folder = await demoFolder()
    // retired machines and deleted users stay as they are
    sql(
      folder,
      `update machines set is_blocked = true, blocked_until = now() - interval '1 hour', retired_at = now() where key = 1`,
    )
    await start()
    expect(sample(await scrape(api), 'console_api_block_end_delay_seconds')).toBe(0)
    expect(await endsOf()).toEqual([])
  })

  if (onPostgres) {
    test('is late while another transaction locks the row, which delays no other end', async () => {
      folder = await demoFolder()
      sql(
        folder,
        `update machines set is_blocked = true, blocked_until = now() - interval '90 seconds' where key in (1, 2, 3)`,
      )
      const holder = new Client({ connectionString: urlOf(databaseOf(folder)) })
      await holder.connect()
      try {
        await holder.query('begin')
        await holder.query('select from machines where key = 2 for update')
        await start()
        expect(await waitUntilEnded(2)).toHaveLength(2)
        const delay = sample(await scrape(api), 'console_api_block_end_delay_seconds')
        expect(delay).toBeGreaterThan(89)
        await holder.query('commit')
        // the next run is a minute from now, or when a process starts
        await api.stop()
        await start()
        expect(await waitUntilEnded(3)).toHaveLength(3)
      } finally {
        await holder.end()
      }
    })
  }
})
