import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  activityResponse,
  type ActivityResponse,
  type ActivityRow,
  type GameResponse,
  type MachineResponse,
  type UserResponse,
} from '@console/shared-kernel/schemas'
import { demoFolder } from '../testing/demo'
import { call, tokenOf } from '../testing/http'
import { meetPeople, newName, pathsOf, type People } from '../testing/people'
import { startApi, type Api } from '../testing/server'
import { sql } from '../testing/sql'

let api: Api
let people: People
let admin: UserResponse
let adminToken: string
let client: UserResponse
let machine: MachineResponse
let stranger: UserResponse

const read = (token: string, query = '') =>
  call<ActivityResponse>(api.url, `GET /api/activity?${query}`, { token })
const rowsOf = async (token: string, query = ''): Promise<readonly ActivityRow[]> => {
  const { status, text, body } = await read(token, query)
  if (status !== 200) throw new Error(text)
  return activityResponse.parse(body).rows
}
const kindsOf = async (token: string, query = '') => (await rowsOf(token, query)).map(({ kind }) => kind)
const put = (path: string, body: object, token: string) => call(api.url, `PUT ${path}`, { token, body })

/** Old rows of the Master as they are stored, just before and at two midnights in Madrid. */
const PAST = `
  insert into audit (at, actor_id, actor_path, action, subject, subject_user_id, subject_path, request_id)
  select at::timestamptz, 1, u.path, 'user.update', 'user 1', 1, u.path, gen_random_uuid()
  from users u, unnest(array[
    '2025-06-30 21:59:59.999999+00', '2025-06-30 22:00:00+00', '2025-07-01 21:59:59.999999+00',
    '2025-07-01 22:00:00+00'
  ]) at where u.user_id = 1`
const WITHOUT_ACTOR = `
  insert into audit (actor_id, action, subject, after, request_id)
  values (null, 'session.refuse', 'unknown user', '{"address":"127.0.0.1"}', gen_random_uuid())`
/** Rows as the commands write them: without a signed-in user. */
const OF_COMMANDS = `
  insert into audit (at, action, subject, after, request_id)
  select '2025-09-01T00:00Z'::timestamptz + n * interval '1 hour', action, subject, after::jsonb, gen_random_uuid()
  from (values
    (1, 'movements.detach', 'movements detached', '{"detached":["movements_2025_03"],"before":"2025-04-01T00:00:00.000Z"}'),
    (2, 'movements.attach', 'movements detached', '{"attached":["movements_2025_03"],"from":"2025-03-01T00:00:00.000Z"}'),
    (3, 'audit.archive', 'audit archive', '{"rows":1}')
  ) commands (n, action, subject, after)`

beforeAll(async () => {
  const folder = await demoFolder()
  sql(
    folder,
    'alter table audit alter column actor_id drop not null',
    PAST,
    WITHOUT_ACTOR,
    OF_COMMANDS,
    'select 1',
  )
  api = await startApi({ DATA_DIR: folder })
  people = await meetPeople(api.url)
  admin = await people.create('master', 2)
  adminToken = await tokenOf(api.url, admin.userName)
  stranger = await people.create('admin1', 3)
  const body = {
    userName: newName(),
    password: 'demo1234',
    levelU: 3,
    countryId: 1,
    userIdcriador: admin.userId,
  }
  await call(api.url, 'POST /api/Users', { token: adminToken, body })
  const [subAdmin] = (await call<UserResponse[]>(api.url, 'GET /api/Users/children', { token: adminToken }))
    .body
  const distributor = await people.create(subAdmin!, 4)
  client = await people.create(await people.create(distributor, 5), 6)
  machine = (await people.machinesOf(client.userName))[0]!
  await put(`/api/Machines/${machine.idMachine}/credit`, { amount: 12.5 }, adminToken)
  await put(`/api/Users/${client.userId}`, { nameClient: 'Renamed' }, people.master)
  await put(`/api/Users/${stranger.userId}`, { nameClient: 'Renamed' }, people.master)
})
afterAll(() => api?.stop())

/** Newest first. */
const MADE = ['user.update', 'machine.credit', 'machine.create', 'user.create']
const withoutSessions = (kinds: readonly string[]) => kinds.filter((kind) => !kind.startsWith('session.'))

describe('activity', () => {
  test('names the actor, the target, the time and what changed', async () => {
    const [credit] = await rowsOf(adminToken, `machineId=${machine.idMachine}&kind=machine.credit`)
    expect(credit).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      kind: 'machine.credit',
      requestId: expect.any(String),
      actor: { userId: admin.userId, userName: admin.userName },
      subject: {
        type: 'machine',
        machineId: machine.idMachine,
        userId: client.userId,
        name: machine.machineName,
        ownerName: client.userName,
      },
      before: { creditCents: 0, version: 1 },
      after: { creditCents: 1250, version: 2 },
    })
    const [renamed] = await rowsOf(adminToken, `userId=${client.userId}&kind=user.update`)
    expect(renamed).toMatchObject({
      actor: { userName: 'master' },
      subject: { type: 'user', userId: client.userId, name: client.userName },
      before: { name_client: client.userName },
      after: { name_client: 'Renamed' },
    })
  })

  test('names a game, even a deleted one', async () => {
    const body = { name: newName('game'), type: 'Slot', gameState: true }
    const { id } = (await call<GameResponse>(api.url, 'POST /api/Games', { token: adminToken, body })).body
    const subject = { type: 'game', gameId: id, name: body.name }
    expect((await rowsOf(adminToken, 'kind=game.create&limit=1'))[0]).toMatchObject({ subject })
    await call(api.url, `DELETE /api/Games/${id}`, { token: adminToken })
    for (const row of await rowsOf(adminToken, 'kind=game.create,game.delete&limit=2')) {
      expect(row).toMatchObject({ subject })
    }
  })

  test('shows users what they and their subtree did, and what was done to them', async () => {
    const seen = await rowsOf(adminToken, 'limit=500')
    const below = new Set(
      (await call<UserResponse[]>(api.url, 'GET /api/Users', { token: adminToken })).body.map(
        ({ userId }) => userId,
      ),
    )
    for (const { actor, subject } of seen) {
      expect(below.has(actor?.userId ?? NaN) || below.has(subject?.userId ?? NaN)).toBe(true)
    }
    // created by the Master, by the admin, or below
    for (const userId of below) {
      expect(seen.some(({ kind, subject }) => kind === 'user.create' && subject?.userId === userId)).toBe(
        true,
      )
    }
    const everything = await rowsOf(people.master, 'limit=500')
    const theirs = everything.filter(
      ({ actor, subject }) => below.has(actor?.userId ?? NaN) || below.has(subject?.userId ?? NaN),
    )
    expect(seen).toEqual(theirs)
    expect(everything.length).toBeGreaterThan(seen.length)
  })

  test('shows a Client only their own rows, and who acted on them', async () => {
    const kinds = await kindsOf(await tokenOf(api.url, client.userName))
    expect(withoutSessions(kinds)).toEqual(MADE)
  })

  test('shows rows without an actor only to the Master', async () => {
    const [refused] = await rowsOf(people.master, 'dateFrom=2026-01-01&kind=session.refuse')
    expect(refused).toMatchObject({ actor: null, subject: null, after: { address: '127.0.0.1' } })
    expect(await rowsOf(adminToken, 'kind=session.refuse')).toEqual([])
  })
})

describe('a filter', () => {
  test('by actor returns what that user did', async () => {
    const rows = await rowsOf(people.master, `actorId=${admin.userId}`)
    expect(rows.length).toBeGreaterThan(1)
    expect(new Set(rows.map(({ actor }) => actor?.userId))).toEqual(new Set([admin.userId]))
  })

  test('by user matches the target, or the owner of the machine', async () => {
    expect(withoutSessions(await kindsOf(adminToken, `userId=${client.userId}`))).toEqual(MADE)
  })

  test('by machine ignores the case of the id', async () => {
    const kinds = await kindsOf(adminToken, `machineId=${machine.idMachine.toUpperCase()}`)
    expect(kinds).toEqual(['machine.credit', 'machine.create'])
  })

  test('by kind finds detached and attached months, for the Master only', async () => {
    const days = 'dateFrom=2025-09-01&dateTo=2025-09-01'
    const rows = await rowsOf(people.master, `${days}&kind=movements.detach,movements.attach`)
    expect(rows).toMatchObject([
      { kind: 'movements.attach', actor: null, subject: null, after: { attached: ['movements_2025_03'] } },
      { kind: 'movements.detach', after: { detached: ['movements_2025_03'] } },
    ])
    expect(await kindsOf(people.master, `${days}&kind=movements.detach`)).toEqual(['movements.detach'])
    expect(await rowsOf(adminToken, 'kind=movements.detach')).toEqual([])
  })

  test('combines with other filters', async () => {
    const both = `actorId=${admin.userId}&userId=${client.userId}`
    expect(await kindsOf(adminToken, both)).toEqual(['machine.credit'])
    expect(await kindsOf(adminToken, `${both}&kind=user.update,user.create`)).toEqual([])
  })

  test('by a deleted user works for the users above', async () => {
    const above = await people.create('master', 2)
    const token = await tokenOf(api.url, above.userName)
    const gone = await people.create(above, 3)
    await call(api.url, `DELETE /api/Users/${gone.userId}`, { token })
    expect(await kindsOf(token, `userId=${gone.userId}`)).toEqual(['user.delete', 'user.create'])
    const other = await tokenOf(api.url, 'admin1')
    expect((await read(other, `userId=${gone.userId}`)).status).toBe(403)
  })

  test.each([
    ['dateFrom=2025-07-01&dateTo=2025-07-01', ['2025-07-01T21:59:59.999Z', '2025-06-30T22:00:00.000Z']],
    ['dateTo=2025-06-30', ['2025-06-30T21:59:59.999Z']],
    ['dateFrom=2025-07-02&dateTo=2025-08-01', ['2025-07-01T22:00:00.000Z']],
  ])('by days uses the time zone and includes both ends: %s', async (query, expected) => {
    expect((await rowsOf(people.master, query)).map(({ at }) => at)).toEqual(expected)
  })

  test.each([
    ['actorId=x', 'actorId'],
    ['userId=1.5', 'userId'],
    ['machineId=7', 'machineId'],
    ['kind=machine.credit,nothing', 'kind'],
    ['kind=', 'kind'],
    ['dateFrom=2025-02-30', 'dateFrom'],
    ['dateFrom=2025-07-02&dateTo=2025-07-01', 'dateTo'],
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['limit=ten', 'limit'],
    ['cursor=abc', 'cursor'],
    [`cursor=${Buffer.from('9 9; select').toString('base64url')}`, 'cursor'],
  ])('with %s is rejected and its field is named', async (query, path) => {
    const answer = await read(adminToken, query)
    expect([answer.status, pathsOf(answer)]).toEqual([400, [path]])
  })
})

describe('a list in pages', () => {
  const walk = async (token: string, query: string): Promise<number[][]> => {
    const pages: number[][] = []
    for (let next: string | null = ''; next !== null;) {
      const { body } = (await read(token, query + (next && `&cursor=${next}`))) as { body: ActivityResponse }
      pages.push(body.rows.map(({ id }) => id))
      next = body.next
    }
    return pages
  }

  test.each([1, 2, 3, 500])('of %d rows has every row once, newest first', async (limit) => {
    for (const token of [adminToken, people.master]) {
      const all = (await rowsOf(token, 'limit=500')).map(({ id }) => id)
      const pages = await walk(token, `limit=${limit}`)
      expect(pages.flat()).toEqual(all)
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true)
    }
  })

  test('stays the same while new activity arrives', async () => {
    const all = (await rowsOf(adminToken, 'limit=500')).map(({ id }) => id)
    const first = await read(adminToken, 'limit=3')
    const body = { name: newName('game'), type: 'Slot', gameState: true }
    expect((await call(api.url, 'POST /api/Games', { token: adminToken, body })).status).toBe(201)
    const second = await read(adminToken, `limit=3&cursor=${first.body.next}`)
    const ids = [...first.body.rows, ...second.body.rows].map(({ id }) => id)
    expect(ids).toEqual(all.slice(0, 6))
  })
})
