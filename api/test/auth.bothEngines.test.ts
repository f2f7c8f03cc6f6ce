import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { type ErrorResponse, loginResponse } from '@console/shared-kernel/schemas'
import { ACCOUNTS, call, get, login, logout, post, tokenOf } from '../testing/http'
import { meetPeople } from '../testing/people'
import type { Urls } from '../testing/server'
import { sharedDemoApi } from '../testing/sharedServer'

let api: Urls

beforeAll(async () => {
  api = await sharedDemoApi()
})

const validate = (token?: string) => get<boolean>(`${api.url}/api/Auth/validate`, token)

describe('signing in', () => {
  test.each(ACCOUNTS)('[CALL-4] [ENTITY-7] gives %s a token and the data of the session', async (name) => {
    const { status, body } = await login(api.url, name)
    expect(status).toBe(200)
    expect(loginResponse.strict().parse(body)).toMatchObject({
      userName: name,
      nameClient: name,
      level: ACCOUNTS.indexOf(name) + 1,
    })
  })

  test('[CALL-4] ignores the case of names', async () => {
    expect((await login(api.url, 'MaStEr')).body).toMatchObject({ userName: 'master' })
  })

  test.each(["Siobhán O'Brien", 'Олена Шевченко', 'محمد حسن', '太郎 山田'])('works for %s', async (name) => {
    expect((await login(api.url, name)).body).toMatchObject({ userName: name, level: 2 })
  })

  test('[ERROR-5] answers a wrong password and an unknown name alike', async () => {
    const wrong = await login(api.url, 'admin1', 'not the password')
    const unknown = await login(api.url, 'nobody at all', 'not the password')
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual({ message: 'Usuario o contraseña incorrectos' })
    expect({ status: unknown.status, text: unknown.text }).toEqual({ status: 401, text: wrong.text })
  })

  test.each([
    { sent: {}, paths: ['Username', 'Password'] },
    { sent: { Username: '', Password: '' }, paths: ['Username', 'Password'] },
    { sent: { Username: 'master' }, paths: ['Password'] },
    { sent: { Username: 7, Password: 'x' }, paths: ['Username'] },
    { sent: { Username: 'x'.repeat(65), Password: 'x' }, paths: ['Username'] },
    { sent: [], paths: [''] },
    { sent: null, paths: [''] },
  ])('[VALID-1] rejects $sent with 400 and names the fields', async ({ sent, paths }) => {
    const { status, body } = await post<ErrorResponse>(`${api.url}/api/Auth/login`, sent)
    expect(status).toBe(400)
    expect(body.message).toBe('Hay datos que no son válidos')
    expect(body.errors?.map(({ path }) => path)).toEqual(paths)
    expect(body.errors?.every(({ message }) => message.length > 0)).toBe(true)
  })

  test.each(['a\u0000b', '\ud800', "' or 1=1 --", '__proto__', '%00', '٥'])(
    'treats the strange name %j as an unknown one',
    async (name) => {
      expect((await login(api.url, name, 'x')).status).toBe(401)
    },
  )

  test('[STATE-7] is denied to a blocked user and to everybody below one', async () => {
    const people = await meetPeople(api.url)
    const above = await people.create('distributor1', 5)
    const below = await people.create(above, 6)
    const row = `PUT /api/Users/${above.userId}`
    await call(api.url, row, { token: people.master, body: { isBlocked: true } })
    for (const { userName } of [above, below]) {
      expect(await login(api.url, userName)).toMatchObject({
        status: 401,
        body: { message: 'El usuario está bloqueado' },
      })
      expect((await login(api.url, userName, 'wrong')).body).toEqual({
        message: 'Usuario o contraseña incorrectos',
      })
    }
  })
})

describe('validating and signing out', () => {
  test('[CALL-30] validate returns true for a valid token and false for anything else', async () => {
    const token = await tokenOf(api.url, 'client1')
    expect(await validate(token)).toMatchObject({ status: 200, text: 'true', body: true })
    for (const other of [undefined, '', 'garbage', 'a.b.c', `${token}x`]) {
      expect(await validate(other)).toMatchObject({ status: 200, text: 'false', body: false })
    }
  })

  test('[CALL-30] [STATE-3] logout ends its own session at once and no other', async () => {
    const [gone, kept] = [await tokenOf(api.url, 'client1'), await tokenOf(api.url, 'client1')]
    expect(await logout(api.url, gone)).toBe(204)
    expect((await validate(gone)).body).toBe(false)
    expect((await get(`${api.url}/api/Users/current`, gone)).status).toBe(401)
    expect(await logout(api.url, gone)).toBe(401)
    expect((await validate(kept)).body).toBe(true)
  })

  test('[CALL-1] logout accepts a JSON content type without a body', async () => {
    const token = await tokenOf(api.url, 'client1')
    const answer = await fetch(`${api.url}/api/Auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(204)
  })
})

test('[STATE-8] a new password ends sessions that the old password is still opening', async () => {
  const people = await meetPeople(api.url)
  for (let round = 0; round < 6; round += 1) {
    const user = await people.create('master', 2)
    const signingIn = Array.from({ length: 12 }, () => login(api.url, user.userName))
    // in the middle of the sign-ins, which compare passwords one after the other, some milliseconds each
    await sleep(20)
    const body = { password: 'violet anchor 47 lantern' }
    await call(api.url, `PUT /api/Users/${user.userId}`, { token: people.master, body })
    for (const { status, body: session } of await Promise.all(signingIn)) {
      if (status === 200) expect((await validate(session.token)).body).toBe(false)
    }
  }
})
