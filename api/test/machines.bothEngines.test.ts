import { beforeAll, describe, expect, test } from '@jest/globals'
import {
  DEFAULT_MACHINE_CONFIG,
  type GameResponse,
  type MachineConfigResponse,
  type MachineResponse,
  machineRowResponse,
  type MachineRowResponse,
} from '@console/shared-kernel/schemas'
import { ACCOUNTS, allUsers, call, tokensOf } from '../testing/http'
import { demoForTests, findUser, pathsOf } from '../testing/people'

const { api, people } = demoForTests()
let token: Record<string, string>
beforeAll(async () => {
  token = await tokensOf(api().url)
})

const as = (name: string, row: string, body?: unknown) => call(api().url, row, { token: token[name], body })
const list = async (name: string) =>
  (await call<MachineRowResponse[]>(api().url, 'GET /api/Machines', { token: token[name] })).body

describe('[CALL-11] the list', () => {
  test('[ENTITY-14] follows its contract', async () => {
    const machines = await list('master')
    expect(machineRowResponse.array().parse(machines)).toEqual(machines)
    expect(machines.length).toBeGreaterThan(100)
  })

  test.each(ACCOUNTS)(
    '[ROLE-2] [PRODUCT-12] of %s holds exactly the machines of their subtree',
    async (name) => {
      const users = await allUsers(api().url)
      const { treeUserNamesCreators: top, level } = findUser(users, name)
      const isBelow = ({ treeUserNamesCreators: tree }: { treeUserNamesCreators: string }) =>
        level === 1 || `${tree}/`.startsWith(`${top}/`)
      const owners = new Set(users.filter(isBelow).map(({ userId }) => userId))
      const expected = (await list('master')).filter(({ userId }) => owners.has(userId))
      expect(await list(name)).toEqual(expected)
      expect(expected.length).toBeGreaterThan(0)
    },
  )

  test('agrees with the counts in the lists of users', async () => {
    const users = await allUsers(api().url)
    for (const name of ACCOUNTS) {
      expect(await list(name)).toHaveLength(findUser(users, name).numeroMaquinas)
    }
  })
})

describe('a machine whose owner is blocked', () => {
  test('shows that in its row, even if an ancestor is blocked, in the next answer: the list has no ETag', async () => {
    const subdistributor = await people().create('distributor1', 5)
    const client = await people().create(subdistributor, 6)
    const isOwnerBlocked = async () => {
      const { body, headers } = await as('master', 'GET /api/Machines')
      expect(headers.get('etag')).toBeNull()
      return (body as MachineRowResponse[]).find(({ userId }) => userId === client.userId)?.ownerBlocked
    }
    const setBlocked = async ({ userId }: { userId: number }, isBlocked: boolean) => {
      const { status } = await as('master', `PUT /api/Users/${userId}`, { isBlocked })
      expect(status).toBe(200)
    }
    expect(await isOwnerBlocked()).toBe(false)
    for (const blocked of [subdistributor, client]) {
      await setBlocked(blocked, true)
      expect(await isOwnerBlocked()).toBe(true)
      await setBlocked(blocked, false)
      expect(await isOwnerBlocked()).toBe(false)
    }
  })
})

describe('[CALL-12] a machine that is created by hand', () => {
  test('is like the one that a new user gets', async () => {
    const { client } = await people().createClient()
    const { status, body } = await as('subdistributor1', `POST /api/machines/auto-create/${client.userId}`)
    expect(status).toBe(201)
    expect(machineRowResponse.parse(body)).toMatchObject({
      userId: client.userId,
      userName: client.userName,
      credit: 0,
      creditVersion: '1',
      profit: 0,
      block: false,
      serviceMode: false,
      status: 'Offline',
      isConnected: false,
      lastConnection: null,
    })
    expect(await people().machinesOf(client.userName)).toHaveLength(2)
  })

  test('[ERROR-21] is rejected for managers', async () => {
    const answer = await as('admin1', `POST /api/machines/auto-create/${people().named('subadmin1').userId}`)
    expect(answer).toMatchObject({ status: 400, body: { message: 'Usuario inválido para crear máquina' } })
  })
})

describe('[CALL-14] blocking', () => {
  test('[ENTITY-18] toggles the flag and returns its new state', async () => {
    const { machine } = await people().createClient()
    const toggle = async () =>
      (await as('subdistributor1', `PUT /api/Machines/${machine.idMachine}/toggle-block`)).body
    expect(await toggle()).toEqual({ blocked: true, version: '2', activityId: expect.any(Number) })
    expect((await list('master')).find(({ idMachine }) => idMachine === machine.idMachine)?.block).toBe(true)
    expect(await toggle()).toEqual({ blocked: false, version: '3', activityId: expect.any(Number) })
  })

  test('returns a version only if it has changed something', async () => {
    const { machine } = await people().createClient()
    const block = async () =>
      (await as('subdistributor1', `PUT /api/Machines/${machine.idMachine}/toggle-block`, { blocked: true }))
        .body
    expect(await block()).toEqual({ blocked: true, version: '2', activityId: expect.any(Number) })
    expect(await block()).toEqual({ blocked: true })
  })
})

describe('the configuration', () => {
  const configOf = (machine: MachineResponse) => `/api/Machines/${machine.idMachine}/config`

  test('[CALL-15] [ENTITY-15] of a new machine has the defaults', async () => {
    const { machine } = await people().createClient()
    expect((await as('subdistributor1', `GET ${configOf(machine)}`)).body).toEqual({
      ...DEFAULT_MACHINE_CONFIG,
      version: '1',
    })
  })

  test('[CALL-16] is saved as a whole, and service mode shows in the list', async () => {
    const { machine } = await people().createClient()
    const config: MachineConfigResponse = {
      ...DEFAULT_MACHINE_CONFIG,
      pingBrowser: 5,
      listaJuegos: '[3,1]',
      serviceMode: true,
      tipoValidacionCobro: 'none',
      valorCentimosDeUnCredito: 0.25,
    }
    const saved = await as('admin1', `PUT ${configOf(machine)}`, { ...config, unknown: 1 })
    expect([saved.status, saved.body]).toEqual([200, { ...config, version: '2' }])
    expect((await as('master', `GET ${configOf(machine)}`)).body).toEqual(saved.body)
    const [listed] = await people().machinesOf(machine.userName)
    expect(listed?.serviceMode).toBe(true)
  })

  test('keeps the fields that are left out', async () => {
    const { machine } = await people().createClient()
    await as('admin1', `PUT ${configOf(machine)}`, { pingJuegos: 9 })
    await as('admin1', `PUT ${configOf(machine)}`, { pingBrowser: 8 })
    expect((await as('admin1', `GET ${configOf(machine)}`)).body).toMatchObject({
      pingJuegos: 9,
      pingBrowser: 8,
    })
  })

  test.each<[string, unknown]>([
    ['pingBrowser', 4],
    ['pingBrowser', 5.5],
    ['pingBrowser', '30'],
    ['pingJuegos', 4],
    ['addSecondsExpireOffline', 9],
    ['valorCentimosDeUnCredito', 0],
    ['valorCentimosDeUnCredito', 0.005],
    ['maxApuestaPoker', -1],
    ['premioMaximoSlot', -0.01],
    ['limiteInferiorProfit', -1],
    ['limiteSuperiorProfit', 101],
    ['tipoValidacionCobro', 'card'],
    ['touchScreen', 'true'],
    ['listaJuegos', [1, 2]],
    ['listaJuegos', '1,2'],
    ['listaJuegos', '["1"]'],
    ['listaJuegos', '[1.5]'],
    ['listaJuegos', '{}'],
  ])('[VALID-13] rejects %s %j, names the field, and keeps the stored value', async (field, value) => {
    const [machine] = await list('client1')
    if (!machine) throw new Error('client1 has no machine')
    const before = await as('admin1', `GET ${configOf(machine)}`)
    const answer = await as('admin1', `PUT ${configOf(machine)}`, { [field]: value })
    expect([answer.status, pathsOf(answer)]).toEqual([400, [field]])
    expect((await as('admin1', `GET ${configOf(machine)}`)).body).toEqual(before.body)
  })
})

test('[CALL-17] the games for machines are the active ones', async () => {
  const all = (await as('client1', 'GET /api/Games')).body as GameResponse[]
  const expected = all.filter(({ gameState }) => gameState).map(({ id, name, type }) => ({ id, name, type }))
  expect((await as('client1', 'GET /api/Machines/available-games')).body).toEqual(expected)
  expect(expected.length).toBeGreaterThan(0)
})

test('[STATE-8] an owner who is deleted meanwhile gets no machine', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { client } = await people().createClient()
    const create = () => as('master', `POST /api/machines/auto-create/${client.userId}`)
    const [deleted, ...created] = await Promise.all([
      as('master', `DELETE /api/Users/${client.userId}`),
      ...Array.from({ length: 6 }, create),
    ])
    expect(deleted?.status).toBe(204)
    expect(created.every(({ status }) => [201, 403, 404].includes(status))).toBe(true)
    expect((await list('master')).filter(({ userId }) => userId === client.userId)).toEqual([])
  }
})
