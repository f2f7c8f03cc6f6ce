import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { ErrorResponse, UserResponse } from '@console/shared-kernel/schemas'
import { PASSWORD } from '../src/foundation/demoAccounts'
import { temporaryFolder } from '../testing/cleanUp'
import { startDemoApi } from '../testing/demo'
import { call, get, login, tokenOf, type Answer, WRONG } from '../testing/http'
import { meetPeople, newUser, type People } from '../testing/people'
import { command, type Api } from '../testing/server'

const NEW = 'violet anchor 47 lantern'
let api: Api
let people: People

beforeAll(async () => {
  api = await startDemoApi({ TRUST_PROXY: '127.0.0.1' })
  people = await meetPeople(api.url)
})
afterAll(() => api?.stop())

const put = (userId: number, token: string, body: object, from = '203.0.113.1') =>
  call<UserResponse & ErrorResponse>(api.url, `PUT /api/Users/${userId}`, {
    token,
    body,
    headers: { 'x-forwarded-for': from },
  })
const rejectionOf = ({ status, body }: Answer) => ({ status, ...(body as ErrorResponse).errors?.[0] })
const isSignedIn = async (token: string) => (await get(`${api.url}/api/Users/current`, token)).status === 200

const GUESSABLE =
  'Esta contraseña es demasiado fácil de adivinar. Elige otra, por ejemplo de varias palabras.'
const guessable = { status: 400, path: 'password', message: GUESSABLE }
const ownName = { status: 400, path: 'password', message: 'La contraseña no puede ser el nombre de usuario' }

describe('a password', () => {
  test.each([
    ['common', 'baseball', guessable],
    ['common in capitals', 'PassWord1', guessable],
    ['a common word of Spanish', 'contraseña', guessable],
    ['eight blanks', '        ', guessable],
    ['the trade and a year', 'Casino2026', guessable],
    ['a part of the name and a year', 'Strasse2026', guessable],
    ['the name, spelled otherwise', 'GROẞE straße', ownName],
  ])('is rejected for a new user and for an existing one: %s', async (_, password, rejection) => {
    const body = { ...newUser(2), userName: 'Große Strasse', password }
    expect(rejectionOf(await call(api.url, 'POST /api/Users', { token: people.master, body }))).toEqual(
      rejection,
    )
    const user = await people.create('master', 2, { userName: 'Große Strasse' })
    expect(rejectionOf(await put(user.userId, people.master, { password }))).toEqual(rejection)
    await call(api.url, `DELETE /api/Users/${user.userId}`, { token: people.master })
  })

  test('may begin and end with spaces, which are significant', async () => {
    const password = '  gT7 rb Q2 zm  '
    const { userName } = await people.create('master', 2, { password })
    expect((await login(api.url, userName, password)).status).toBe(200)
    expect((await login(api.url, userName, password.trim())).status).toBe(401)
  })

  test('equal to that of the demo accounts is accepted with demo data', async () => {
    const { userId } = await people.create('master', 2)
    expect((await put(userId, people.master, { password: PASSWORD })).status).toBe(200)
  })

  test.each([
    ['Master of all', 'baseball', 'is too easy to guess: use several words, or a longer one'],
    ['Master of all', PASSWORD, 'is too easy to guess: use several words, or a longer one'],
    ['Master of all', 'MASTER of all', 'must not be the user name'],
  ])('is rejected for the first Master %s: %s', async (name, password, why) => {
    const rejected = await command(
      'create-master',
      { DATA_DIR: temporaryFolder() },
      ['--username', name],
      password,
    )
    expect(rejected).toMatchObject({ code: 1, err: `create-master: The password ${why}\n` })
  })
})

describe("changing one's own password", () => {
  test.each<[string, object, string]>([
    ['without the current one', {}, 'Escribe tu contraseña actual'],
    ['with an empty one', { currentPassword: '' }, 'Escribe tu contraseña actual'],
    ['with a wrong one', { currentPassword: WRONG }, 'La contraseña actual no es correcta'],
  ])('%s is rejected at its field, and the session continues', async (_, sent, message) => {
    const { userId, userName } = await people.create('subdistributor1', 6)
    const token = await tokenOf(api.url, userName)
    const answer = await put(userId, token, { password: NEW, ...sent })
    expect(rejectionOf(answer)).toEqual({ status: 400, path: 'currentPassword', message })
    expect(await isSignedIn(token)).toBe(true)
    expect((await login(api.url, userName)).status).toBe(200)
  })

  test('with the current one works, and ends all other sessions', async () => {
    const { userId, userName } = await people.create('subdistributor1', 6)
    const [token, other] = [await tokenOf(api.url, userName), await tokenOf(api.url, userName)]
    expect((await put(userId, token, { password: NEW, currentPassword: PASSWORD })).status).toBe(200)
    expect([await isSignedIn(token), await isSignedIn(other)]).toEqual([true, false])
    expect((await login(api.url, userName)).status).toBe(401)
    expect((await login(api.url, userName, NEW)).status).toBe(200)
  })

  test('the current one is not needed for other changes, nor for changes by a user above', async () => {
    const { userId, userName } = await people.create('subdistributor1', 6)
    const token = await tokenOf(api.url, userName)
    expect((await put(userId, token, { nameClient: 'Mine', password: '' })).status).toBe(200)
    expect((await put(userId, await tokenOf(api.url, 'admin1'), { password: NEW })).status).toBe(200)
  })

  test('wrong current passwords count as failed sign-ins: the tenth gets 429, and address and user are locked', async () => {
    const { userId, userName } = await people.create('subdistributor1', 6)
    const token = await tokenOf(api.url, userName)
    const from = '203.0.113.2'
    const guess = (currentPassword: string) => put(userId, token, { password: NEW, currentPassword }, from)
    const statuses: number[] = []
    for (let time = 0; time < 9; time += 1) statuses.push((await guess(WRONG)).status)
    expect(statuses).toEqual(Array<number>(9).fill(400))
    const locked = await guess(WRONG)
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get('retry-after'))).toBe(900)
    expect((await guess(PASSWORD)).status).toBe(429)
    expect((await login(api.url, userName, undefined, from)).status).toBe(429)
    expect(await isSignedIn(token)).toBe(true)
    expect((await put(userId, token, { password: NEW, currentPassword: PASSWORD })).status).toBe(200)
  })
})

describe('a new password', () => {
  test('set by a manager unlocks the user and forgets the user’s known addresses', async () => {
    const { userId, userName } = await people.create('subdistributor1', 6)
    const home = '203.0.113.40'
    expect((await login(api.url, userName, undefined, home)).status).toBe(200)
    for (let time = 0; time < 10; time += 1) await login(api.url, userName, WRONG, home)
    expect((await login(api.url, userName, undefined, home)).status).toBe(429)
    expect((await put(userId, people.master, { password: NEW })).status).toBe(200)
    // the last of them has the longest delay
    await Promise.all(
      Array.from({ length: 16 }, (_, index) => login(api.url, userName, WRONG, `198.51.100.${index}`)),
    )
    const started = performance.now()
    expect((await login(api.url, userName, NEW, home)).status).toBe(200)
    expect(performance.now() - started).toBeGreaterThan(4_000)
    // the address is known now, so there is no such delay
    const again = performance.now()
    expect((await login(api.url, userName, NEW, home)).status).toBe(200)
    expect(performance.now() - again).toBeLessThan(4_000)
  })

  test('set by the user lifts no lock: that would give a guesser ten more attempts', async () => {
    const { userId, userName } = await people.create('subdistributor1', 6)
    const token = await tokenOf(api.url, userName)
    for (let time = 0; time < 10; time += 1) await login(api.url, userName, WRONG, '203.0.113.41')
    expect((await put(userId, token, { password: NEW, currentPassword: PASSWORD })).status).toBe(200)
    expect((await login(api.url, userName, NEW, '203.0.113.41')).status).toBe(429)
    expect((await login(api.url, userName, NEW, '203.0.113.42')).status).toBe(200)
  })
})
