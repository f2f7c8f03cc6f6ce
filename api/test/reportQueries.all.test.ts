import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { movementRows } from '@console/shared-kernel/schemas'
import { get, tokenOf } from '../testing/http'
import { isUnder, startWithLedger, type Ledger } from '../testing/movements'
import { findUser } from '../testing/people'
import { ALWAYS, report, reportPath, type Query } from '../testing/reports'
import type { Api } from '../testing/server'

let api: Api
let ledger: Ledger

beforeAll(async () => void ({ api, ledger } = await startWithLedger()))
afterAll(() => api?.stop())

describe('movement lists', () => {
  const list = async <Row>(query: Query): Promise<Row[]> => {
    const { status, body } = await report<Row[]>(api, await tokenOf(api.url, 'admin1'), 'external', {
      ...ALWAYS,
      ...query,
    })
    expect(status).toBe(200)
    return body
  }
  const expected = (...types: number[]) =>
    ledger.movements.filter(
      ({ type, owner_id }) =>
        types.includes(type) && isUnder(ledger, owner_id, findUser(ledger.users, 'admin1').userId),
    )
  const dateAndHour = (local: string) => {
    const [date = '', Hour] = local.split(' ')
    return { Date: date.split('-').reverse().join('-'), Hour }
  }

  test('[CONST-15] Detail: every movement of the requested types, in chronological order', async () => {
    const rows = movementRows.Detail.strict()
      .array()
      .parse(await list({ queryType: 'Detail' }))
    expect(rows.length).toBeGreaterThan(5000)
    expect(rows).toEqual(
      expected(2, 3).map(({ name, local, type, in_cents, out_cents }) => ({
        Machine: name,
        ...dateAndHour(local),
        Type: type === 2 ? 'Cash in' : 'Cash out',
        IN: in_cents / 100,
        OUT: out_cents / 100,
      })),
    )
    expect(Object.keys(rows[0] ?? {})).toEqual(['Machine', 'Date', 'Hour', 'Type', 'IN', 'OUT'])
  })

  test('[CONST-15] Tickets: number, amount and state, whatever tipoMovs is', async () => {
    const rows = movementRows.Tickets.strict()
      .array()
      .parse(await list({ queryType: 'Tickets', tipoMovs: '2,3' }))
    expect(rows.map(({ Machine, Date, Hour, Amount }) => ({ Machine, Date, Hour, Amount }))).toEqual(
      expected(5).map(({ name, local, out_cents }) => ({
        Machine: name,
        ...dateAndHour(local),
        Amount: out_cents / 100,
      })),
    )
    expect(rows.every(({ Ticket, State }) => /^\d{9}$/.test(Ticket) && State !== '')).toBe(true)
    expect(Object.keys(rows[0] ?? {})).toEqual(['Machine', 'Date', 'Hour', 'Ticket', 'Amount', 'State'])
  })

  test('[CONST-15] POS: operation and amount', async () => {
    const rows = movementRows.POS.strict()
      .array()
      .parse(await list({ queryType: 'POS' }))
    expect(rows).toHaveLength(expected(6).length)
    expect(new Set(rows.map(({ Operation }) => Operation))).toEqual(new Set(['Charge', 'Payout']))
    expect(Object.keys(rows[0] ?? {})).toEqual(['Machine', 'Date', 'Hour', 'Operation', 'Amount'])
  })
})

describe('invalid input is rejected and named', () => {
  test.each<[string, Query]>([
    ['queryType', { queryType: undefined }],
    ['queryType', { queryType: 'total' }],
    ['queryType', { queryType: 'Total per game' }],
    ['dateFrom', { dateFrom: undefined }],
    ['dateFrom', { dateFrom: '01-01-2026' }],
    ['dateFrom', { dateFrom: '2026-02-30' }],
    ['dateFrom', { dateFrom: '1899-12-31' }],
    ['dateTo', { dateTo: '2100-01-01' }],
    ['dateTo', { dateTo: '2026-01-01T00:00:00Z' }],
    ['timeFrom', { timeFrom: '24:00' }],
    ['timeFrom', { timeFrom: '7:00' }],
    ['timeTo', { timeTo: '23:59:59' }],
    ['timeTo', { timeTo: '' }],
    ['dateTo', { dateFrom: '2026-01-02' }],
    ['timeTo', { timeFrom: '12:01', timeTo: '12:00' }],
    ['subAdminId', { subAdminId: 'abc' }],
    ['distributorId', { distributorId: '1.5' }],
    ['subDistributorId', { subDistributorId: -1 }],
    ['clientId', { clientId: '' }],
    ['clientId', { clientId: '1;drop table users' }],
    ['machineId', { machineId: '17' }],
    ['globalSearch', { globalSearch: 'yes' }],
  ])('[CALL-28] [CONST-21] %s: %j', async (path, query) => {
    const token = await tokenOf(api.url, 'admin1')
    for (const call of ['internal', 'external'] as const) {
      expect(await report(api, token, call, query)).toMatchObject({
        status: 400,
        body: { errors: [{ path }] },
      })
    }
  })

  test.each(['', '7', '0', '2,', '2;3', '2, 3', '22'])('[CALL-29] tipoMovs=%j', async (tipoMovs) => {
    expect(await report(api, await tokenOf(api.url, 'admin1'), 'external', { tipoMovs })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'tipoMovs' }] },
    })
  })

  test('several invalid fields are all named, and so is a field that is sent twice', async () => {
    const token = await tokenOf(api.url, 'admin1')
    const path = `${reportPath('internal', { dateFrom: 'x', clientId: '1' })}&clientId=2`
    const { body } = await get<{ errors: { path: string }[] }>(`${api.url}${path}`, token)
    expect(body.errors.map((error) => error.path)).toEqual(['dateFrom', 'clientId'])
  })

  test.each(['Detail', 'Detail (Jackpots)', 'Total per game', 'Tickets', 'POS'])(
    '[CONST-16] the internal report supports only Total: %s',
    async (queryType) => {
      expect(await report(api, await tokenOf(api.url, 'master'), 'internal', { queryType })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'queryType' }] },
      })
    },
  )
})

test('[CALL-26] [CALL-27] the external service accepts the same token, until it is signed out at the API', async () => {
  const token = await tokenOf(api.url, 'client1')
  const url = `${api.externalUrl}${reportPath('external', {})}`
  expect((await get(url, token)).status).toBe(200)
  expect((await get(url)).status).toBe(401)
  expect((await get(url, `${token}x`)).status).toBe(401)
  await fetch(`${api.url}/api/Auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  expect((await get(url, token)).status).toBe(401)
})
