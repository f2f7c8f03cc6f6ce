import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import type { ErrorResponse } from '@console/shared-kernel/schemas'
import { Client } from 'pg'
import { PASSWORD } from '../src/foundation/demoAccounts'
import { demoFolder } from '../testing/demo'
import { databaseOf, urlOf } from '../testing/engine'
import { totpCode, enrol, FACTOR_KEY, firstStep, secondStep } from '../testing/factors'
import { call, post, tokenOf } from '../testing/http'
import { meetPeople } from '../testing/people'
import { run, startProcesses } from '../testing/server'

const OTHER_KEY = 'another key, which is long enough too'

/** Another process's transaction, whose locks a later query waits for. */
async function transactionOn(folder: string, ...statements: string[]) {
  const client = new Client({ connectionString: urlOf(databaseOf(folder)) })
  await client.connect()
  for (const statement of ['begin', ...statements]) await client.query(statement)
  return {
    isWaitedFor: async () => {
      for (let time = 0; time < 500; time += 1) {
        const { rows } = await client.query(
          `select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`,
        )
        if (rows.length > 0) return true
        await sleep(20)
      }
      return false
    },
    commit: async () => {
      await client.query('commit')
      await client.end()
    },
  }
}

test('a process confirms no authenticator app once another process has started with a different FACTOR_KEY', async () => {
  const env = { DATA_DIR: await demoFolder(), SECOND_FACTOR: '7', FACTOR_KEY }
  const before = await startProcesses(env, 1)
  const token = await tokenOf(before.url, 'client1')
  const body = { currentPassword: PASSWORD }
  const begun = await call<{ secret: string }>(before.url, 'POST /api/Auth/totp', { token, body })
  const id = await firstStep(before.url, 'player1')
  const path = `${before.url}/api/Auth/second-factor/enrol`
  const enrolling = await post<{ secret: string }>(path, { id })
  const after = await startProcesses({ ...env, FACTOR_KEY: OTHER_KEY }, 1)
  try {
    const code = totpCode(begun.body.secret)
    const rejected = await call<ErrorResponse>(before.url, 'POST /api/Auth/totp/confirm', {
      token,
      body: { code },
    })
    expect([rejected.status, rejected.body.message]).toEqual([
      400,
      'Este servidor no ofrece este segundo factor',
    ])
    const step = await secondStep(before.url, id, { code: totpCode(enrolling.body.secret) })
    expect([step.status, step.body.message]).toEqual([
      401,
      'El inicio de sesión ha caducado. Empieza de nuevo.',
    ])
    const { secret } = await enrol(after.url, (await meetPeople(after.url)).named('client1'))
    const other = await secondStep(before.url, await firstStep(before.url, 'client1'), {
      code: totpCode(secret, 1),
    })
    expect([other.status, other.body.message]).toEqual([
      503,
      'Este servidor no puede comprobar códigos. Avisa a su administrador.',
    ])
    expect(before.stderr()).toContain('a TOTP secret was not encrypted with this FACTOR_KEY')
  } finally {
    await Promise.all([before.stop(), after.stop()])
  }
})

test('a process with a different FACTOR_KEY waits for a factor that is being confirmed, then fails to start', async () => {
  const DATA_DIR = await demoFolder()
  const before = await startProcesses({ DATA_DIR, FACTOR_KEY }, 1)
  const confirming = await transactionOn(
    DATA_DIR,
    `select from app_state where key = 'factor-key' for share`,
    `insert into totp_factors (user_id, secret, confirmed_at) select min(user_id), 'sealed', now() from users`,
  )
  const starting = await run('main.js', { DATA_DIR, FACTOR_KEY: OTHER_KEY })
  const isWaitedFor = await confirming.isWaitedFor()
  await confirming.commit()
  if (!isWaitedFor) starting.process.kill()
  expect([isWaitedFor, await starting.ended]).toEqual([true, 1])
  expect(starting.stderr()).toContain('FACTOR_KEY is not the key of the second factors of this database')
  await before.stop()
})

test('a factor is not confirmed while a process starts with a different FACTOR_KEY', async () => {
  const DATA_DIR = await demoFolder()
  const api = await startProcesses({ DATA_DIR, FACTOR_KEY }, 1)
  const token = await tokenOf(api.url, 'client1')
  const body = { currentPassword: PASSWORD }
  const { secret } = (await call<{ secret: string }>(api.url, 'POST /api/Auth/totp', { token, body })).body
  const starting = await transactionOn(
    DATA_DIR,
    `update app_state set value = '"that of another key"' where key = 'factor-key'`,
  )
  const confirmed = call(api.url, 'POST /api/Auth/totp/confirm', { token, body: { code: totpCode(secret) } })
  const isWaitedFor = await starting.isWaitedFor()
  await starting.commit()
  expect([isWaitedFor, (await confirmed).status]).toEqual([true, 400])
  await api.stop()
})
