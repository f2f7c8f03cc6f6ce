import { describe, expect, test } from '@jest/globals'
import type { ErrorResponse, SecondStepResponse } from '@console/shared-kernel/schemas'
import { PASSWORD } from '../src/foundation/demoAccounts'
import { factorDemo } from '../testing/factorDemo'
import { totpCode } from '../testing/factors'
import { call, get, login, post, tokenOf, WRONG } from '../testing/http'

const {
  api,
  people,
  newClient,
  isSignedIn,
  factorsOf,
  prove,
  rejectionOf,
  enrolNew,
  firstStep,
  secondStep,
  OVER,
  WRONG_CODE,
} = factorDemo({ SECOND_FACTOR: '7' })

describe('a level that must have a factor', () => {
  const newPlayer = () => people().create('subdistributor1', 7)

  test('enrols at the next sign-in, before anything else works', async () => {
    const { userName } = await newPlayer()
    await login(api().url, userName, WRONG)
    const { body } = await post<SecondStepResponse>(`${api().url}/api/Auth/login`, {
      Username: userName,
      Password: PASSWORD,
    })
    expect(body).toEqual({ secondFactor: { id: expect.any(String), methods: ['enrol-totp'] } })
    const { id } = body.secondFactor
    expect(rejectionOf(await secondStep(id, { code: '000000' }))).toEqual(WRONG_CODE)
    const { body: totp } = await post<{ secret: string }>(`${api().url}/api/Auth/second-factor/enrol`, { id })
    const done = await secondStep(id, { code: totpCode(totp.secret) })
    expect(done.body.recoveryCodes).toHaveLength(10)
    // codes that the user cannot have saved yet are not reported
    expect(done.body.lastSignIn).toEqual({ refused: 2 })
    expect(await factorsOf(done.body.token)).toMatchObject({ isRequired: true, totp: expect.any(String) })
    // the only factor cannot be removed
    const { token } = done.body
    await prove(token, { code: totpCode(totp.secret, 1) })
    expect((await call(api().url, 'DELETE /api/Auth/totp', { token })).status).toBe(400)
  })

  test('is told of a reset after enrolling, and that there is a factor again', async () => {
    const { userId, userName } = await newPlayer()
    const enrolAtSignIn = async () => {
      const id = await firstStep(userName)
      const { body: totp } = await post<{ secret: string }>(`${api().url}/api/Auth/second-factor/enrol`, {
        id,
      })
      return (await secondStep(id, { code: totpCode(totp.secret) })).body.lastSignIn
    }
    await enrolAtSignIn()
    await call(api().url, `POST /api/Users/${userId}/reset-factor`, { token: people().master })
    const { factorReset } = (await enrolAtSignIn()) ?? {}
    expect(factorReset).toEqual({ at: expect.any(String), by: 'master', hasFactor: true })
  })

  test('cannot get a secret for the step of a user who has a factor', async () => {
    const { user } = await enrolNew()
    const id = await firstStep(user.userName)
    expect(rejectionOf(await post(`${api().url}/api/Auth/second-factor/enrol`, { id }))).toEqual(OVER)
  })
})

describe('one’s own factors', () => {
  test('are removed, and recovery codes renewed, only with a proof', async () => {
    const { secret, token, recoveryCodes } = await enrolNew()
    for (const row of ['DELETE /api/Auth/totp', 'POST /api/Auth/recovery-codes']) {
      const answer = await call<ErrorResponse>(api().url, row, { token })
      expect([answer.status, answer.body.code, answer.body.methods]).toEqual([
        403,
        'proof-required',
        ['totp', 'recovery'],
      ])
    }
    await prove(token, { code: totpCode(secret, 1) })
    const renewed = await call<{ recoveryCodes: string[] }>(api().url, 'POST /api/Auth/recovery-codes', {
      token,
    })
    expect(renewed.body.recoveryCodes.filter((code) => recoveryCodes.includes(code))).toEqual([])
    expect((await call(api().url, 'DELETE /api/Auth/totp', { token })).status).toBe(204)
    expect(await factorsOf(token)).toMatchObject({ totp: null, recoveryCodes: 0 })
  })
})

describe('a manager', () => {
  test('resets the factor of a user below, ending the user’s sessions and notifying the user', async () => {
    const { user, token } = await enrolNew()
    const row = `POST /api/Users/${user.userId}/reset-factor`
    const manager = await tokenOf(api().url, 'admin1')
    expect((await call(api().url, row, { token })).status).toBe(403)
    const { status, body: answer } = await call(api().url, row, { token: manager })
    expect([status, answer]).toEqual([200, { reset: true }])
    expect(await isSignedIn(token)).toBe(false)
    const { body } = await login(api().url, user.userName)
    expect(body.lastSignIn?.factorReset).toEqual({ at: expect.any(String), by: 'admin1' })
    expect((await login(api().url, user.userName)).body.lastSignIn).not.toHaveProperty('factorReset')
  })

  test('changes nothing for a user without a factor and is told so: the sessions continue', async () => {
    const { userId, userName } = await newClient()
    const token = await tokenOf(api().url, userName)
    const row = `POST /api/Users/${userId}/reset-factor`
    expect((await call(api().url, row, { token: people().master })).body).toEqual({ reset: false })
    expect(await isSignedIn(token)).toBe(true)
  })
})

test('the sign-in methods are public', async () => {
  const answer = await get(`${api().url}/api/Auth/methods`)
  expect([answer.status, answer.body]).toEqual([200, { password: true, passkeys: true }])
})
