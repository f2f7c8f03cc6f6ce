import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { ErrorResponse, MachineRowResponse } from '@console/shared-kernel/schemas'
import { demoFolder } from '../testing/demo'
import { codeOf, enrol, FACTOR_KEY } from '../testing/factors'
import { call, tokenOf } from '../testing/http'
import { auditOf, meetPeople } from '../testing/people'
import { startApi, type Api } from '../testing/server'
import { sql } from '../testing/sql'

/** The credit with which the proof of its session expires, once. */
const EXPIRES_AT = 1_234_567
let api: Api
let folder: string

beforeAll(async () => {
  folder = await demoFolder()
  // a sequence keeps its number where the row is rolled back
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
  results: (ErrorResponse & { id: string; status: number })[]
}

test('a proof that expires during a bulk call refuses that row alone, names the methods, and the same call does the rest once', async () => {
  const people = await meetPeople(api.url)
  const manager = await people.create('distributor1', 5)
  for (let count = 0; count < 3; count += 1) await people.create(manager, 6)
  const row = 'GET /api/Machines'
  const token = await tokenOf(api.url, manager.userName)
  const { body: machines } = await call<MachineRowResponse[]>(api.url, row, { token })
  const ids = machines.map(({ idMachine }) => idMachine)
  const { token: proved, secret } = await enrol(api.url, manager)
  const prove = (step: number) =>
    call(api.url, 'POST /api/Auth/proof', { token: proved, body: { code: codeOf(secret, step) } })
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
