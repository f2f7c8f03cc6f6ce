import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  detailRow,
  externalTotalRow,
  internalTotalRow,
  posRow,
  ticketRow,
} from '@console/shared-kernel/contracts/report.schema'
import { normaliseReportRows, returnPercentage } from '@console/shared-kernel/contracts/reportRow'
import type { UserResponse } from '@console/shared-kernel/contracts/user.schema'
import { demoFolder } from './support/demo'
import { ACCOUNTS, allUsers, get, tokenOf } from './support/http'
import { report, reportPath, type Query } from './support/reports'
import { startApi, type Api } from './support/server'
import { sql } from './support/sql'

interface Movement {
  readonly machine_id: string
  readonly name: string
  readonly owner_id: number
  readonly type: number
  /** Local time of the report zone: YYYY-MM-DD HH:MM:SS. */
  readonly local: string
  readonly in_cents: number
  readonly out_cents: number
}

let api: Api
let users: UserResponse[]
let movements: Movement[]

/** Everything the demo data holds, read from the database before the server has it. */
beforeAll(async () => {
  const folder = await demoFolder()
  movements = sql<Movement>(
    folder,
    `select machine_id, m.name, owner_id, type, in_cents::int, out_cents::int,
      to_char(occurred_at at time zone 'Europe/Madrid', 'YYYY-MM-DD HH24:MI:SS') as local
      from movements v join machines m on m.id = v.machine_id order by occurred_at, v.id`,
  )
  sql(
    folder,
    `insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
      select id, 2, '2098-05-05 12:00Z', 100, 0 from machines, generate_series(1, 700)`,
  )
  api = await startApi({ DATA_DIR: folder })
  users = await allUsers(api.url)
})
afterAll(() => api?.stop())

const named = (name: string): UserResponse => {
  const user = users.find(({ userName }) => userName === name)
  if (!user) throw new Error(`No demo user ${name}`)
  return user
}

function isUnder(userId: number, top: number): boolean {
  if (userId === top) return true
  const parent = users.find((user) => user.userId === userId)?.parentUserId ?? null
  return parent !== null && isUnder(parent, top)
}

const always: Query = { dateFrom: '2000-01-01', dateTo: '2090-12-31' }

interface Sums {
  movements: number
  in: number
  out: number
}

/** The sums by machine of what an owner's subtree did between two local minutes, added up one by one. */
function expectedSums(top: number, types: number[], from = '2000-01-01 00:00', to = '2090-12-31 23:59') {
  const sums = new Map<string, Sums>()
  for (const { machine_id, owner_id, type, local, in_cents, out_cents } of movements) {
    const minute = local.slice(0, 16)
    if (!types.includes(type) || minute < from || minute > to || !isUnder(owner_id, top)) continue
    const sum = sums.get(machine_id) ?? { movements: 0, in: 0, out: 0 }
    sums.set(machine_id, {
      movements: sum.movements + 1,
      in: sum.in + in_cents,
      out: sum.out + out_cents,
    })
  }
  return sums
}

/** The answer as the client reads it, by machine. */
function readSums(body: unknown): Map<string, Sums> {
  const ids = (body as { machineId: string }[]).map(({ machineId }) => machineId)
  const rows = normaliseReportRows(body)
  return new Map(
    rows.map(
      ({ movementCount, inCents, outCents, betCents, winCents, profitCents, returnPercent }, index) => {
        expect([betCents, winCents, profitCents]).toEqual([inCents, outCents, inCents - outCents])
        expect(returnPercent).toBeCloseTo(returnPercentage(inCents, outCents), 1)
        return [ids[index] ?? '', { movements: movementCount, in: inCents, out: outCents }]
      },
    ),
  )
}

describe.each(ACCOUNTS)('the totals of %s', (name) => {
  test('[CALL-25] [CALL-35] [STATE-33] internal: plays of exactly the own subtree, a row a machine', async () => {
    const { status, body } = await report(api, await tokenOf(api.url, name), 'internal', always)
    expect(status).toBe(200)
    expect(readSums(body)).toEqual(expectedSums(named(name).userId, [1]))
  })

  test('[CALL-26] [CALL-29] external: cash of exactly the own subtree, searched globally or not', async () => {
    const token = await tokenOf(api.url, name)
    const expected = expectedSums(named(name).userId, [2, 3])
    for (const query of [{ tipoMovs: '2,3', globalSearch: 'true' }, {}]) {
      const { body } = await report(api, token, 'external', { ...always, ...query })
      expect(readSums(body)).toEqual(expected)
    }
  })
})

describe('rows', () => {
  test('[ENTITY-24] [ENTITY-25] internal: bet, win, won and lost, as the contract says and nothing more', async () => {
    const { body } = await report(api, await tokenOf(api.url, 'master'), 'internal', always)
    const rows = internalTotalRow.strict().array().min(100).parse(body)
    for (const { totalBet, totalWin, totalProfit, ganado, perdido } of rows) {
      expect(ganado).toBe(totalWin)
      expect(perdido).toBe(Math.max(0, totalProfit))
      expect(totalProfit).toBeCloseTo(totalBet - totalWin, 6)
    }
  })

  test('[ENTITY-24] external: pago and cobro, money with at most two decimals', async () => {
    const { body, text } = await report(api, await tokenOf(api.url, 'master'), 'external', always)
    externalTotalRow.strict().array().min(100).parse(body)
    expect(text).not.toMatch(/\.\d{3}/)
  })

  test('[ENTITY-24] nothing paid in is 0 percent', async () => {
    const { body } = await report(api, await tokenOf(api.url, 'master'), 'external', {
      ...always,
      tipoMovs: '3',
    })
    const rows = externalTotalRow.array().min(100).parse(body)
    expect(rows.map(({ returnPercentage: percent }) => percent)).toEqual(rows.map(() => 0))
  })

  test('[CALL-29] tipoMovs chooses the movements', async () => {
    const token = await tokenOf(api.url, 'admin1')
    for (const types of [[1], [2], [3, 2, 3], [1, 2, 3, 4, 5, 6]]) {
      const { body } = await report(api, token, 'external', { ...always, tipoMovs: types.join(',') })
      expect(readSums(body)).toEqual(expectedSums(named('admin1').userId, types))
    }
  })

  test('[VALID-19] a range without movements is an empty list', async () => {
    const token = await tokenOf(api.url, 'master')
    for (const call of ['internal', 'external'] as const) {
      expect((await report(api, token, call, { dateFrom: '1900-01-01', dateTo: '1900-01-01' })).text).toBe(
        '[]',
      )
    }
  })
})

describe('the range', () => {
  test.each([
    ['one minute', '20:10', '20:10'],
    ['an hour', '21:00', '21:59'],
    ['up to the last minute of the day', '18:00', '23:59'],
    ['the small hours', '00:00', '02:00'],
  ])('[CALL-28] %s, both ends included', async (_name, timeFrom, timeTo) => {
    const token = await tokenOf(api.url, 'master')
    const dateTo = movements.at(-5000)?.local.slice(0, 10) ?? ''
    const dateFrom = movements.at(-20_000)?.local.slice(0, 10) ?? ''
    const query = { dateFrom, dateTo, timeFrom, timeTo: `${timeTo}:00` }
    const { body } = await report(api, token, 'external', { ...query, tipoMovs: '1,2,3,4,5,6' })
    expect(readSums(body)).toEqual(
      expectedSums(
        named('master').userId,
        [1, 2, 3, 4, 5, 6],
        `${dateFrom} ${timeFrom}`,
        `${dateTo} ${timeTo}`,
      ),
    )
  })
})

describe('filters', () => {
  const under = async (token: string, query: Query): Promise<number[]> => {
    const { body } = await report(api, token, 'external', { ...always, ...query })
    const owners = new Map(movements.map(({ machine_id, owner_id }) => [machine_id, owner_id]))
    return [...new Set([...readSums(body).keys()].map((id) => owners.get(id) ?? 0))].sort((a, b) => a - b)
  }
  const ownersUnder = (top: number): number[] =>
    [...new Set(movements.map(({ owner_id }) => owner_id))]
      .filter((owner) => isUnder(owner, top))
      .sort((a, b) => a - b)

  test.each([
    ['subAdminId', 'subadmin1'],
    ['distributorId', 'distributor1'],
    ['subDistributorId', 'subdistributor1'],
    ['clientId', 'client1'],
    ['clientId', 'player1'],
  ])('[CALL-28] %s=%s: machines owned there or below', async (field, name) => {
    const { userId } = named(name)
    expect(await under(await tokenOf(api.url, 'master'), { [field]: userId })).toEqual(ownersUnder(userId))
  })

  test('[CALL-28] filters intersect', async () => {
    const token = await tokenOf(api.url, 'master')
    const [subAdminId, clientId] = [named('subadmin1').userId, named('client1').userId]
    expect(await under(token, { subAdminId, clientId })).toEqual(ownersUnder(clientId))
    const elsewhere = users.find(({ level, userId }) => level === 6 && !isUnder(userId, subAdminId))
    expect(await under(token, { subAdminId, clientId: elsewhere?.userId })).toEqual([])
    const machineId = movements.find(({ owner_id }) => owner_id === clientId)?.machine_id
    expect(await under(token, { subAdminId, clientId, machineId })).toEqual([clientId])
    expect(await under(token, { machineId })).toEqual([clientId])
    expect(await under(token, { clientId: elsewhere?.userId, machineId })).toEqual([])
  })

  test('one that is not the caller’s is 403, existing or not, with one and the same body', async () => {
    const token = await tokenOf(api.url, 'subdistributor1')
    const { userId } = named('subdistributor1')
    const stranger = movements.find(({ owner_id }) => !isUnder(owner_id, userId))?.machine_id
    const attempts: Query[] = [
      { subAdminId: named('subadmin1').userId },
      { distributorId: 99_999 },
      { subDistributorId: 2 ** 31 },
      { clientId: 0 },
      { machineId: stranger },
      { machineId: '00000000-0000-4000-a000-000000000000' },
      { clientId: userId, machineId: stranger },
    ]
    const bodies = new Set<string>()
    for (const attempt of attempts) {
      for (const call of ['internal', 'external'] as const) {
        const { status, text } = await report(api, token, call, { ...always, ...attempt })
        expect(status).toBe(403)
        bodies.add(text)
      }
    }
    expect([...bodies]).toEqual(['{"message":"No tienes permiso para acceder a este elemento"}'])
  })
})

describe('lists of movements', () => {
  const list = async <Row>(query: Query): Promise<Row[]> => {
    const { status, body } = await report<Row[]>(api, await tokenOf(api.url, 'admin1'), 'external', {
      ...always,
      ...query,
    })
    expect(status).toBe(200)
    return body
  }
  const expected = (...types: number[]) =>
    movements.filter(
      ({ type, owner_id }) => types.includes(type) && isUnder(owner_id, named('admin1').userId),
    )
  const dateAndHour = (local: string) => {
    const [date = '', Hour] = local.split(' ')
    return { Date: date.split('-').reverse().join('-'), Hour }
  }

  test('[CONST-15] Detail: every movement of the types asked for, in order of time', async () => {
    const rows = detailRow
      .strict()
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

  test('[CONST-15] Tickets: number, amount and state, whatever tipoMovs says', async () => {
    const rows = ticketRow
      .strict()
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
    const rows = posRow
      .strict()
      .array()
      .parse(await list({ queryType: 'POS' }))
    expect(rows).toHaveLength(expected(6).length)
    expect(new Set(rows.map(({ Operation }) => Operation))).toEqual(new Set(['Charge', 'Payout']))
    expect(Object.keys(rows[0] ?? {})).toEqual(['Machine', 'Date', 'Hour', 'Operation', 'Amount'])
  })

  test('too many movements: how many, and what to do', async () => {
    const day = { dateFrom: '2098-05-05', dateTo: '2098-05-05', queryType: 'Detail' }
    expect(await report(api, await tokenOf(api.url, 'master'), 'external', day)).toMatchObject({
      status: 400,
      body: {
        message: 'La consulta tiene 105000 movimientos y el máximo es 100000. Reduce el periodo o el filtro.',
      },
    })
  })
})

describe('what is wrong is refused by name', () => {
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

  test('several at once are all named, and so is one sent twice', async () => {
    const token = await tokenOf(api.url, 'admin1')
    const path = `${reportPath('internal', { dateFrom: 'x', clientId: '1' })}&clientId=2`
    const { body } = await get<{ errors: { path: string }[] }>(`${api.url}${path}`, token)
    expect(body.errors.map((error) => error.path)).toEqual(['dateFrom', 'clientId'])
  })

  test.each(['Detail', 'Detail (Jackpots)', 'Total per game', 'Tickets', 'POS'])(
    '[CONST-16] the internal report offers Total alone: %s',
    async (queryType) => {
      expect(await report(api, await tokenOf(api.url, 'master'), 'internal', { queryType })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'queryType' }] },
      })
    },
  )
})

test('[CALL-26] [CALL-27] the external service takes the same token, and stops with it', async () => {
  const token = await tokenOf(api.url, 'client1')
  const url = `${api.externalUrl}${reportPath('external', {})}`
  expect((await get(url, token)).status).toBe(200)
  expect((await get(url)).status).toBe(401)
  expect((await get(url, `${token}x`)).status).toBe(401)
  await fetch(`${api.url}/api/Auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  expect((await get(url, token)).status).toBe(401)
})
