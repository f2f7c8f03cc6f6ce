import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { ErrorResponse, MachineRowResponse } from '@console/shared-kernel/schemas'
import { startDemoApi } from '../testing/demo'
import { enrol, FACTOR_KEY } from '../testing/factors'
import { call, tokenOf } from '../testing/http'
import { meetPeople } from '../testing/people'
import type { Api } from '../testing/server'

let api: Api
beforeAll(async () => {
  api = await startDemoApi({ FACTOR_KEY, PROOF_CREDIT: '100', PROOF_BLOCKS: '1' })
})
afterAll(() => api?.stop())

test('PROOF_CREDIT and PROOF_BLOCKS set the limits above which a proof is needed', async () => {
  const people = await meetPeople(api.url)
  const manager = await people.create('distributor1', 5)
  const clients = [await people.create(manager, 6), await people.create(manager, 6)]
  const machines = await call<MachineRowResponse[]>(api.url, 'GET /api/Machines', {
    token: await tokenOf(api.url, manager.userName),
  })
  const { token } = await enrol(api.url, manager)
  const send = async (row: string, body: object) => {
    const { status, body: answer } = await call<ErrorResponse>(api.url, row, { token, body })
    return answer.code ?? status
  }
  const credit = `PUT /api/Machines/${machines.body[0]?.idMachine}/credit`
  expect(await send(credit, { amount: 100 })).toBe(200)
  expect(await send(credit, { amount: 100.01 })).toBe('proof-required')
  const [first, second] = clients.map(({ userId }) => `PUT /api/Users/${userId}`) as [string, string]
  expect(await send(first, { isBlocked: true })).toBe(200)
  expect(await send(second, { isBlocked: true })).toBe('proof-required')
})
