import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type {
  ActivityResponse,
  GameResponse,
  MachineResponse,
  MachineRowResponse,
  UserResponse,
} from '@console/shared-kernel/schemas'
import { named, openStream, type Received, type Stream } from '../testing/events'
import { call, get, logout, tokenOf } from '../testing/http'
import { demoForTests, newName } from '../testing/people'
import { PROCESSES } from '../testing/server'

const { api, people } = demoForTests()

const streams: Stream[] = []
const open = async (token: string, lastId?: string): Promise<Stream> => {
  const stream = await openStream(api().url, token, lastId)
  streams.push(stream)
  if (lastId === undefined) await stream.waitFor(named('start'))
  return stream
}
afterEach(() => streams.splice(0).forEach((stream) => stream.close()))

const change = async <T>(row: string, body?: object, token = people().master): Promise<T> => {
  const answer = await call<T>(api().url, row, { token, body })
  if (answer.status >= 300) throw new Error(`${row}: ${answer.status} ${answer.text}`)
  return answer.body
}

const newestActivity = async (token: string) =>
  (await get<ActivityResponse>(`${api().url}/api/activity?limit=1`, token)).body.rows[0]

const listOf = async <T>(path: string, token: string): Promise<T[]> =>
  (await get<T[]>(`${api().url}${path}`, token)).body

const creditOf = ({ data }: Received) => (data['after'] as { creditCents?: number } | undefined)?.creditCents
const isCreditOf = (cents: number) => (event: Received) => creditOf(event) === cents

const rowsIn = ({ data }: Received): Record<string, unknown>[] => data['rows'] as Record<string, unknown>[]

/** The parts of the tree that these tests change. */
let parent: UserResponse
let client: UserResponse
let machine: MachineResponse
let manager: string
beforeAll(async () => {
  parent = await people().create('distributor1', 5)
  client = await people().create(parent, 6)
  machine = (await people().machinesOf(client.userName))[0]!
  manager = await tokenOf(api().url, parent.userName)
})

const setCredit = (amount: number) =>
  change(`PUT /api/Machines/${machine.idMachine}/credit`, { amount }, manager)

test('the feature is offered, and the answer is a stream that no proxy stores or buffers', async () => {
  const { body } = await get<{ features: object }>(`${api().url}/api/Users/current`, manager)
  expect(body.features).toHaveProperty('events.position', expect.any(String))
  const { status, headers, comments } = await open(manager)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  expect([headers.get('cache-control'), headers.get('x-accel-buffering')]).toEqual(['no-store', 'no'])
  expect(headers.get('x-request-id')).not.toBeNull()
  expect(comments()).toBe(1)
})

describe('a change is sent with the rows of the lists', () => {
  test('for a machine, followed by the activity row that the caller gets', async () => {
    const stream = await open(manager)
    await setCredit(12.5)
    const activity = await stream.waitFor(named('activity'))
    expect(activity.data).toEqual(await newestActivity(manager))
    const machines = await listOf<MachineRowResponse>('/api/Machines', manager)
    expect(stream.events.map(({ name }) => name)).toEqual(['start', 'machines', 'activity'])
    expect(stream.events[1]).toEqual({
      id: null,
      name: 'machines',
      data: { rows: machines.filter(({ idMachine }) => idMachine === machine.idMachine), removed: [] },
    })
    expect(activity.id).toBe(stream.lastId())
  })

  test('for a new Client: the user, the machine, and the machine counts of everyone above', async () => {
    const stream = await open(people().master)
    const user = await people().create(parent, 6)
    await stream.waitFor(({ name, data }) => name === 'activity' && data['kind'] === 'machine.create')
    expect(stream.events.map(({ name }) => name)).toEqual([
      'start',
      ...['users', 'activity'],
      ...['machines', 'users', 'activity'],
    ])
    const [, created, , , counted] = stream.events as [Received, Received, Received, Received, Received]
    const users = await listOf<UserResponse>('/api/Users', people().master)
    expect(rowsIn(created)).toEqual(users.filter(({ userId }) => userId === user.userId))
    const names = user.treeUserNamesCreators.split('/')
    expect(rowsIn(counted)).toEqual(names.map((userName) => users.find((one) => one.userName === userName)))
  })

  test('for a user who is renamed, and for one who is deleted with the machine', async () => {
    const user = await people().create(parent, 6)
    const [gone] = await people().machinesOf(user.userName)
    const stream = await open(manager)
    await change(`PUT /api/Users/${user.userId}`, { nameClient: 'Another' })
    const renamed = await stream.waitFor(named('users'))
    expect(rowsIn(renamed)).toMatchObject([{ userId: user.userId, nameClient: 'Another' }])
    await change(`DELETE /api/Users/${user.userId}`)
    await stream.waitFor(({ data }) => data['kind'] === 'user.delete')
    expect(stream.events.slice(3).map(({ name, data }) => [name, data['removed'] ?? data['kind']])).toEqual([
      ['machines', [gone?.idMachine]],
      // with the rows of the users above, who have one machine less
      ['users', [user.userId]],
      ['activity', 'machine.retire'],
      ['users', [user.userId]],
      ['activity', 'user.delete'],
    ])
  })

  test('for a game, to everyone', async () => {
    const stream = await open(manager)
    const body = { name: newName('game'), type: 'Slot', gameState: true }
    const { id } = await change<GameResponse>('POST /api/Games', body)
    expect(rowsIn(await stream.waitFor(named('games')))).toEqual([
      (await listOf<GameResponse>('/api/Games', manager)).find((game) => game.id === id),
    ])
    await change(`DELETE /api/Games/${id}`)
    await stream.waitFor(({ name, data }) => name === 'games' && (data['removed'] as unknown[])[0] === id)
    // the manager does not see the Master's activity
    expect(stream.events.filter(named('activity'))).toEqual([])
  })

  test('a block is one event, after which lists are read again', async () => {
    const stream = await open(manager)
    await change(`PUT /api/Users/${client.userId}`, { isBlocked: true })
    await stream.waitFor(named('activity'))
    expect(stream.events.map(({ name }) => name)).toEqual(['start', 'subtree', 'activity'])
    await change(`PUT /api/Users/${client.userId}`, { isBlocked: false })
    await stream.waitFor(named('subtree'), 3)
  })

  test('a sign-in is sent only as activity', async () => {
    const stream = await open(manager)
    await tokenOf(api().url, client.userName)
    const { data } = await stream.waitFor(named('activity'))
    expect(data).toEqual(await newestActivity(manager))
    expect(stream.events).toHaveLength(2)
  })
})

describe('another subtree', () => {
  test('is never seen, nor the address of a manager who changed a password', async () => {
    const stranger = await people().create('admin1', 3)
    const [mine, other, own] = [
      await open(manager),
      await open(await tokenOf(api().url, stranger.userName)),
      await open(await tokenOf(api().url, client.userName)),
    ]
    const admin = await tokenOf(api().url, 'admin1')
    await setCredit(1)
    await change(`PUT /api/Users/${parent.userId}`, { nameClient: 'Boss' }, admin)
    await change(`PUT /api/Users/${stranger.userId}`, { nameClient: 'Stranger' }, admin)
    await other.waitFor(named('activity'))
    await setCredit(2)
    await Promise.all([mine.waitFor(isCreditOf(200)), own.waitFor(isCreditOf(200))])
    const text = JSON.stringify(other.events)
    for (const secret of [machine.idMachine, 'Boss', client.userName]) expect(text).not.toContain(secret)
    expect(JSON.stringify(mine.events)).toContain('Boss')
    expect(JSON.stringify([mine.events, own.events])).not.toContain('Stranger')
    // a Client sees neither the users above nor what is done to them
    expect(JSON.stringify(own.events)).not.toContain('Boss')
    expect(own.events.filter(named('users'))).toEqual([])
  })

  test('activity rows contain only what the caller may know', async () => {
    const user = await people().create(parent, 6)
    const [below, above] = [await open(manager), await open(people().master)]
    await change(`PUT /api/Users/${user.userId}`, { password: 'violet anchor 47 lantern' })
    const isPassword = ({ data }: Received) => data['kind'] === 'user.password'
    const [hidden, known] = [await below.waitFor(isPassword), await above.waitFor(isPassword)]
    expect(known.data['after']).toHaveProperty('address')
    expect(hidden.data['after']).not.toHaveProperty('address')
    for (const [{ data }, token] of [
      [hidden, manager],
      [known, people().master],
    ] as const) {
      const { rows } = (await get<ActivityResponse>(`${api().url}/api/activity?limit=20`, token)).body
      expect(rows).toContainEqual(data)
    }
  })
})

describe('a stream that resumes', () => {
  test('gets what it missed, in order and nothing twice', async () => {
    const first = await open(manager)
    await setCredit(20)
    await first.waitFor(named('activity'))
    first.close()
    for (const amount of [21, 22, 23]) await setCredit(amount)
    const next = await open(manager, first.lastId())
    await next.waitFor(isCreditOf(2300))
    await setCredit(24)
    await next.waitFor(isCreditOf(2400))
    const cents = next.events.filter(named('activity')).map(creditOf)
    expect(cents).toEqual([2100, 2200, 2300, 2400])
    expect(next.comments()).toBe(1)
  })

  test.each([
    ['malformed', 'x'],
    ['of SQL', `1:1:'; drop table audit --`],
    ['of the future', '1:999999999999999999:'],
    ['of the beginning, and so of too many changes or of an archive', '1:1:'],
    ['very long', `1:9999999:${Array.from({ length: 900 }, (_, index) => index + 2).join()}`],
  ])('from a position that is %s is told to reload, and gets no rows of others', async (_, position) => {
    const stranger = await people().create('admin1', 3)
    const stream = await open(await tokenOf(api().url, stranger.userName), position)
    // in a small database the beginning is not long ago
    await stream.waitFor(({ name }) => name === 'again' || name === 'activity')
    await change(`PUT /api/Users/${stranger.userId}`, { nameClient: 'Later' })
    await stream.waitFor(({ name, data }) => name === 'users' && JSON.stringify(data).includes('Later'))
    const own = JSON.stringify(stream.events.filter(({ name }) => name === 'users' || name === 'machines'))
    for (const row of stream.events.filter(named('users')).flatMap(rowsIn)) {
      expect(row['userId']).toBe(stranger.userId)
    }
    expect(own).not.toContain(machine.idMachine)
  })
})

describe('a stream ends', () => {
  /** On a busy machine it is enough if one of them is in time. */
  const TRIES = 3
  const signedIn = async () => {
    const user = await people().create(parent, 6)
    return { user, token: await tokenOf(api().url, user.userName) }
  }

  test.each<[string, (user: UserResponse, token: string) => Promise<unknown>]>([
    ['signs out', (_, token) => logout(api().url, token)],
    ['is blocked', ({ userId }) => change(`PUT /api/Users/${userId}`, { isBlocked: true })],
    ['is deleted', ({ userId }) => change(`DELETE /api/Users/${userId}`)],
    [
      'gets another password',
      ({ userId }) => change(`PUT /api/Users/${userId}`, { password: 'copper meadow 82 whistle' }),
    ],
  ])('[STATE-7] within a second after its user %s', async (_, end) => {
    const times: number[] = []
    for (let turn = 0; turn < TRIES; turn += 1) {
      const { user, token } = await signedIn()
      const stream = await open(token)
      const began = performance.now()
      await end(user, token)
      await stream.ended
      times.push(performance.now() - began)
      expect((await openStream(api().url, token)).status).toBe(401)
    }
    // not only at the check for lost notifications
    expect(Math.min(...times)).toBeLessThan(1_000)
  })

  // each process has its own count
  if (PROCESSES > 1) return

  test('if it is the oldest of its session when a third one opens, and no other ends', async () => {
    const { token } = await signedIn()
    const other = await open(manager)
    const [one, two, three] = [await open(token), await open(token), await open(token)]
    await one.ended
    let ended = 0
    for (const stream of [two, three, other]) void stream.ended.then(() => (ended += 1))
    await sleep(300)
    expect(ended).toBe(0)
  })

  test('for all but two of 500 that one session opens from an old position, and others stay open', async () => {
    const { token } = await signedIn()
    const other = await open(manager)
    const position = other.lastId()
    await setCredit(30)
    await other.waitFor(isCreditOf(3000))
    const all: Stream[] = []
    for (let turn = 0; turn < 25; turn += 1) {
      const opened = await Promise.all(
        Array.from({ length: 20 }, () => openStream(api().url, token, position)),
      )
      all.push(...opened)
      streams.push(...opened)
    }
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    let ended = 0
    for (const stream of all) void stream.ended.then(() => (ended += 1))
    await setCredit(31)
    const next = await open(manager, position)
    await Promise.all([other, next].map((stream) => stream.waitFor(isCreditOf(3100))))
    while (ended < 498) await sleep(20)
    await sleep(200)
    expect(ended).toBe(498)
  })
})
