import { randomUUID } from 'node:crypto'
import { expect, test } from '@jest/globals'
import type { ErrorResponse, MachineRowResponse } from '@console/shared-kernel/schemas'
import { demoFolder } from '../testing/demo'
import { totpCode, enrol, FACTOR_KEY } from '../testing/factors'
import { call } from '../testing/http'
import { auditOf, meetPeople } from '../testing/people'
import { startApi } from '../testing/server'
import { sql } from '../testing/sql'

test('an expired proof is requested again, even during a bulk call, which completes when it is repeated', async () => {
  const folder = await demoFolder()
  const before = await startApi({ DATA_DIR: folder, FACTOR_KEY })
  const people = await meetPeople(before.url)
  const manager = await people.create('distributor1', 5)
  for (let count = 0; count < 3; count += 1) await people.create(manager, 6)
  const { token, secret, recoveryCodes } = await enrol(before.url, manager)
  const { body: machines } = await call<MachineRowResponse[]>(before.url, 'GET /api/Machines', { token })
  const proveAt = async (api: string, code = '') =>
    expect((await call(api, 'POST /api/Auth/proof', { token, body: { code } })).status).toBe(200)
  await proveAt(before.url, totpCode(secret, 1))
  const other = await enrol(before.url, people.named('client1'))
  const otherProof = { token: other.token, body: { code: totpCode(other.secret, 1) } }
  expect((await call(before.url, 'POST /api/Auth/proof', otherProof)).status).toBe(200)
  await before.stop()
  sql(
    folder,
    `update sessions set proved_at = proved_at - interval '5 minutes' where user_id = ${manager.userId}`,
    // as if the previous build had accepted a later proof, which does not record the factor used
    `update sessions set proved_with_at = proved_with_at - interval '5 minutes' where user_id = ${other.user.userId}`,
    `create function age_proofs() returns trigger language plpgsql as $$ begin
       update sessions set proved_at = proved_at - interval '6 minutes'; return null; end $$`,
    `create trigger age_proofs after insert on audit for each row
       when (new.subject = 'machine ${machines[0]!.idMachine}') execute function age_proofs()`,
  )
  const api = await startApi({ DATA_DIR: folder, FACTOR_KEY })
  const rejected = await call<ErrorResponse>(api.url, 'POST /api/Auth/recovery-codes', { token })
  expect([rejected.status, rejected.body.code]).toEqual([403, 'proof-required'])
  for (const [row, status] of [
    ['POST /api/Auth/recovery-codes', 200],
    ['DELETE /api/Auth/totp', 403],
  ] as const)
    expect((await call(api.url, row, { token: other.token })).status).toBe(status)
  const answersOf = async () => {
    const { body } = await call<{ results: { status: number; code?: string }[] }>(
      api.url,
      'POST /api/Machines/bulk/credit',
      {
        token,
        headers: { 'idempotency-key': 'one-call' },
        body: { items: machines.map(({ idMachine }) => ({ machineId: idMachine, amount: 4_000 })) },
      },
    )
    return body.results.map(({ status, code }) => code ?? status)
  }
  await proveAt(api.url, recoveryCodes[0])
  expect(await answersOf()).toEqual([200, 200, 'proof-required'])
  await proveAt(api.url, recoveryCodes[1])
  expect(await answersOf()).toEqual([200, 200, 200])
  await api.stop()
})

test('a proof that expires before a single change is repeated is requested again, and the change is made once', async () => {
  const folder = await demoFolder()
  sql(
    folder,
    'create sequence proofs',
    `create function age_first_proof() returns trigger language plpgsql as $$ begin
       if nextval('proofs') = 1 then new.proved_at = new.proved_at - interval '5 minutes'; end if;
       return new; end $$`,
    `create trigger age_first_proof before update of proved_at on sessions for each row
       execute function age_first_proof()`,
  )
  const api = await startApi({ DATA_DIR: folder, FACTOR_KEY })
  const people = await meetPeople(api.url)
  const manager = await people.create('distributor1', 5)
  await people.create(manager, 6)
  const { token, recoveryCodes } = await enrol(api.url, manager)
  const machines = async () =>
    (await call<MachineRowResponse[]>(api.url, 'GET /api/Machines', { token })).body
  const [machine] = await machines()
  const headers = { 'idempotency-key': randomUUID() }
  const change = async () => {
    const row = `PUT /api/Machines/${machine!.idMachine}/credit`
    const { status, body } = await call<ErrorResponse>(api.url, row, {
      token,
      headers,
      body: { amount: 12_000 },
    })
    return body.code ?? status
  }
  const prove = async (code = '') =>
    expect((await call(api.url, 'POST /api/Auth/proof', { token, body: { code } })).status).toBe(200)
  expect(await change()).toBe('proof-required')
  await prove(recoveryCodes[0])
  expect(await change()).toBe('proof-required')
  expect((await machines())[0]?.credit).toBe(0)
  await prove(recoveryCodes[1])
  expect([await change(), await change()]).toEqual([200, 200])
  expect((await machines())[0]?.credit).toBe(12_000)
  await api.stop()
  const changes = auditOf(folder, `machine ${machine!.idMachine}`)
  expect(changes.filter(({ action }) => action === 'machine.credit')).toHaveLength(1)
})
