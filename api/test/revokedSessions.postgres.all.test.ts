import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { Client } from 'pg'
import type { UserResponse } from '@console/shared-kernel/schemas'
import { demoFolder } from '../testing/demo'
import { databaseOf, urlOf } from '../testing/engine'
import { call, get, tokenOf } from '../testing/http'
import { meetPeople, type People } from '../testing/people'
import { startApi, type Api } from '../testing/server'

/** Events between the steps of a change that ends sessions; the embedded engine has only one connection. */
let folder: string
let api: Api
let people: People
let parent: UserResponse
let manager: UserResponse
let watcher: Client
const clients: Client[] = []

beforeAll(async () => {
  folder = await demoFolder()
  api = await startApi({ DATA_DIR: folder, DEMO_DATA: 'true' })
  people = await meetPeople(api.url)
  watcher = new Client(urlOf(databaseOf(folder)))
  await watcher.connect()
})
afterAll(async () => {
  await watcher?.end()
  await api?.stop()
})
beforeEach(async () => {
  parent = await people.create('subadmin1', 4)
  manager = await people.create(parent, 5)
})
// releases the locks of a failed test
afterEach(() => Promise.all(clients.splice(0).map((client) => client.end())))

const look = async (statement: string) => (await watcher.query(statement)).rows

/** Keeps rows locked. @returns a function that releases them */
async function hold(...statements: string[]): Promise<() => Promise<unknown>> {
  const client = new Client(urlOf(databaseOf(folder)))
  clients.push(client)
  await client.connect()
  await client.query('begin')
  for (const statement of statements) await client.query(statement)
  return () => client.query('commit')
}

async function waitUntilWaiting(count: number): Promise<void> {
  const waiting = `select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await look(waiting)).length !== count) await sleep(20)
}

const change = ({ userId }: UserResponse, body: object) =>
  call(api.url, `PUT /api/Users/${userId}`, { token: people.master, body })

test('a sign-in with the old password while it is being changed is revoked', async () => {
  const token = await tokenOf(api.url, manager.userName)
  const ofManager = `user_id = ${manager.userId}`
  await look(`drop table if exists earlier`)
  await look(`create table earlier as select * from sessions where ${ofManager}`)
  await look(`delete from sessions where ${ofManager}`)
  const commit = await hold(
    `select from users where ${ofManager} for share`,
    `insert into sessions select * from earlier`,
  )
  const changing = change(manager, { password: 'violet anchor 47 lantern' })
  await waitUntilWaiting(1)
  await commit()
  expect((await changing).status).toBe(200)
  expect((await get(`${api.url}/api/Users/current`, token)).status).toBe(401)
})

test('a block is answered only after the writes that began before it, whenever their sessions began', async () => {
  const client = await people.create(manager, 6)
  const [machine] = await people.machinesOf(client.userName)
  const releaseUser = await hold(`select from users where user_id = ${parent.userId} for no key update`)
  let answered = false
  const blocking = change(parent, { isBlocked: true }).finally(() => (answered = true))
  await waitUntilWaiting(1)
  const releaseMachine = await hold(
    `select from machines where id = '${machine?.idMachine}' for no key update`,
  )
  const token = await tokenOf(api.url, manager.userName)
  const row = `PUT /api/Machines/${machine?.idMachine}/credit`
  const writing = call(api.url, row, { token, body: { amount: 1 } })
  await waitUntilWaiting(2)
  await releaseUser()
  // the block is committed, and waits for the write
  const blocked = `select from users where user_id = ${parent.userId} and is_blocked`
  while ((await look(blocked)).length === 0) await sleep(20)
  await waitUntilWaiting(2)
  expect(answered).toBe(false)
  await releaseMachine()
  expect((await writing).status).toBe(200)
  expect((await blocking).status).toBe(200)
  expect((await call(api.url, row, { token, body: { amount: 2 } })).status).toBe(401)
})

test('a session that is ending lets no further write begin, however many wait', async () => {
  const client = await people.create(manager, 6)
  const [machine] = await people.machinesOf(client.userName)
  const releaseMachine = await hold(
    `select from machines where id = '${machine?.idMachine}' for no key update`,
  )
  const token = await tokenOf(api.url, manager.userName)
  const writing = call(api.url, `PUT /api/Machines/${machine?.idMachine}/credit`, {
    token,
    body: { amount: 1 },
  })
  await waitUntilWaiting(1)
  const ending = call(api.url, 'POST /api/Auth/logout', { token })
  await waitUntilWaiting(2)
  // creates another machine, which is not locked: it waits only for its session to end
  const late = call(api.url, `POST /api/machines/auto-create/${client.userId}`, { token, body: {} })
  await waitUntilWaiting(3)
  await releaseMachine()
  expect([(await writing).status, (await ending).status, (await late).status]).toEqual([200, 204, 401])
})

test('a sign-in ends the oldest of very many sessions, so that a new password can end them all', async () => {
  const { userId, userName } = manager
  await look(`insert into sessions (sid, user_id, created_at, expires_at)
    select gen_random_uuid(), ${userId}, now() - n * interval '1 second', now() + interval '1 hour'
    from generate_series(1, 20000) n`)
  const release = await hold(
    `select from sessions where user_id = ${userId} order by created_at limit 1 for key share`,
  )
  const token = await tokenOf(api.url, userName)
  const remaining = `select count(*)::int as sessions, min(created_at) < now() - interval '5 hours' as "hasHeld"
    from sessions where user_id = ${userId}`
  // the session that a write has locked stays
  expect(await look(remaining)).toEqual([{ sessions: 501, hasHeld: true }])
  await release()
  expect((await get(`${api.url}/api/Users/current`, token)).status).toBe(200)
  expect((await change(manager, { password: 'violet anchor 47 lantern' })).status).toBe(200)
  expect(await look(remaining)).toEqual([{ sessions: 0, hasHeld: null }])
})
