import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { beforeAll, expect, test } from '@jest/globals'
import type { MachineResponse } from '@console/shared-kernel/schemas'
import { temporaryFolder } from '../testing/cleanUp'
import { demoFolder } from '../testing/demo'
import { copyData } from '../testing/dump'
import { onPostgres } from '../testing/engine'
import { call, tokenOf } from '../testing/http'
import { ALWAYS, report } from '../testing/reports'
import { command, startApi, type Api } from '../testing/server'
import { sql } from '../testing/sql'

let folder: string
/** This month, and the first, the last and another day of the month before it, in the report zone. */
let days: { month: string; first: string; last: string; day: string }

beforeAll(async () => {
  folder = await demoFolder()
  const [found] = sql<typeof days>(
    folder,
    `select to_char(month, 'YYYY-MM') as month, to_char(month - interval '1 month', 'YYYY-MM-DD') as first,
      to_char(month - interval '1 day', 'YYYY-MM-DD') as last, to_char(month - interval '9 days', 'YYYY-MM-DD') as day
      -- the last days may not be rolled up yet
      from date_trunc('month', now() at time zone 'UTC' - interval '2 days') month`,
  )
  if (!found) throw new Error('A select without a table has one row')
  days = found
})

const detach = (...args: string[]) => command('detach-movements', { DATA_DIR: folder }, args)

const wholeDays = () => [
  ALWAYS,
  { ...ALWAYS, dateTo: days.day },
  { dateFrom: days.first, dateTo: days.last },
  { dateFrom: days.day, dateTo: days.day },
  { dateFrom: days.day, dateTo: '2090-12-31' },
]

/** All answers that contain amounts of money. */
async function money(api: Api) {
  const token = await tokenOf(api.url, 'subadmin1')
  const answers: unknown[] = []
  for (const query of wholeDays()) {
    for (const kind of ['internal', 'external'] as const) {
      const { status, body } = await report<unknown[]>(api, token, kind, { ...query, tipoMovs: '2,3' })
      expect([status, body.length > 0]).toEqual([200, true])
      answers.push(body)
    }
  }
  const { body: machines } = await call<MachineResponse[]>(api.url, 'GET /api/Machines', { token })
  return {
    answers,
    machines: machines.map(({ idMachine, credit, profit }) => ({ idMachine, credit, profit })),
  }
}

test('invalid arguments and months without totals are rejected', async () => {
  expect(await detach()).toMatchObject({ code: 1, err: expect.stringContaining('--before must be a month') })
  expect(await detach('--before', '2026-13')).toMatchObject({
    code: 1,
    err: expect.stringContaining('--before must be a month'),
  })
  expect(await detach('--before', '2026-01', '--drop')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Usage: npm run detach-movements'),
  })
  expect(await detach('--before', '2999-01')).toEqual({
    code: 1,
    out: '',
    err: 'detach-movements: Nothing was detached: the totals of these months have not been computed yet\n',
  })
  expect(await detach('--before', '2020-01')).toEqual({
    code: 0,
    out: 'Detached: nothing\n',
    err: '',
  })
})

test('amounts stay the same when months are detached, copied and restored, and their tables dropped', async () => {
  let api = await startApi({ DATA_DIR: folder })
  const token = await tokenOf(api.url, 'subadmin1')
  const [machine] = (await call<MachineResponse[]>(api.url, 'GET /api/Machines', { token })).body
  const headers = { 'idempotency-key': randomUUID() }
  const add = () =>
    call(api.url, 'POST /api/Machines/bulk/credit', {
      token,
      headers,
      body: { items: [{ machineId: machine?.idMachine, add: 5 }] },
    })
  const added = await add()
  expect(added.body).toMatchObject({ results: [{ status: 200 }] })
  const before = await money(api)
  const detail = { queryType: 'Detail', dateFrom: days.day, dateTo: days.day, machineId: machine?.idMachine }
  const list = await report(api, token, 'external', { ...detail, tipoMovs: '2,3' })
  expect(list.status).toBe(200)

  // a server on PostgreSQL keeps running
  if (!onPostgres) await api.stop()
  expect(await detach('--before', days.month)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Detached: (movements_\d{4}_\d\d(, |\n)){2,4}$/),
    err: '',
  })
  if (!onPostgres) api = await startApi({ DATA_DIR: folder })
  expect(await money(api)).toEqual(before)
  expect((await add()).body).toEqual(added.body)
  for (const query of [detail, { dateFrom: days.day, dateTo: days.day, timeFrom: '12:00' }]) {
    expect(await report(api, token, 'external', { ...query, tipoMovs: '2,3' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(`anteriores al ${days.month}-01 00:00 UTC están archivados`) },
    })
  }
  await api.stop()

  const copy = join(temporaryFolder(), 'copy')
  await copyData(folder, copy)
  const restored = await startApi({ DATA_DIR: copy })
  expect(await money(restored)).toEqual(before)
  await restored.stop()
  const detached = `select count(*)::int as n from pg_tables where schemaname = 'detached_movements'`
  expect(sql(copy, detached)).toEqual(sql(folder, detached))

  sql(folder, 'drop schema detached_movements cascade')
  const after = await startApi({ DATA_DIR: folder })
  expect(await money(after)).toEqual(before)
  await after.stop()
})
