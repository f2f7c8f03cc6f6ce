import { expect, test } from '@jest/globals'
import type { ErrorResponse } from '@console/shared-kernel/schemas'
import { PASSWORD } from '../src/foundation/demoAccounts'
import { demoFolder } from '../testing/demo'
import { totpCode, enrol, FACTOR_KEY, firstStep, secondStep } from '../testing/factors'
import { call, login, post, tokenOf } from '../testing/http'
import { auditOf, meetPeople } from '../testing/people'
import { command, startApi } from '../testing/server'
import { sql } from '../testing/sql'

const start = (DATA_DIR: string, env = {}) => startApi({ DATA_DIR, ...env })

test('without FACTOR_KEY nobody can add a factor, and a server whose users have one does not start', async () => {
  const folder = await demoFolder()
  const without = await start(folder)
  const token = await tokenOf(without.url, 'client1')
  const body = { currentPassword: PASSWORD }
  const rejected = await call<ErrorResponse>(without.url, 'POST /api/Auth/totp', { token, body })
  expect([rejected.status, rejected.body.message]).toEqual([
    400,
    'Este servidor no ofrece este segundo factor',
  ])
  await without.stop()

  const withKey = await start(folder, { FACTOR_KEY })
  const [client] = (await meetPeople(withKey.url)).users.filter(({ userName }) => userName === 'client1')
  const { secret, recoveryCodes } = await enrol(withKey.url, client!)
  const old = await firstStep(withKey.url, 'client1')
  await withKey.stop()
  const stored = sql<{ secret: string }>(folder, 'select secret from totp_factors')
  expect(JSON.stringify(stored)).not.toContain(secret)
  const hashes = JSON.stringify(sql(folder, 'select * from recovery_codes'))
  for (const code of recoveryCodes) expect(hashes).not.toContain(code.replaceAll('-', ''))

  for (const [key, why] of [
    [{}, 'FACTOR_KEY is required: users of this database have second factors'],
    [
      { FACTOR_KEY: 'another key, which is long enough too' },
      'FACTOR_KEY is not the key of the second factors of this database',
    ],
  ] as const) {
    const failed = await command('main', { DATA_DIR: folder, ...key })
    expect([failed.code, failed.err]).toEqual([1, expect.stringContaining(why)])
  }

  // five minutes later
  sql(folder, `update sign_in_challenges set expires_at = now()`)
  const again = await start(folder, { FACTOR_KEY })
  expect((await secondStep(again.url, old, { code: recoveryCodes[0] })).status).toBe(401)
  const id = await firstStep(again.url, 'client1')
  expect((await secondStep(again.url, id, { code: totpCode(secret, 1) })).status).toBe(200)
  await again.stop()
})

test('steps begun under another FACTOR_KEY must be started over, and the log says why', async () => {
  const folder = await demoFolder()
  const env = { FACTOR_KEY, SECOND_FACTOR: '7' }
  const before = await start(folder, env)
  const token = await tokenOf(before.url, 'client1')
  const body = { currentPassword: PASSWORD }
  const { secret } = (await call<{ secret: string }>(before.url, 'POST /api/Auth/totp', { token, body })).body
  const id = await firstStep(before.url, 'player1')
  const path = `${before.url}/api/Auth/second-factor/enrol`
  const step = (await post<{ secret: string }>(path, { id })).body
  await before.stop()

  const after = await start(folder, { ...env, FACTOR_KEY: 'another key, which is long enough too' })
  const rejected = await call<ErrorResponse>(after.url, 'POST /api/Auth/totp/confirm', {
    token,
    body: { code: totpCode(secret) },
  })
  expect([rejected.status, rejected.body.message]).toEqual([
    400,
    'La configuración ha caducado. Empieza de nuevo.',
  ])
  const over = await secondStep(after.url, id, { code: totpCode(step.secret) })
  expect([over.status, over.body.message]).toEqual([
    401,
    'El inicio de sesión ha caducado. Empieza de nuevo.',
  ])
  expect(after.stderr().match(/a TOTP secret was not encrypted with this FACTOR_KEY/g)).toHaveLength(2)
  await after.stop()
})

test('reset-factor on the server removes the factors of a user, who is told at the next sign-in', async () => {
  const folder = await demoFolder()
  const before = await start(folder, { FACTOR_KEY })
  const client = (await meetPeople(before.url)).users.find(({ userName }) => userName === 'client1')!
  await enrol(before.url, client)
  await before.stop()

  const done = await command('reset-factor', { DATA_DIR: folder }, ['CLIENT1'])
  expect([done.code, done.err, done.out]).toEqual([
    0,
    '',
    "'client1' has no second factor any more; all sessions of that user are ended\n",
  ])
  const none = await command('reset-factor', { DATA_DIR: folder }, ['client1'])
  expect([none.code, none.err]).toEqual([1, expect.stringContaining("'client1' has no second factor")])
  const last = await start(folder)
  expect((await login(last.url, 'client1')).body).toMatchObject({
    token: expect.any(String),
    lastSignIn: { factorReset: { by: '' } },
  })
  await last.stop()
  const reset = auditOf(folder, `user ${client.userId}`).filter(
    ({ action }) => action === 'user.factor-reset',
  )
  expect(reset).toMatchObject([{ actor_id: null, after: { address: 'reset-factor' } }])
})

test('a server with levels that must have a factor does not start without FACTOR_KEY', async () => {
  const failed = await command('main', { DATA_DIR: 'memory://', SECOND_FACTOR: '1-3' })
  expect([failed.code, failed.err]).toEqual([
    1,
    expect.stringContaining('FACTOR_KEY is required where SECOND_FACTOR names levels'),
  ])
})

test('SECOND_FACTOR=off keeps factors, but allows no changes to them, which no proof would guard', async () => {
  const folder = await demoFolder()
  const on = await start(folder, { FACTOR_KEY })
  const { user, secret } = await enrol(on.url, (await meetPeople(on.url)).named('client1'))
  await on.stop()
  const off = await start(folder, { SECOND_FACTOR: 'off', FACTOR_KEY })
  const token = await tokenOf(off.url, user.userName)
  for (const row of [
    'DELETE /api/Auth/totp',
    'DELETE /api/Auth/passkeys/AAAA',
    'POST /api/Auth/recovery-codes',
  ]) {
    const { status, body } = await call<ErrorResponse>(off.url, row, { token })
    expect([row, status, body.message]).toEqual([row, 400, 'Este servidor no ofrece este segundo factor'])
  }
  await off.stop()
  const again = await start(folder, { FACTOR_KEY })
  const id = await firstStep(again.url, user.userName)
  expect((await secondStep(again.url, id, { code: totpCode(secret, 1) })).status).toBe(200)
  await again.stop()
})

test('SECOND_FACTOR=off neither asks for nor offers a factor; that of a deleted user needs no key', async () => {
  const folder = await demoFolder()
  const on = await start(folder, { FACTOR_KEY })
  const { user } = await enrol(on.url, (await meetPeople(on.url)).named('player1'))
  await on.stop()
  const off = await start(folder, { SECOND_FACTOR: 'off' })
  const { body } = await login(off.url, user.userName)
  expect(body).toHaveProperty('token')
  expect((await call<{ passkeys: boolean }>(off.url, 'GET /api/Auth/methods')).body.passkeys).toBe(false)
  const token = await tokenOf(off.url, 'master')
  expect((await call(off.url, `DELETE /api/Users/${user.userId}`, { token })).status).toBe(204)
  await off.stop()
  for (const table of ['totp_factors', 'recovery_codes'])
    expect(sql(folder, `select count(*)::int as rows from ${table}`)).toEqual([{ rows: 0 }])
  const without = await start(folder)
  // without a key there can be no passkeys, so the page must not offer them
  expect((await call<{ passkeys: boolean }>(without.url, 'GET /api/Auth/methods')).body.passkeys).toBe(false)
  await without.stop()
})
