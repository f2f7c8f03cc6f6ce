import { createHmac } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import type { ErrorResponse, SecondStepResponse } from '@console/shared-kernel/schemas'
import { PASSWORD } from '../src/foundation/demoAccounts'
import { API_ACCESS, EXTERNAL_ACCESS } from '../src/http/accessRules'
import { factorDemo } from '../testing/factorDemo'
import { totpCode } from '../testing/factors'
import { call, get, login, post, tokenOf, WRONG } from '../testing/http'
import { sampleOf } from './access/expected'

const TOKEN_SECRET = 'a secret that only this test and its server know'
const {
  api,
  people,
  newClient,
  isSignedIn,
  factorsOf,
  rejectionOf,
  enrolNew,
  firstStep,
  secondStep,
  OVER,
  WRONG_CODE,
} = factorDemo({ TOKEN_SECRET, TRUST_PROXY: '127.0.0.1' })

/** The token with changed claims, signed with the server's secret. */
function signedLike(token: string, claims: object): string {
  const [head, content = ''] = token.split('.')
  const own = JSON.parse(Buffer.from(content, 'base64url').toString()) as object
  const signed = `${head}.${Buffer.from(JSON.stringify({ ...own, ...claims })).toString('base64url')}`
  return `${signed}.${createHmac('sha256', TOKEN_SECRET).update(signed).digest('base64url')}`
}

const LAST_WRONG_CODE = [401, 'El código no es correcto y no quedan más intentos. Empieza de nuevo.']

describe('adding an authenticator app', () => {
  test('needs the password, which a stolen session does not reveal', async () => {
    const { userName } = await newClient()
    const token = await tokenOf(api().url, userName)
    for (const body of [{}, { currentPassword: WRONG }]) {
      const answer = await call<ErrorResponse>(api().url, 'POST /api/Auth/totp', { token, body })
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([400, 'currentPassword'])
    }
    expect(await factorsOf(token)).toMatchObject({ totp: null, canAdd: { totp: true } })
  })

  test('takes effect once a code is correct, and shows ten recovery codes once', async () => {
    const client = await newClient()
    const token = await tokenOf(api().url, client.userName)
    const body = { currentPassword: PASSWORD }
    const began = await call<{ secret: string; uri: string }>(api().url, 'POST /api/Auth/totp', {
      token,
      body,
    })
    expect(began.body.uri).toContain(`secret=${began.body.secret}`)
    // not confirmed yet: the password is enough
    expect((await login(api().url, client.userName)).body).toHaveProperty('token')
    const confirm = (code: string) =>
      call<ErrorResponse & { recoveryCodes: string[] }>(api().url, 'POST /api/Auth/totp/confirm', {
        token,
        body: { code },
      })
    expect((await confirm('000000')).body.errors?.[0]?.path).toBe('code')
    const done = await confirm(totpCode(began.body.secret))
    expect(done.status).toBe(200)
    expect(new Set(done.body.recoveryCodes).size).toBe(10)
    for (const code of done.body.recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    expect((await confirm(totpCode(began.body.secret, 1))).status).toBe(409)
    expect(await factorsOf(token)).toMatchObject({ totp: expect.any(String), recoveryCodes: 10 })
  })

  test('twice at once leaves only the one begun last', async () => {
    const { userName } = await newClient()
    const token = await tokenOf(api().url, userName)
    const began = await Promise.all(
      [1, 2].map(() =>
        call<{ secret: string }>(api().url, 'POST /api/Auth/totp', {
          token,
          body: { currentPassword: PASSWORD },
        }),
      ),
    )
    const confirmed = await Promise.all(
      began.map(({ body }) =>
        call(api().url, 'POST /api/Auth/totp/confirm', { token, body: { code: totpCode(body.secret) } }),
      ),
    )
    expect(confirmed.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('cannot be finished by guessing: ten wrong codes lock it', async () => {
    const token = await tokenOf(api().url, (await newClient()).userName)
    const body = { currentPassword: PASSWORD }
    const began = await call<{ secret: string }>(api().url, 'POST /api/Auth/totp', { token, body })
    const confirm = async (code: string) =>
      (await call(api().url, 'POST /api/Auth/totp/confirm', { token, body: { code } })).status
    const statuses: number[] = []
    for (let time = 0; time < 10; time += 1) statuses.push(await confirm('000000'))
    expect(statuses).toEqual([...Array<number>(9).fill(400), 429])
    expect(await confirm(totpCode(began.body.secret))).toBe(429)
    expect(await factorsOf(token)).toMatchObject({ totp: null })
  })
})

describe('the second step', () => {
  test('follows only the correct password, and until it succeeds nothing can be called', async () => {
    const { user, token: ofSession } = await enrolNew()
    const { status, body } = await post<SecondStepResponse>(`${api().url}/api/Auth/login`, {
      Username: user.userName,
      Password: PASSWORD,
    })
    expect([status, body]).toEqual([
      200,
      { secondFactor: { id: expect.any(String), methods: ['totp', 'recovery'] } },
    ])
    const { id } = body.secondFactor
    expect(await isSignedIn(signedLike(ofSession, {}))).toBe(true)
    for (const token of [id, signedLike(ofSession, { sid: id })]) {
      for (const [url, table] of [
        [api().url, API_ACCESS],
        [api().externalUrl, EXTERNAL_ACCESS],
      ] as const) {
        const rows = Object.entries(table).filter(([, { caller }]) => caller === 'signed-in')
        expect(rows).not.toEqual([])
        for (const [row] of rows) expect((await call(url, sampleOf(row), { token })).status).toBe(401)
      }
      expect((await get(`${api().url}/api/Auth/validate`, token)).body).toBe(false)
    }
  })

  test('[ERROR-5] is not revealed until the password is correct: a wrong one is answered like an unknown name', async () => {
    const { user } = await enrolNew()
    const answers = await Promise.all(
      [user.userName, (await newClient()).userName, 'nobody at all'].map((name) =>
        login(api().url, name, WRONG),
      ),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  })

  test('with a code returns a token and information about the last sign-in', async () => {
    const { user, secret } = await enrolNew()
    const { status, body } = await secondStep(await firstStep(user.userName), {
      code: totpCode(secret, 1),
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ userName: user.userName, level: 6, lastSignIn: { refused: 0 } })
    expect(body).not.toHaveProperty('recoveryCodes')
    expect(await isSignedIn(body.token)).toBe(true)
  })

  test('accepts each code once, and no earlier one', async () => {
    const { user, secret } = await enrolNew()
    const step = () => firstStep(user.userName)
    // used up by the enrolment
    expect(rejectionOf(await secondStep(await step(), { code: totpCode(secret) }))).toEqual(WRONG_CODE)
    const code = totpCode(secret, 1)
    expect((await secondStep(await step(), { code })).status).toBe(200)
    expect(rejectionOf(await secondStep(await step(), { code }))).toEqual(WRONG_CODE)
    expect(rejectionOf(await secondStep(await step(), { code: totpCode(secret, -1) }))).toEqual(WRONG_CODE)
  })

  test.each([-3, 3])('rejects a code from %d time steps away', async (steps) => {
    const { user, secret } = await enrolNew()
    const answer = await secondStep(await firstStep(user.userName), {
      code: totpCode(secret, steps),
    })
    expect(rejectionOf(answer)).toEqual(WRONG_CODE)
  })

  test('returns one token if the same code is sent several times at once', async () => {
    const { user, secret, recoveryCodes } = await enrolNew()
    for (const code of [totpCode(secret, 1), recoveryCodes[0]]) {
      const ids = await Promise.all([1, 2, 3].map(() => firstStep(user.userName)))
      const answers = await Promise.all(ids.map((id) => secondStep(id, { code })))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    }
  })

  test('accepts each recovery code once, in any spelling', async () => {
    const { user, recoveryCodes } = await enrolNew()
    const [code = ''] = recoveryCodes
    const use = async (typed: string) => secondStep(await firstStep(user.userName), { code: typed })
    const { status, body } = await use(` ${code.replaceAll('-', ' ').toLowerCase()} `)
    expect(status).toBe(200)
    expect(await factorsOf(body.token)).toMatchObject({ recoveryCodes: 9 })
    expect(rejectionOf(await use(code))).toEqual(WRONG_CODE)
  })

  test('belongs to one user: another user’s code is rejected', async () => {
    const [one, other] = [await enrolNew(), await enrolNew()]
    const id = await firstStep(one.user.userName)
    for (const code of [totpCode(other.secret, 1), other.recoveryCodes[0]])
      expect(rejectionOf(await secondStep(id, { code }))).toEqual(WRONG_CODE)
    expect((await secondStep(id, { code: totpCode(one.secret, 1) })).status).toBe(200)
    // the step is used up now
    expect(rejectionOf(await secondStep(id, { code: one.recoveryCodes[0] }))).toEqual(OVER)
  })

  test('ends after five wrong codes (the last answer says so), a new password, or a block (the user is told so)', async () => {
    const guessed = await enrolNew()
    const id = await firstStep(guessed.user.userName)
    for (let time = 0; time < 4; time += 1)
      expect(rejectionOf(await secondStep(id, { code: '000000' }))).toEqual(WRONG_CODE)
    const { status, body } = await secondStep(id, { code: '000000' })
    // no field is named, which tells pages that the step is over
    expect([status, body.message, body.errors]).toEqual([...LAST_WRONG_CODE, undefined])
    expect(rejectionOf(await secondStep(id, { code: totpCode(guessed.secret, 1) }))).toEqual(OVER)

    const BLOCKED = [401, 'El usuario está bloqueado']
    for (const [change, why] of [
      [{ password: 'violet anchor 47 lantern' }, OVER],
      [{ isBlocked: true }, BLOCKED],
    ] as const) {
      const { user, secret } = await enrolNew()
      const step = await firstStep(user.userName)
      await call(api().url, `PUT /api/Users/${user.userId}`, { token: people().master, body: change })
      expect(rejectionOf(await secondStep(step, { code: totpCode(secret, 1) }))).toEqual(why)
    }
    expect(rejectionOf(await secondStep('00000000-0000-4000-8000-000000000000', {}))).toEqual(OVER)
  })
})

describe('guessing', () => {
  test('ten wrong app or recovery codes lock the second step for that user and network', async () => {
    const { user, secret } = await enrolNew()
    const [here, there] = ['203.0.113.10', '203.0.113.11']
    const statuses: number[] = []
    for (const code of ['000000', 'AAAA-AAAA-AAAA-AAAA']) {
      const id = await firstStep(user.userName, here)
      for (let time = 0; time < 5; time += 1) statuses.push((await secondStep(id, { code }, here)).status)
    }
    expect(statuses).toEqual([...Array<number>(9).fill(401), 429])
    const locked = await secondStep(await firstStep(user.userName, here), { code: totpCode(secret, 1) }, here)
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(800)
    const elsewhere = await firstStep(user.userName, there)
    expect((await secondStep(elsewhere, { code: totpCode(secret, 1) }, there)).status).toBe(200)
  })

  test('after 50 wrong codes from as many networks, only networks that the user knows may try another', async () => {
    const { user, secret, token } = await enrolNew()
    const prove = async (code: string, address: string) => {
      const headers = { 'x-forwarded-for': address }
      return (await call(api().url, 'POST /api/Auth/proof', { token, body: { code }, headers })).status
    }
    // half of them by somebody with the password, half by somebody with a session
    const steps = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => firstStep(user.userName, `192.0.2.${n}`)))
    const guesses = Array.from({ length: 30 }, async (_, n) => [
      (await secondStep(steps[n % 6]!, { code: '000000' }, `198.51.100.${n}`)).status,
      await prove('000000', `203.0.113.${100 + n}`),
    ])
    const statuses = (await Promise.all(guesses)).flat()
    expect(statuses.filter((status) => status !== 429)).toHaveLength(50)
    const code = totpCode(secret, 1)
    const id = await firstStep(user.userName)
    const refused = await secondStep(id, { code }, '203.0.113.30')
    expect([refused.status, refused.body.message]).toEqual([
      429,
      expect.stringContaining('Demasiados intentos'),
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(await prove(code, '203.0.113.30')).toBe(429)
    expect((await secondStep(id, { code })).status).toBe(200)
  }, 60_000)

  test('a correct password restores no attempts until a token is issued', async () => {
    const { user, secret } = await enrolNew()
    const address = '203.0.113.20'
    const ids: string[] = []
    for (let time = 0; time < 10; time += 1) ids.push(await firstStep(user.userName, address))
    expect((await login(api().url, user.userName, PASSWORD, address)).status).toBe(429)
    expect((await secondStep(ids[9]!, { code: totpCode(secret, 1) }, address)).status).toBe(200)
    // the attempts are restored
    await firstStep(user.userName, address)
  })
})
