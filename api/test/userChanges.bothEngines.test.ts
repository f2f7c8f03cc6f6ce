import { describe, expect, test } from '@jest/globals'
import type { ChangedUserResponse, UserResponse } from '@console/shared-kernel/schemas'
import { call, login, tokenOf } from '../testing/http'
import { demoForTests, FORBIDDEN, pathsOf } from '../testing/people'

const { api, people } = demoForTests()

const update = async (as: string, userId: number, body: object) =>
  call<UserResponse>(api().url, `PUT /api/Users/${userId}`, { token: await tokenOf(api().url, as), body })
const remove = async (as: string, userId: number) =>
  call(api().url, `DELETE /api/Users/${userId}`, { token: await tokenOf(api().url, as) })
const current = (token: string) => call<UserResponse>(api().url, 'GET /api/Users/current', { token })

describe('changing a user', () => {
  test('[CALL-8] changes the fields that are sent and keeps the rest', async () => {
    const { userId, ...before } = await people().create('subdistributor1', 6)
    const body = { userId, nameClient: 'Bar', isBlocked: true, quitPass: true, password: '', countryId: 0 }
    const answer = await update('subdistributor1', userId, body)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      ...{ userId, ...before, nameClient: 'Bar', isBlocked: true, quitPass: true },
      version: '2',
      activityId: expect.any(Number),
    })
  })

  test('keeps level, parent, name and country', async () => {
    const user = await people().create('subdistributor1', 6)
    const over = { levelU: 1, level: 1, userIdcriador: 1, parentUserId: 1, userName: 'x', countryId: 5 }
    expect((await update('admin1', user.userId, over)).body).toEqual(user)
  })

  test('[VALID-5] with an empty password keeps the old one; any other password replaces it', async () => {
    const { userId, userName } = await people().create('subdistributor1', 6)
    await update('admin1', userId, { password: '' })
    expect((await login(api().url, userName)).status).toBe(200)
    await update('admin1', userId, { password: 'copper meadow 82 whistle' })
    expect((await login(api().url, userName)).status).toBe(401)
    expect((await login(api().url, userName, 'copper meadow 82 whistle')).status).toBe(200)
  })

  test('is limited to the password and client name on one’s own account', async () => {
    const user = await people().create('subdistributor1', 6)
    const token = await tokenOf(api().url, user.userName)
    const put = (body: object) =>
      call<ChangedUserResponse>(api().url, `PUT /api/Users/${user.userId}`, { token, body })
    const before = (await current(token)).body
    const tried = { nameClient: 'Mine', quitPass: true, botonBlockedDeshabilitado: true }
    const { activityId, ...changed } = (await put({ ...tried, listaClientesTecnico: '9' })).body
    expect(activityId).toEqual(expect.any(Number))
    expect({ ...before, nameClient: 'Mine', version: '2' }).toMatchObject(changed)
    expect(await put({ isBlocked: true })).toMatchObject({ status: 403, body: FORBIDDEN })
    expect((await put({ isBlocked: false })).status).toBe(200)
  })

  test('with different ids in the path and the body is rejected', async () => {
    const { userId } = await people().create('subdistributor1', 6)
    const answer = await update('admin1', userId, { userId: userId + 1 })
    expect([answer.status, pathsOf(answer)]).toEqual([400, ['userId']])
  })

  test('with an empty client name sets it to the user name', async () => {
    const { userId, userName } = await people().create('subdistributor1', 6, { nameClient: 'Bar' })
    expect((await update('admin1', userId, { nameClient: '' })).body.nameClient).toBe(userName)
  })
})

describe('deleting a user', () => {
  test('[CALL-9] removes it from the lists, ends its sessions, retires its machines and frees its name', async () => {
    const user = await people().create('subdistributor1', 6)
    const token = await tokenOf(api().url, user.userName)
    const answer = await remove('admin1', user.userId)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await current(token)).status).toBe(401)
    expect((await login(api().url, user.userName)).status).toBe(401)
    expect(await people().machinesOf(user.userName)).toEqual([])
    const { body } = await call<UserResponse[]>(api().url, 'GET /api/Users', { token: people().master })
    expect(body.some(({ userId }) => userId === user.userId)).toBe(false)
    expect((await remove('admin1', user.userId)).body).toEqual(FORBIDDEN)
    await people().create('subdistributor1', 6, { userName: user.userName })
  })

  test('[VALID-10] works for a manager without machines, and is rejected for one with machines', async () => {
    const empty = await people().create('distributor1', 5)
    expect((await remove('admin1', empty.userId)).status).toBe(204)
    const answer = await remove('admin1', people().named('subdistributor1').userId)
    expect([answer.status, answer.body]).toEqual([403, FORBIDDEN])
  })

  test('is rejected while there are users below', async () => {
    const manager = await people().create('subadmin1', 4)
    const below = await people().create(manager, 5)
    const answer = await remove('admin1', manager.userId)
    expect([answer.status, answer.body]).toEqual([400, { message: 'El usuario tiene usuarios a su cargo' }])
    await remove('admin1', below.userId)
    expect((await remove('admin1', manager.userId)).status).toBe(204)
  })
})
