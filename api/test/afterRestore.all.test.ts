import type { CreditResponse, MachineResponse } from '@console/shared-kernel/schemas'
import { expect, test } from '@jest/globals'
import { temporaryFolder } from '../testing/cleanUp'
import { demoFolder } from '../testing/demo'
import { copyData } from '../testing/dump'
import { enrol, FACTOR_KEY, firstStep, secondStep } from '../testing/factors'
import { call, get, login, tokenOf } from '../testing/http'
import { auditOf, meetPeople } from '../testing/people'
import { run, startApi } from '../testing/server'
import { sql } from '../testing/sql'

test('after a restore, old tokens are rejected, versions and lists of the lost period are stale, and no refusal is lost', async () => {
  const [folder, saved] = [await demoFolder(), temporaryFolder()]
  const before = await startApi({ DATA_DIR: folder })
  const { master } = await meetPeople(before.url)
  const admin1 = await tokenOf(before.url, 'admin1')
  const { body: machines } = await get<MachineResponse[]>(`${before.url}/api/Machines`, master)
  const { idMachine, creditVersion } = machines[0]!
  const path = `PUT /api/Machines/${machines[1]!.idMachine}/credit`
  const changed = await call<CreditResponse>(before.url, path, { token: master, body: { amount: 5 } })
  for (let time = 0; time < 10; time += 1) await login(before.url, 'client1', 'wrong')
  await before.stop()
  await copyData(folder, saved)

  // the period that is lost: a credit change and a sign-out
  const lost = await startApi({ DATA_DIR: folder })
  const credit = (url: string, token: string, amount: number, version: string | undefined) =>
    call<CreditResponse>(url, `PUT /api/Machines/${idMachine}/credit`, {
      token,
      body: { amount },
      headers: version === undefined ? {} : { 'If-Match': `"${version}"` },
    })
  const stale = await credit(lost.url, master, 50, creditVersion)
  const toggle = (blocked: boolean) =>
    call<{ version: string }>(lost.url, `PUT /api/Machines/${idMachine}/toggle-block`, {
      token: master,
      body: { blocked },
    })
  await toggle(true)
  const { version } = (await toggle(false)).body
  expect(stale.status).toBe(200)
  const list = '/api/Users/all-hierarchy'
  const tagOf = async (url: string, token: string) =>
    (await fetch(url + list, { headers: { authorization: `Bearer ${token}` } })).headers.get('etag') ?? ''
  const tag = await tagOf(lost.url, master)
  expect((await call(lost.url, 'POST /api/Auth/logout', { token: admin1 })).status).toBe(204)
  await lost.stop()

  sql(
    saved,
    `update login_refusals set since = since - interval '15 minutes'`,
    `insert into sign_in_challenges (id, user_id, password_hash, address, counted_at, expires_at, enrols)
      select gen_random_uuid(), user_id, password_hash, '', now(), now() + interval '5 minutes', true
      from users where user_name = 'client1'`,
    // as in a dump that was made while the API ran
    `insert into server_processes (id, time_zone, seen_at) values (gen_random_uuid(), 'Asia/Tokyo', now())`,
  )
  const early = await run('after-restore.js', { DATA_DIR: saved })
  expect(await early.ended).toBe(1)
  expect(early.stderr()).toMatch(/^after-restore: processes of the API run on this database \(1\): is it/)
  expect(sql(saved, 'select count(*)::int > 0 as kept from sessions')).toEqual([{ kept: true }])
  sql(saved, `update server_processes set seen_at = now() - interval '36 seconds'`)
  const command = await run('after-restore.js', { DATA_DIR: saved })
  expect([await command.ended, command.stderr()]).toEqual([0, ''])
  expect(command.stdout()).toMatch(/^All versions are moved on; sessions that were ended: [1-9]\d*\n$/)
  expect(sql(saved, 'select id from sign_in_challenges')).toEqual([])
  const after = await startApi({ DATA_DIR: saved })
  for (const token of [admin1, master]) {
    expect((await get(`${after.url}/api/Users/current`, token)).status).toBe(401)
  }
  const client = await login(after.url, 'client1')
  expect(client.status).toBe(200)
  const { token } = (await login(after.url, 'master')).body
  // the credit is changed as often as it was in the lost period
  expect((await credit(after.url, token, 70, undefined)).status).toBe(200)
  expect((await credit(after.url, token, 90, stale.body.creditVersion)).status).toBe(409)
  // the audit does not have the blocks that were lost
  const block = { items: [{ machineId: idMachine, blocked: true, version }] }
  expect(await call(after.url, 'POST /api/Machines/bulk/block', { token, body: block })).toMatchObject({
    body: { results: [{ status: 409 }] },
  })
  const revert = `POST /api/activity/${changed.body.activityId}/revert`
  expect(await call(after.url, revert, { token, body: {} })).toMatchObject({
    status: 409,
    text: '{"message":"La base de datos se restauró después de este cambio: ya no se puede revertir"}',
  })
  const cached = await fetch(after.url + list, {
    headers: { authorization: `Bearer ${token}`, 'if-none-match': tag },
  })
  expect(cached.status).toBe(200)
  await after.stop()
  expect(auditOf(saved, `user ${client.body.userId}`)).toContainEqual(
    expect.objectContaining({
      action: 'session.refuse',
      after: { refusals: 10, networks: 1, since: expect.any(String) },
    }),
  )
}, 120_000)

test('an older dump brings back factors that were removed since, and recovery codes that were used since', async () => {
  const [folder, saved] = [await demoFolder(), temporaryFolder()]
  const start = (DATA_DIR: string) => startApi({ DATA_DIR, FACTOR_KEY })
  const before = await start(folder)
  const { named } = await meetPeople(before.url)
  const { token, recoveryCodes } = await enrol(before.url, named('client1'))
  await before.stop()
  await copyData(folder, saved)

  const lost = await start(folder)
  const [code = ''] = recoveryCodes
  expect((await call(lost.url, 'POST /api/Auth/proof', { token, body: { code } })).status).toBe(200)
  expect((await call(lost.url, 'DELETE /api/Auth/totp', { token })).status).toBe(204)
  await lost.stop()

  expect(await (await run('after-restore.js', { DATA_DIR: saved })).ended).toBe(0)
  const after = await start(saved)
  const id = await firstStep(after.url, 'client1')
  expect((await secondStep(after.url, id, { code })).status).toBe(200)
  await after.stop()
}, 120_000)
