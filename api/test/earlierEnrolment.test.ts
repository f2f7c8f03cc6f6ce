import { expect, test } from '@jest/globals'
import type { ErrorResponse, SecondStepResponse } from '@console/shared-kernel/schemas'
import { PASSWORD } from '../src/foundation/demoAccounts'
import { Authenticator } from '../testing/authenticator'
import { factorDemo } from '../testing/factorDemo'
import { totpCode } from '../testing/factors'
import { call, post, tokenOf } from '../testing/http'

/* Anyone who knows the password may begin to add a first factor. Once one exists, it is needed to finish. */

const ORIGIN = 'http://localhost:4000'
const { api, people, firstStep, secondStep } = factorDemo({ SECOND_FACTOR: '7' })

const body = { currentPassword: PASSWORD }
const beginApp = async (token: string) =>
  (await call<{ secret: string }>(api().url, 'POST /api/Auth/totp', { token, body })).body.secret
const confirmApp = (token: string, code: string) =>
  call<ErrorResponse>(api().url, 'POST /api/Auth/totp/confirm', { token, body: { code } })
const passkeyOptions = async (token: string) =>
  (await call<{ challenge: string }>(api().url, 'POST /api/Auth/passkeys/options', { token, body })).body
const addPasskey = (token: string, options: { challenge: string }) => {
  const passkey = new Authenticator(ORIGIN).create(options)
  return call<ErrorResponse>(api().url, 'POST /api/Auth/passkeys', {
    token,
    body: { name: 'Phone', passkey },
  })
}

test('a passkey whose setup began before another factor existed needs that factor', async () => {
  const { userName } = await people().create('subdistributor1', 6)
  const [thief, owner] = [await tokenOf(api().url, userName), await tokenOf(api().url, userName)]
  const options = await passkeyOptions(thief)
  expect((await confirmApp(owner, totpCode(await beginApp(owner)))).status).toBe(200)
  const rejected = await addPasskey(thief, options)
  expect([rejected.status, rejected.body.code]).toEqual([403, 'proof-required'])
})

test('an authenticator app whose setup began before another factor existed needs that factor', async () => {
  const { userName } = await people().create('subdistributor1', 6)
  const [thief, owner] = [await tokenOf(api().url, userName), await tokenOf(api().url, userName)]
  const secret = await beginApp(thief)
  expect((await addPasskey(owner, await passkeyOptions(owner))).status).toBe(200)
  const rejected = await confirmApp(thief, totpCode(secret))
  expect([rejected.status, rejected.body.code]).toEqual([403, 'proof-required'])
})

test('a sign-in that was to add a first factor is rejected once there is one', async () => {
  const { userName } = people().named('player1')
  const enrolling = async () => {
    const id = await firstStep(userName)
    const path = `${api().url}/api/Auth/second-factor/enrol`
    return { id, secret: (await post<{ secret: string }>(path, { id })).body.secret }
  }
  const [owner, thief] = [await enrolling(), await enrolling()]
  const { body: signedIn } = await secondStep(owner.id, { code: totpCode(owner.secret) })
  const { token } = signedIn
  const proof = { token, body: { code: signedIn.recoveryCodes?.[0] } }
  expect((await call(api().url, 'POST /api/Auth/proof', proof)).status).toBe(200)
  expect((await addPasskey(token, await passkeyOptions(token))).status).toBe(200)
  expect((await call(api().url, 'DELETE /api/Auth/totp', { token })).status).toBe(204)
  const rejected = await secondStep(thief.id, { code: totpCode(thief.secret) })
  expect([rejected.status, rejected.body.message]).toEqual([
    401,
    'El inicio de sesión ha caducado. Empieza de nuevo.',
  ])
  const Username = userName
  const { body: next } = await post<SecondStepResponse>(`${api().url}/api/Auth/login`, {
    Username,
    Password: PASSWORD,
  })
  expect(next.secondFactor.methods).toEqual(['passkey', 'recovery'])
})
