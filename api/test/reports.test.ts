import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { externalTotalRow, internalTotalRow } from '@console/shared-kernel/schemas'
import { normaliseReportRows, returnPercentage } from '@console/shared-kernel/contracts'
import { ACCOUNTS, call, tokenOf } from '../testing/http'
import { isUnder, startWithLedger, type Ledger } from '../testing/movements'
import { findUser } from '../testing/people'
import { ALWAYS, report } from '../testing/reports'
import type { Api } from '../testing/server'

interface Sums {
  movements: number
  in: number
  out: number
}

/** The sums per machine in an owner's subtree, added up movement by movement. */
function machineSums(ledger: Ledger, top: number, types: number[]): Map<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const { machine_id, owner_id, type, in_cents, out_cents } of ledger.movements) {
    if (!types.includes(type) || !isUnder(ledger, owner_id, top)) continue
    const sum = sums.get(machine_id) ?? { movements: 0, in: 0, out: 0 }
    sums.set(machine_id, {
      movements: sum.movements + 1,
      in: sum.in + in_cents,
      out: sum.out + out_cents,
    })
  }
  return sums
}

let api: Api
let ledger: Ledger

beforeAll(async () => void ({ api, ledger } = await startWithLedger()))
afterAll(() => api?.stop())

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
  test('[CALL-25] [CALL-35] [STATE-33] internal: plays in exactly the user’s own subtree, one row per machine', async () => {
    const { status, body } = await report(api, await tokenOf(api.url, name), 'internal', ALWAYS)
    expect(status).toBe(200)
    expect(readSums(body)).toEqual(machineSums(ledger, findUser(ledger.users, name).userId, [1]))
  })

  test('[CALL-26] [CALL-29] external: cash movements in exactly the user’s own subtree, whatever globalSearch is', async () => {
    const token = await tokenOf(api.url, name)
    const expected = machineSums(ledger, findUser(ledger.users, name).userId, [2, 3])
    for (const query of [{ tipoMovs: '2,3', globalSearch: 'true' }, {}]) {
      const { body } = await report(api, token, 'external', { ...ALWAYS, ...query })
      expect(readSums(body)).toEqual(expected)
    }
  })
})

test('reports cause no Node warnings, such as one about too many listeners', async () => {
  const { status } = await report(api, await tokenOf(api.url, 'master'), 'internal', ALWAYS)
  expect([status, api.stderr()]).toEqual([200, expect.not.stringContaining('Warning')])
})

describe('rows', () => {
  test('[ENTITY-24] [ENTITY-25] internal: bet, win, won and lost, exactly as in the contract', async () => {
    const { body } = await report(api, await tokenOf(api.url, 'master'), 'internal', ALWAYS)
    const rows = internalTotalRow.strict().array().min(100).parse(body)
    for (const { totalBet, totalWin, totalProfit, ganado, perdido } of rows) {
      expect(ganado).toBe(totalWin)
      expect(perdido).toBe(Math.max(0, totalProfit))
      expect(totalProfit).toBeCloseTo(totalBet - totalWin, 6)
    }
  })

  test('[ENTITY-24] external: pago and cobro, money with at most two decimals', async () => {
    const { body, text } = await report(api, await tokenOf(api.url, 'master'), 'external', ALWAYS)
    const rows = externalTotalRow.strict().array().min(100).parse(body)
    const owners = new Map(ledger.movements.map(({ machine_id, owner_id }) => [machine_id, owner_id]))
    for (const { machineId, ownerId } of rows) expect(ownerId).toBe(owners.get(machineId))
    expect(text).not.toMatch(/\.\d{3}/)
  })

  test('[ENTITY-24] without money in, the percentage is 0', async () => {
    const { body } = await report(api, await tokenOf(api.url, 'master'), 'external', {
      ...ALWAYS,
      tipoMovs: '3',
    })
    const rows = externalTotalRow.array().min(100).parse(body)
    expect(rows.map(({ returnPercentage: percent }) => percent)).toEqual(rows.map(() => 0))
  })

  test('[CALL-29] tipoMovs selects the movements', async () => {
    const token = await tokenOf(api.url, 'admin1')
    for (const types of [[1], [2], [3, 2, 3], [1, 2, 3, 4, 5, 6]]) {
      const { body } = await report(api, token, 'external', { ...ALWAYS, tipoMovs: types.join(',') })
      expect(readSums(body)).toEqual(machineSums(ledger, findUser(ledger.users, 'admin1').userId, types))
    }
  })

  test('[VALID-19] a range without movements gives an empty list', async () => {
    const token = await tokenOf(api.url, 'master')
    for (const call of ['internal', 'external'] as const) {
      expect((await report(api, token, call, { dateFrom: '1900-01-01', dateTo: '1900-01-01' })).text).toBe(
        '[]',
      )
    }
  })
})

/** reportSums.test covers each filter, and ranges. */
test('[CALL-28] filters are combined with AND', async () => {
  const subAdminId = findUser(ledger.users, 'subadmin1').userId
  const clientId = ledger.users.find(
    ({ level, userId }) => level === 6 && !isUnder(ledger, userId, subAdminId),
  )?.userId
  const { machine_id: machineId } = ledger.movements.find(({ owner_id }) =>
    isUnder(ledger, owner_id, subAdminId),
  )!
  for (const filters of [
    { subAdminId, clientId },
    { clientId, machineId },
  ]) {
    const token = await tokenOf(api.url, 'master')
    expect((await report(api, token, 'external', { ...ALWAYS, ...filters })).body).toEqual([])
  }
})

test('the row of a retired machine names the nearest user above its deleted owner', async () => {
  const token = await tokenOf(api.url, 'master')
  const parents = new Set(ledger.users.map(({ parentUserId }) => parentUserId))
  const owner = ledger.users.find(
    ({ userId, userName }) =>
      ACCOUNTS.every((name) => name !== userName) &&
      !parents.has(userId) &&
      ledger.movements.some(({ owner_id }) => owner_id === userId),
  )!
  const { machine_id: id } = ledger.movements.find(({ owner_id }) => owner_id === owner.userId)!
  expect((await call(api.url, `DELETE /api/Users/${owner.userId}`, { token })).status).toBe(204)
  const { body } = await report(api, token, 'external', { ...ALWAYS, tipoMovs: '1,2,3,4,5,6' })
  const row = externalTotalRow
    .array()
    .parse(body)
    .find(({ machineId }) => machineId === id)
  expect(row?.ownerId).toBe(owner.parentUserId)
  ledger = {
    ...ledger,
    users: ledger.users.filter((user) => user !== owner),
    movements: ledger.movements.map((movement) =>
      movement.owner_id === owner.userId ? { ...movement, owner_id: owner.parentUserId! } : movement,
    ),
  }
})
