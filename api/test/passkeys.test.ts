import { describe, expect, test } from '@jest/globals'
import type {
  ActivityResponse,
  ErrorResponse,
  SignedInResponse,
  UserResponse,
} from '@console/shared-kernel/schemas'
import { PASSWORD } from '../src/foundation/demoAccounts'
import { Authenticator } from '../testing/authenticator'
import { factorDemo } from '../testing/factorDemo'
import { totpCode } from '../testing/factors'
import { call, post, tokenOf } from '../testing/http'
import { FORBIDDEN } from '../testing/people'

const ORIGIN = 'http://localhost:4000'
const { api, people, newClient, factorsOf, prove, enrolNew, firstStep, secondStep } = factorDemo()

type Options = { challenge: string }
type ProofOptions = Options & { allowCredentials: { id: string }[] }
const optionsOf = async (token: string, currentPassword = PASSWORD) =>
  (await call<Options>(api().url, 'POST /api/Auth/passkeys/options', { token, body: { currentPassword } }))
    .body
const add = (token: string, passkey: object, name = 'Phone') =>
  call<ErrorResponse & { recoveryCodes: string[] }>(api().url, 'POST /api/Auth/passkeys', {
    token,
    body: { name, passkey },
  })

interface WithPasskey {
  user: UserResponse
  token: string
  device: Authenticator
  recoveryCodes: string[]
}
async function withPasskey(): Promise<WithPasskey> {
  const user = await newClient()
  const token = await tokenOf(api().url, user.userName)
  const device = new Authenticator(ORIGIN)
  const { body } = await add(token, device.create(await optionsOf(token)))
  return { user, token, device, recoveryCodes: body.recoveryCodes }
}
/** Sign-in methods as Activity shows them, newest first. */
async function signInsOf({ userId }: { userId: number }): Promise<unknown[]> {
  const row = `GET /api/activity?kind=session.start&userId=${userId}`
  const { body } = await call<ActivityResponse>(api().url, row, { token: people().master })
  return body.rows.map(({ after }) => (after as { method?: unknown } | null)?.method)
}
const stepOptions = async (id: string) =>
  (await post<Options>(`${api().url}/api/Auth/second-factor/passkey`, { id })).body
const passkeySignInOptions = async () =>
  (await post<Options>(`${api().url}/api/Auth/passkey/options`, '')).body
const signInAlone = (passkey: object) =>
  post<SignedInResponse & ErrorResponse>(`${api().url}/api/Auth/passkey`, { passkey })

describe('adding a passkey', () => {
  test('as the first factor needs the password and gives recovery codes; it is listed by its name', async () => {
    const { token, recoveryCodes } = await withPasskey()
    expect(recoveryCodes).toHaveLength(10)
    expect((await factorsOf(token)).passkeys).toMatchObject([{ name: 'Phone', usedAt: null }])
    const other = await tokenOf(api().url, (await newClient()).userName)
    const rejected = await call(api().url, 'POST /api/Auth/passkeys/options', { token: other, body: {} })
    expect(rejected.status).toBe(400)
  })

  test('after another factor needs a proof', async () => {
    const { token, secret } = await enrolNew()
    const row = 'POST /api/Auth/passkeys/options'
    const body = { currentPassword: PASSWORD }
    expect((await call<ErrorResponse>(api().url, row, { token, body })).body.code).toBe('proof-required')
    await prove(token, { code: totpCode(secret, 1) })
    const added = await add(token, new Authenticator(ORIGIN).create(await optionsOf(token)))
    expect([added.status, added.body.recoveryCodes]).toEqual([200, []])
  })

  test('is rejected from another origin, for another domain or session, and a second time', async () => {
    const { userName } = await newClient()
    const [one, other] = [await tokenOf(api().url, userName), await tokenOf(api().url, userName)]
    const device = new Authenticator(ORIGIN)
    const elsewhere = device.create(await optionsOf(one), { origin: 'https://console.example' })
    expect((await add(one, elsewhere)).status).toBe(400)
    const ofOther = device.create(await optionsOf(one), { rpId: 'console.example' })
    expect((await add(one, ofOther)).status).toBe(400)
    const answer = device.create(await optionsOf(one))
    expect((await add(other, answer)).status).toBe(400)
    const added = await add(one, answer)
    expect(added.status).toBe(200)
    expect((await prove(one, { code: added.body.recoveryCodes[0] })).status).toBe(200)
    expect((await add(one, answer)).status).toBe(400)
  })

  test('is rejected with an attestation whose certificates would be followed', async () => {
    const token = await tokenOf(api().url, (await newClient()).userName)
    for (const format of ['android-key', 'apple', 'tpm', 'no format']) {
      const answer = new Authenticator(ORIGIN).create(await optionsOf(token), { format })
      expect((await add(token, answer)).status).toBe(400)
    }
  })

  test.each([
    ['no list', 'usb'],
    ['what cannot be stored', ['usb', '\u0000']],
    ['a long list', Array<string>(1_000).fill('usb')],
  ])('keeps only known transports, without duplicates: %s', async (_, transports) => {
    const token = await tokenOf(api().url, (await newClient()).userName)
    const device = new Authenticator(ORIGIN)
    const answer = device.create(await optionsOf(token))
    const odd = { ...answer, response: { ...answer.response, transports } }
    expect((await add(token, odd)).status).toBe(200)
    const { body } = await call<{ allowCredentials: object[] }>(api().url, 'POST /api/Auth/proof/passkey', {
      token,
    })
    const known = Array.isArray(transports) ? ['usb'] : []
    expect(body.allowCredentials).toMatchObject([{ id: answer.id, transports: known }])
  })

  test.each(['A\u0000', 'A=', ''])(
    'with an id that is not base64url is rejected at its field: %j',
    async (id) => {
      const answer = { ...new Authenticator(ORIGIN).get({ challenge: 'AAAA' }), id }
      const { status, body } = await signInAlone(answer)
      expect([status, body.errors?.[0]?.path]).toEqual([400, 'passkey.id'])
    },
  )
})

describe('a passkey', () => {
  test('works as the second step, and signs in on its own', async () => {
    const { user, device } = await withPasskey()
    const id = await firstStep(user.userName)
    const step = await secondStep(id, { passkey: device.get(await stepOptions(id)) })
    expect([step.status, step.body.userName]).toEqual([200, user.userName])
    const alone = await signInAlone(device.get(await passkeySignInOptions()))
    expect([alone.status, alone.body.userName]).toEqual([200, user.userName])
    expect((await call(api().url, 'GET /api/Users/current', { token: alone.body.token })).status).toBe(200)
    expect(await signInsOf(user)).toEqual(['passkey', 'passkey', 'password'])
  })

  test('counts as a proof only in the session that requested it', async () => {
    const { user, device, token } = await withPasskey()
    const id = await firstStep(user.userName)
    const other = (await secondStep(id, { passkey: device.get(await stepOptions(id)) })).body.token
    const { body } = await call<Options>(api().url, 'POST /api/Auth/proof/passkey', { token })
    const passkey = device.get(body)
    expect((await call(api().url, 'POST /api/Auth/proof', { token: other, body: { passkey } })).status).toBe(
      400,
    )
    expect((await call(api().url, 'POST /api/Auth/proof', { token, body: { passkey } })).status).toBe(200)
  })

  test.each<[string, (device: Authenticator, options: Options) => object, counted?: boolean]>([
    ['of another origin', (device, options) => device.get(options, { origin: 'https://console.example' })],
    ['for another domain', (device, options) => device.get(options, { rpId: 'console.example' })],
    ['for another challenge', (device) => device.get({ challenge: 'A'.repeat(75) })],
    ['without a finger or PIN', (device, options) => device.get(options, { flags: 0x01 })],
    ['whose counter goes back', (device, options) => device.get(options, { counter: 1 })],
    ['of another key', (_, options) => new Authenticator(ORIGIN).get(options), false],
  ])(
    'an answer %s signs nobody in, and counts as a failure if it names a user',
    async (_, answerOf, counted = true) => {
      const { device } = await withPasskey()
      // so that the counter is at 2
      device.get(await passkeySignInOptions())
      expect((await signInAlone(device.get(await passkeySignInOptions()))).status).toBe(200)
      const { status, body } = await signInAlone(answerOf(device, await passkeySignInOptions()))
      expect([status, body.message]).toEqual([401, 'La llave de acceso no es válida aquí'])
      const next = await signInAlone(device.get(await passkeySignInOptions()))
      expect(next.body.lastSignIn?.refused).toBe(counted ? 1 : 0)
    },
  )

  test('of a blocked user gets the same answer as the correct password; a rejected one does not', async () => {
    const { user, device } = await withPasskey()
    const row = `PUT /api/Users/${user.userId}`
    await call(api().url, row, { token: people().master, body: { isBlocked: true } })
    const options = await passkeySignInOptions()
    const wrong = await signInAlone(device.get(options, { origin: 'https://console.example' }))
    expect([wrong.status, wrong.body.message]).toEqual([401, 'La llave de acceso no es válida aquí'])
    const right = await signInAlone(device.get(options))
    expect([right.status, right.body.message]).toEqual([401, 'El usuario está bloqueado'])
    await call(api().url, row, { token: people().master, body: { isBlocked: false } })
    const { status, body } = await signInAlone(device.get(await passkeySignInOptions()))
    expect([status, body.lastSignIn?.refused]).toEqual([200, 2])
  })

  test('answers once: replays of the answer sign nobody in', async () => {
    const { device } = await withPasskey()
    const answer = device.get(await passkeySignInOptions())
    const answers = await Promise.all([signInAlone(answer), signInAlone(answer), signInAlone(answer)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  test('of one user does not complete another user’s second step, nor does its answer complete another step', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()]
    const [first, second] = [await firstStep(one.user.userName), await firstStep(one.user.userName)]
    const options = await stepOptions(first)
    expect((await secondStep(first, { passkey: other.device.get(options) })).status).toBe(401)
    expect((await secondStep(second, { passkey: one.device.get(options) })).status).toBe(401)
    const alone = one.device.get(await passkeySignInOptions())
    expect((await secondStep(first, { passkey: alone })).status).toBe(401)
  })

  test('is removed with a proof by itself or a recovery code, and so is an authenticator app', async () => {
    const { token, secret, recoveryCodes } = await enrolNew()
    const proofOf = (shown: object) => prove(token, shown)
    const proofOptions = async (factor?: string) =>
      (await call<ProofOptions>(api().url, 'POST /api/Auth/proof/passkey', { token, body: { factor } })).body
    const [kept, lost, last] = [1, 2, 3].map(() => new Authenticator(ORIGIN)) as [
      Authenticator,
      Authenticator,
      Authenticator,
    ]
    await proofOf({ code: totpCode(secret, 1) })
    for (const device of [kept, lost, last]) await add(token, device.create(await optionsOf(token)))
    const idOf = ({ id }: Authenticator) => id.toString('base64url')
    const remove = (device: Authenticator) =>
      call<ErrorResponse>(api().url, `DELETE /api/Auth/passkeys/${idOf(device)}`, { token })
    const removeApp = () => call<ErrorResponse>(api().url, 'DELETE /api/Auth/totp', { token })

    // a proof by the app does not allow removing a passkey
    const factor = `passkey:${idOf(kept)}`
    const rejected = await remove(kept)
    expect([rejected.status, rejected.body]).toMatchObject([
      403,
      { code: 'proof-required', methods: ['passkey', 'recovery'], factor },
    ])
    // nor does another passkey, which the options do not offer and the server does not accept
    expect((await proofOptions(factor)).allowCredentials).toMatchObject([{ id: idOf(kept) }])
    const ofOther = last.get(await proofOptions())
    const taken = await proofOf({ passkey: ofOther, factor })
    expect([taken.status, taken.body.errors]).toEqual([
      400,
      [{ path: 'code', message: 'Aquí solo vale el factor que quitas, o un código de recuperación' }],
    ])
    expect((await proofOf({ passkey: ofOther })).status).toBe(200)
    expect((await remove(kept)).status).toBe(403)
    expect((await proofOf({ passkey: kept.get(await proofOptions(factor)), factor })).status).toBe(200)
    expect((await remove(lost)).status).toBe(403)
    expect((await remove(kept)).status).toBe(204)

    const app = await removeApp()
    expect(app.body).toMatchObject({ methods: ['totp', 'recovery'], factor: 'totp' })
    // a recovery code stands in for any factor, including a lost passkey
    expect((await proofOf({ code: recoveryCodes[0], factor: `passkey:${idOf(lost)}` })).status).toBe(200)
    expect((await remove(lost)).status).toBe(204)
    expect((await removeApp()).status).toBe(204)
  })

  test('that was removed in another window needs no proof, which could waste a recovery code', async () => {
    const { token, secret } = await enrolNew()
    const device = new Authenticator(ORIGIN)
    const gone = await call(api().url, `DELETE /api/Auth/passkeys/${device.id.toString('base64url')}`, {
      token,
    })
    expect([gone.status, gone.body]).toEqual([403, FORBIDDEN])
    await prove(token, { code: totpCode(secret, 1) })
    await add(token, device.create(await optionsOf(token)))
    await prove(token, { code: totpCode(secret, 2) })
    expect((await call(api().url, 'DELETE /api/Auth/totp', { token })).status).toBe(204)
    const goneApp = await call(api().url, 'DELETE /api/Auth/totp', { token })
    expect([goneApp.status, goneApp.body]).toEqual([403, FORBIDDEN])
  })

  test('can renew the recovery codes, which can remove a lost authenticator app; Activity shows both', async () => {
    const { user, token, secret } = await enrolNew()
    const proofOf = (shown: object) => prove(token, shown)
    const device = new Authenticator(ORIGIN)
    await proofOf({ code: totpCode(secret, 1) })
    await add(token, device.create(await optionsOf(token)))
    const { body: options } = await call<Options>(api().url, 'POST /api/Auth/proof/passkey', { token })
    expect((await proofOf({ passkey: device.get(options) })).status).toBe(200)
    expect((await call(api().url, 'DELETE /api/Auth/totp', { token })).status).toBe(403)
    const { body: renewed } = await call<{ recoveryCodes: string[] }>(
      api().url,
      'POST /api/Auth/recovery-codes',
      { token },
    )
    expect((await proofOf({ code: renewed.recoveryCodes[0], factor: 'totp' })).status).toBe(200)
    expect((await call(api().url, 'DELETE /api/Auth/totp', { token })).status).toBe(204)
    const { body } = await call<{ rows: { kind: string; after: object | null }[] }>(
      api().url,
      `GET /api/activity?userId=${user.userId}`,
      { token: people().master },
    )
    expect(body.rows.slice(0, 2)).toMatchObject([
      { kind: 'user.factor', after: { removed: 'totp' } },
      { kind: 'user.factor', after: { added: 'recovery codes' } },
    ])
  })

  test('is removed only by its owner, with a proof, and then signs nobody in', async () => {
    const { token, device, recoveryCodes } = await withPasskey()
    const row = `DELETE /api/Auth/passkeys/${device.id.toString('base64url')}`
    expect((await call<ErrorResponse>(api().url, row, { token })).body.code).toBe('proof-required')
    const stranger = await call(api().url, row, { token: people().master })
    expect([stranger.status, stranger.body]).toEqual([403, FORBIDDEN])
    await prove(token, { code: recoveryCodes[0] })
    expect((await call(api().url, row, { token })).status).toBe(204)
    expect((await signInAlone(device.get(await passkeySignInOptions()))).status).toBe(401)
  })
})
