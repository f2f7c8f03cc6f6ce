import { describe, expect, test } from '@jest/globals'
import { userResponse, type UserResponse } from '@console/shared-kernel/schemas'
import { call, login, tokenOf } from '../testing/http'
import { demoForTests, newUser, pathsOf } from '../testing/people'

const { api, people } = demoForTests()

const create = async (as: string, body: object) =>
  call<UserResponse>(api().url, 'POST /api/Users', { token: await tokenOf(api().url, as), body })

describe('creating a user', () => {
  test.each([
    ['master', 2],
    ['admin1', 3],
    ['subadmin1', 4],
    ['distributor1', 5],
    ['subdistributor1', 6],
    ['subdistributor1', 7],
  ])('[CALL-7] [STATE-8] [ROLE-5] as %s creates a user of level %d below the caller', async (as, level) => {
    const body = newUser(level)
    const { status, body: user } = await create(as, body)
    expect(status).toBe(201)
    const parent = people().named(as)
    expect(userResponse.parse(user)).toMatchObject({
      userName: body.userName,
      level,
      parentUserId: parent.userId,
      countryId: parent.countryId,
      treeUserNamesCreators: `${parent.treeUserNamesCreators}/${body.userName}`,
      nameClient: body.userName,
      isBlocked: false,
      numeroMaquinas: level >= 6 ? 1 : 0,
    })
    expect((await login(api().url, body.userName)).status).toBe(200)
  })

  test.each([
    ['subdistributor1', 6, 1],
    ['subdistributor1', 7, 1],
    ['distributor1', 5, 0],
  ])('[PRODUCT-9] [STATE-10] below %s, at level %d, creates %d machines', async (parent, level, machines) => {
    const { userName } = await people().create(parent, level)
    expect(await people().machinesOf(userName)).toHaveLength(machines)
  })

  test('[ROLE-6] uses the country of the parent, whatever was sent', async () => {
    const parent = people().users.find(({ level, countryId }) => level === 5 && countryId !== 1)
    if (!parent) throw new Error('Demo data has one country only')
    expect((await people().create(parent, 6, { countryId: 1 })).countryId).toBe(parent.countryId)
  })

  test('stores the other fields, and drops unknown ones', async () => {
    const { userId } = await people().create('subdistributor1', 6, {
      nameClient: 'Bar Ñandú',
      quitPass: true,
      botonBlockedDeshabilitado: true,
      listaClientesTecnico: '3,4',
      isBlocked: true,
      userId: 1,
      path: '000001',
      level: 1,
    })
    const { body } = await call<UserResponse[]>(api().url, 'GET /api/Users', { token: people().master })
    expect(body.find((user) => user.userId === userId)).toMatchObject({
      level: 6,
      nameClient: 'Bar Ñandú',
      quitPass: true,
      botonBlockedDeshabilitado: true,
      listaClientesTecnico: '3,4',
      isBlocked: true,
    })
  })

  test.each([1, 2, 4, 5, 6, 7])('rejects a level not allowed below the parent: %d', async (levelU) => {
    const answer = await create('admin1', newUser(levelU))
    expect([answer.status, pathsOf(answer)]).toEqual([400, ['levelU']])
  })

  test.each([
    ['no name', { userName: '' }, 'userName'],
    ['a name with a slash', { userName: 'a/b' }, 'userName'],
    ['a name of 65 characters', { userName: 'a'.repeat(65) }, 'userName'],
    ['a name with a line break', { userName: 'a\nb' }, 'userName'],
    ['a name with space around it', { userName: ' a' }, 'userName'],
    ['a name that is a number', { userName: 7 }, 'userName'],
    ['a short password', { password: '1234567' }, 'password'],
    ['no password', { password: undefined }, 'password'],
    ['a level as text', { levelU: '3' }, 'levelU'],
    ['a flag as text', { isBlocked: 'true' }, 'isBlocked'],
    ['a parent as text', { userIdcriador: '2' }, 'userIdcriador'],
  ])('rejects %s and names the field', async (_, over, path) => {
    const answer = await create('admin1', { ...newUser(3), ...over })
    expect([answer.status, pathsOf(answer)]).toEqual([400, [path]])
  })
})
