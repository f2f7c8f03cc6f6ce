import { expect, test } from '@jest/globals'
import type { ErrorResponse } from '@console/shared-kernel/schemas'
import { PASSWORD } from '../src/foundation/demoAccounts'
import { demoFolder } from '../testing/demo'
import { codeOf, FACTOR_KEY, firstStep, secondStep } from '../testing/factors'
import { call, post, tokenOf } from '../testing/http'
import { startProcesses } from '../testing/server'

test('a process confirms no app once another process has begun with another FACTOR_KEY', async () => {
  const env = { DATA_DIR: await demoFolder(), SECOND_FACTOR: '7', FACTOR_KEY }
  const before = await startProcesses(env, 1)
  const token = await tokenOf(before.url, 'client1')
  const body = { currentPassword: PASSWORD }
  const begun = await call<{ secret: string }>(before.url, 'POST /api/Auth/totp', { token, body })
  const id = await firstStep(before.url, 'player1')
  const path = `${before.url}/api/Auth/second-factor/enrol`
  const enrolling = await post<{ secret: string }>(path, { id })
  const after = await startProcesses({ ...env, FACTOR_KEY: 'another key, which is long enough too' }, 1)
  try {
    const code = codeOf(begun.body.secret)
    const refused = await call<ErrorResponse>(before.url, 'POST /api/Auth/totp/confirm', {
      token,
      body: { code },
    })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Este servidor no ofrece este segundo factor',
    ])
    const step = await secondStep(before.url, id, { code: codeOf(enrolling.body.secret) })
    expect([step.status, step.body.message]).toEqual([
      401,
      'El inicio de sesión ha caducado. Empieza de nuevo.',
    ])
  } finally {
    await Promise.all([before.stop(), after.stop()])
  }
})
