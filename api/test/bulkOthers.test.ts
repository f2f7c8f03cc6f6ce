import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from '@jest/globals'
import {
  bulkConfigResponse,
  bulkMachineBlockResponse,
  bulkUserBlockResponse,
  type MachineResponse,
  type UserResponse,
} from '@console/shared-kernel/schemas'
import { bulkCalls } from '../testing/bulk'
import { call, tokenOf } from '../testing/http'
import { demoForTests, FORBIDDEN, pathsOf } from '../testing/people'

const demo = demoForTests()
const { api, people } = demo
const { post, newMachine, strangersMachine, tokenOfManager } = bulkCalls(demo)
let strangers: string
let manager: string
beforeAll(async () => {
  strangers = await strangersMachine()
  manager = await tokenOfManager()
})

const newMachines = (count: number) => Promise.all(Array.from({ length: count }, newMachine))

describe('the other bulk calls', () => {
  test('block machines', async () => {
    const [one, other, third] = await newMachines(3)
    const { body } = await post('/api/Machines/bulk/block', {
      items: [
        { machineId: one!.idMachine, blocked: true, version: one!.version },
        { machineId: other!.idMachine, blocked: false },
        { machineId: third!.idMachine, blocked: true, version: '7' },
        { machineId: strangers, blocked: true },
      ],
    })
    expect(bulkMachineBlockResponse.parse(body).results).toMatchObject([
      { id: one!.idMachine, status: 200, blocked: true },
      { id: other!.idMachine, status: 200, blocked: false },
      { id: third!.idMachine, status: 409, current: { idMachine: third!.idMachine, block: false } },
      { id: strangers, status: 403 },
    ])
    expect((await people().machinesOf(one!.userName))[0]).toMatchObject({ block: true })
    expect((await people().machinesOf(third!.userName))[0]).toMatchObject({ block: false })
  })

  test('configure machines, and keep the fields that are left out', async () => {
    const [one, other] = await newMachines(2)
    const path = ({ idMachine }: MachineResponse) => `/api/Machines/${idMachine}/config`
    await call(api().url, `PUT ${path(one!)}`, { token: manager, body: { pingJuegos: 77 } })
    const { body } = await post('/api/Machines/bulk/config', {
      config: { pingBrowser: 45 },
      items: [
        { machineId: one!.idMachine },
        { machineId: other!.idMachine, version: '9' },
        { machineId: strangers },
      ],
    })
    expect(bulkConfigResponse.parse(body).results).toMatchObject([
      { id: one!.idMachine, status: 200, pingBrowser: 45, pingJuegos: 77, version: '3' },
      { id: other!.idMachine, status: 409, current: { pingBrowser: 30, version: '1' } },
      { id: strangers, status: 403 },
    ])
    const wrong = await post('/api/Machines/bulk/config', {
      config: { limiteInferiorProfit: 60, limiteSuperiorProfit: 50 },
      items: [{ machineId: one!.idMachine }],
    })
    expect(wrong.body.results).toMatchObject([
      { status: 400, errors: [{ path: 'limiteInferiorProfit' }, { path: 'limiteSuperiorProfit' }] },
    ])
    const none = await post('/api/Machines/bulk/config', {
      config: { pingBrowser: 1 },
      items: [{ machineId: one!.idMachine }],
    })
    expect([none.status, pathsOf(none)]).toEqual([400, ['config.pingBrowser']])
  })

  test('block users, whose tokens stop working', async () => {
    const [one, other] = [await people().create('distributor1', 5), await people().create('distributor1', 5)]
    const token = await tokenOf(api().url, one.userName)
    const [self, above] = [people().named('distributor1'), people().named('subadmin1')]
    const { body } = await post(
      '/api/Users/bulk/block',
      {
        items: [
          { userId: one.userId, blocked: true, version: one.version },
          { userId: other.userId, blocked: true, version: '9' },
          { userId: self.userId, blocked: true },
          { userId: above.userId, blocked: true },
        ],
      },
      { token: await tokenOf(api().url, 'distributor1') },
    )
    const { results } = bulkUserBlockResponse.parse(body)
    expect(results).toMatchObject([
      { id: one.userId, status: 200, userName: one.userName, isBlocked: true, version: '2' },
      { id: other.userId, status: 409, current: { userId: other.userId, isBlocked: false } },
      { id: self.userId, status: 403, ...FORBIDDEN },
      { id: above.userId, status: 403, ...FORBIDDEN },
    ])
    expect((await call(api().url, 'GET /api/Users/current', { token })).status).toBe(401)
    const back = { items: [{ userId: one.userId, blocked: false }] }
    await post('/api/Users/bulk/block', back, { token: people().master })
    expect((await call(api().url, 'GET /api/Users/current', { token })).status).toBe(200)
  })
})

describe('a bulk block with the version that was shown', () => {
  test('is made on machines whose configuration has changed since, not on those whose block has', async () => {
    const [configured, toggled, same] = await newMachines(3)
    const path = ({ idMachine }: MachineResponse) => `/api/Machines/${idMachine}`
    const put = (address: string, body: object) =>
      call(api().url, `PUT ${address}`, { token: people().master, body })
    await put(`${path(configured!)}/config`, { pingJuegos: 77 })
    for (const blocked of [true, false]) await put(`${path(toggled!)}/toggle-block`, { blocked })
    await put(`${path(same!)}/toggle-block`, { blocked: true })
    const { body } = await post('/api/Machines/bulk/block', {
      items: [configured!, toggled!, same!].map(({ idMachine, version }) => ({
        machineId: idMachine,
        blocked: true,
        version,
      })),
    })
    expect(body.results).toMatchObject([
      { status: 200, blocked: true },
      { status: 409, current: { block: false } },
      // as intended
      { status: 200, blocked: true },
    ])
  })

  test('is made on users with another client name, not on those whose block has changed', async () => {
    const users = [await people().create('subdistributor1', 6), await people().create('subdistributor1', 6)]
    const token = await tokenOf(api().url, 'admin1')
    const put = ({ userId }: UserResponse, body: object) =>
      call(api().url, `PUT /api/Users/${userId}`, { token, body: { password: '', ...body } })
    await put(users[0]!, { nameClient: 'Bar Norte' })
    for (const isBlocked of [true, false]) await put(users[1]!, { isBlocked })
    const items = users.map(({ userId, version }) => ({ userId, blocked: true, version }))
    const { body } = await post('/api/Users/bulk/block', { items }, { token })
    expect(body.results).toMatchObject([
      { status: 200, isBlocked: true, nameClient: 'Bar Norte' },
      { status: 409, current: { isBlocked: false } },
    ])
  })
})

describe('copying game settings', () => {
  const COPY = '/api/Games/user-settings/copy'
  const settingsOf = async ({ userId }: UserResponse) =>
    (
      await call<Record<string, unknown>>(api().url, `GET /api/Games/user-settings/${userId}`, {
        token: people().master,
      })
    ).body
  const save = ({ userId }: UserResponse, body: object) =>
    call(api().url, `PUT /api/Games/user-settings/${userId}`, { token: people().master, body })
  const newClient = () => people().create('subdistributor1', 6)

  test('copies all sections, or the named ones, to each user', async () => {
    const [source, all, some] = [await newClient(), await newClient(), await newClient()]
    await save(source, {
      selectedGames: [1, 2],
      jackpotSettings: { megaJackpot: { initial: 50 } },
      otherSettings: { browser: 'Safari' },
    })
    await save(some, { selectedGames: [3], otherSettings: { currency: 'Euro', touchScreen: true } })
    const token = await tokenOf(api().url, 'admin1')
    const copied = await settingsOf(source)
    const { body } = await post(
      COPY,
      { fromUserId: source.userId, items: [{ userId: all.userId }] },
      { token },
    )
    expect(body.results).toEqual([{ id: all.userId, status: 200, ...copied, version: '2' }])
    expect(await settingsOf(all)).toEqual({ ...copied, version: '2' })
    const before = await settingsOf(some)
    const part = {
      fromUserId: source.userId,
      items: [{ userId: some.userId }],
      sections: ['games', 'jackpots'],
    }
    await post(COPY, part, { token })
    expect(await settingsOf(some)).toEqual({
      selectedGames: copied['selectedGames'],
      jackpotSettings: copied['jackpotSettings'],
      otherSettings: before['otherSettings'],
      version: '3',
    })
  })

  test('rejects a source that has changed since it was shown, and answers a repeated call as before', async () => {
    const [source, first, second] = [await newClient(), await newClient(), await newClient()]
    await save(source, { selectedGames: [1] })
    const token = await tokenOf(api().url, 'admin1')
    const key = randomUUID()
    const copy = (...users: UserResponse[]) =>
      post(
        COPY,
        { fromUserId: source.userId, fromVersion: '2', items: users.map(({ userId }) => ({ userId })) },
        { token, key },
      )
    const done = { id: first.userId, status: 200, selectedGames: [1] }
    expect((await copy(first)).body.results).toMatchObject([done])
    await save(source, { selectedGames: [2] })
    const changed = { status: 409, message: 'La configuración que se copia ha cambiado entretanto' }
    expect((await copy(first, second)).body.results).toMatchObject([done, { id: second.userId, ...changed }])
    expect(await copy(second)).toMatchObject({ status: 409, body: { message: changed.message } })
    await call(api().url, `DELETE /api/Users/${source.userId}`, { token: people().master })
    expect((await copy(first, second)).body.results).toMatchObject([done, { id: second.userId, status: 403 }])
    expect(await settingsOf(first)).toMatchObject({ selectedGames: [1] })
    expect(await settingsOf(second)).toMatchObject({ version: '1' })
  })

  test('rejects single users, or the whole call if the source is not below the caller', async () => {
    const [source, target] = [await newClient(), await newClient()]
    const token = await tokenOf(api().url, 'admin1')
    const [self, above] = [people().named('admin1'), people().named('master')]
    const items = [{ userId: target.userId, version: '8' }, { userId: self.userId }, { userId: above.userId }]
    const { body } = await post(COPY, { fromUserId: source.userId, items }, { token })
    expect(body.results).toMatchObject([
      { id: target.userId, status: 409, current: { version: '1' } },
      { id: self.userId, status: 403 },
      { id: above.userId, status: 403 },
    ])
    for (const { userId } of [self, above]) {
      const whole = await post(COPY, { fromUserId: userId, items }, { token })
      expect([whole.status, whole.body]).toEqual([403, FORBIDDEN])
    }
    const wrong = await post(COPY, { fromUserId: source.userId, items, sections: ['nothing'] }, { token })
    expect([wrong.status, pathsOf(wrong)]).toEqual([400, ['sections.0']])
    expect((await post(COPY, { fromUserId: source.userId, items })).status).toBe(403)
  })
})
