import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { makeArena, WRITES, writeOften, type Arena } from '../testing/contention'
import { demoFolder } from '../testing/demo'
import { databaseOf, onCluster } from '../testing/engine'
import { call } from '../testing/http'
import { meetPeople, type People } from '../testing/people'
import { startApi, type Api } from '../testing/server'
import { sql } from '../testing/sql'

/** Changes of every two kinds at the same time, to the same things: none fails, and none waits in a circle. */
const WRITERS = [0, 1, 2, 3]
const TURNS = 4
const SPARES = 40

let folder: string
let api: Api
let people: People
let arena: Arena

/** Each step lingers with what it has locked, or the changes would seldom meet. */
const LINGER = [
  `create function linger() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.004); return null; end $$`,
  ...['users', 'machines', 'sessions', 'games', 'game_settings', 'audit', 'idempotency_keys'].map(
    (table) => `create trigger linger after insert or update or delete on ${table}
      for each statement execute function linger()`,
  ),
]

beforeAll(async () => {
  folder = await demoFolder()
  sql(folder, ...LINGER)
  api = await startApi({ DATA_DIR: folder, DEMO_DATA: 'true' })
  people = await meetPeople(api.url)
  arena = await makeArena(api.url, people, SPARES)
})
afterAll(() => api?.stop())

const names = Object.keys(WRITES)
const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other] as const))

test.each(pairs)('%s and %s at the same time never fail', async (one, other) => {
  for (const user of [arena.admin, arena.manager, arena.client]) {
    await call(api.url, `PUT /api/Users/${user}`, { token: people.master, body: { isBlocked: false } })
  }
  const statuses = await Promise.all(
    [one, other].flatMap((name) => WRITERS.map((writer) => writeOften(arena, name, writer, TURNS))),
  )
  expect(statuses.flat().filter((status) => status >= 500)).toEqual([])
})

test('there are no deadlocks', async () => {
  // a connection reports what it has counted when it ends
  await api.stop()
  const [counted] = await onCluster<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = $1',
    [databaseOf(folder)],
  )
  expect(Number(counted?.deadlocks)).toBe(0)
})
