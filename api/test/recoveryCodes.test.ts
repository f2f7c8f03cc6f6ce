import { expect, test } from '@jest/globals'
import type { ErrorResponse, RecoveryCodesResponse } from '@console/shared-kernel/schemas'
import { factorDemo } from '../testing/factorDemo'
import { totpCode } from '../testing/factors'
import { call } from '../testing/http'

/* The answer with recovery codes may be lost, so the server asks until the user confirms saving them. */

const { api, factorsOf, prove, enrolNew, firstStep, secondStep } = factorDemo()

const confirm = (token: string, recoveryCodes?: readonly string[]) =>
  call<ErrorResponse>(api().url, 'POST /api/Auth/recovery-codes/kept', {
    token,
    ...(recoveryCodes && { body: { recoveryCodes } }),
  })

test('unconfirmed codes are reported at each sign-in until the user confirms them', async () => {
  const { user, token, secret } = await enrolNew()
  expect(await factorsOf(token)).toMatchObject({ recoveryCodes: 10, recoveryCodesKept: false })
  const id = await firstStep(user.userName)
  const { body } = await secondStep(id, { code: totpCode(secret, 1) })
  expect(body.lastSignIn).toHaveProperty('recoveryCodesKept', false)
  expect((await confirm(token)).status).toBe(204)
  expect(await factorsOf(token)).toMatchObject({ recoveryCodes: 10, recoveryCodesKept: true })
})

test('codes count as kept once one is used', async () => {
  const { user, recoveryCodes } = await enrolNew()
  const id = await firstStep(user.userName)
  const { body } = await secondStep(id, { code: recoveryCodes[0] })
  expect(body.lastSignIn).not.toHaveProperty('recoveryCodesKept')
})

test('new codes have to be confirmed again', async () => {
  const { token, recoveryCodes } = await enrolNew()
  await confirm(token)
  await prove(token, { code: recoveryCodes[0] })
  expect((await call(api().url, 'POST /api/Auth/recovery-codes', { token })).status).toBe(200)
  expect(await factorsOf(token)).toMatchObject({ recoveryCodes: 10, recoveryCodesKept: false })
})

test('codes that were replaced in another window cannot be confirmed, and do not confirm the new ones', async () => {
  const { token, recoveryCodes } = await enrolNew()
  await prove(token, { code: recoveryCodes[0] })
  const renew = async () =>
    (await call<RecoveryCodesResponse>(api().url, 'POST /api/Auth/recovery-codes', { token })).body
      .recoveryCodes
  const [first, second] = [await renew(), await renew()]
  const rejected = await confirm(token, first)
  expect([rejected.status, rejected.body.message]).toEqual([
    409,
    'Estos códigos ya no valen: después se crearon otros. No los guardes.',
  ])
  for (const codes of [[], second.slice(1), [...first.slice(1), second[0]!]])
    expect((await confirm(token, codes)).status).toBe(409)
  expect(await factorsOf(token)).toMatchObject({ recoveryCodesKept: false })
  expect((await confirm(token, second)).status).toBe(204)
  expect(await factorsOf(token)).toMatchObject({ recoveryCodesKept: true })
})
