import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { Client } from 'pg'
import type { AttentionResponse, OverviewResponse } from '@console/shared-kernel/schemas'
import { demoFolder } from '../testing/demo'
import { ask, databaseOf, urlOf } from '../testing/engine'
import { get, tokenOf, waitUntilReady } from '../testing/http'
import { startProcesses, type Api } from '../testing/server'
import { sql } from '../testing/sql'

let folder: string
let database: string
const apis: Api[] = []
beforeEach(async () => {
  folder = await demoFolder()
  database = urlOf(databaseOf(folder))
})
afterEach(async () => {
  await Promise.all(apis.splice(0).map((api) => api.stop()))
})

async function start(): Promise<Api> {
  const api = await startProcesses({ DATA_DIR: folder }, 1)
  apis.push(api)
  return api
}

const read = async <T>({ url }: Api, path: string, token: string): Promise<T> => {
  const { status, body } = await get<T>(`${url}${path}`, token)
  expect(status).toBe(200)
  return body
}

/** The figures without `now`; checks that all processes return the same ones. */
async function figuresFor(token: string): Promise<Omit<OverviewResponse, 'now'>> {
  const answers = await Promise.all(apis.map((api) => read<OverviewResponse>(api, '/api/overview', token)))
  const [first, ...others] = answers.map(({ now: _, ...figures }) => figures)
  for (const other of others) expect(other).toEqual(first)
  return first!
}

test('three processes return the same overview before and after movements', async () => {
  for (let index = 0; index < 3; index += 1) await start()
  const [admin, stranger] = await Promise.all(
    ['admin1', 'subdistributor1'].map((name) => tokenOf(apis[0]!.url, name)),
  )
  const [before, others] = [await figuresFor(admin!), await figuresFor(stranger!)]
  const moved = await ask<{ id: string }>(
    database,
    `with moved as (select m.id from machines m join users u on u.user_id = m.owner_id
       where u.user_name = 'client1' and m.retired_at is null order by m.key limit 1)
     insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
     select id, type, now(), in_cents, out_cents
     from moved, (values (2, 123456, 0), (3, 0, 456)) cash (type, in_cents, out_cents) returning machine_id as id`,
  )
  expect(moved).toHaveLength(2)
  const after = await figuresFor(admin!)
  expect(after.today).toEqual({
    inCents: before.today.inCents + 123_456,
    outCents: before.today.outCents + 456,
  })
  expect(after.days.at(-1)).toEqual({ ...before.days.at(-1), ...after.today })
  expect(after.days.slice(0, -1)).toEqual(before.days.slice(0, -1))
  expect(after.best[0]?.machineId).toBe(moved[0]?.id)
  expect((await figuresFor(stranger!)).days.slice(0, -1)).toEqual(others.days.slice(0, -1))
})

test('a process that is ready has already read the past days of the whole tree', async () => {
  const api = await start()
  await waitUntilReady(api.url)
  const token = await tokenOf(api.url, 'master')
  const days = await ask<{ day: string; inCents: number; outCents: number }>(
    database,
    `select (occurred_at at time zone 'Europe/Madrid')::date::text as day,
       sum(in_cents)::int as "inCents", sum(out_cents)::int as "outCents" from movements
     where type in (2, 3) and occurred_at > now() - interval '13 days'
       and occurred_at < (select max(ends_at) from closed_days)
     group by 1 order by 1 offset 1`,
  )
  expect(days.length).toBeGreaterThan(8)
  sql(
    folder,
    'set session_replication_role = replica',
    'delete from machine_totals',
    'delete from movements where occurred_at < (select max(ends_at) from closed_days)',
  )
  const overview = await read<OverviewResponse>(api, '/api/overview', token)
  expect(overview.days).toEqual(expect.arrayContaining(days))
})

/** Blocks the rules from writing findings until released. */
async function holdFindings(): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: database })
  await client.connect()
  await client.query('begin')
  await client.query('lock table findings in exclusive mode')
  return () => client.end()
}

async function rulesThatWait(): Promise<number> {
  const [waiting] = await ask<{ count: number }>(
    database,
    `select count(*)::int as count from pg_locks where relation = 'findings'::regclass and not granted`,
  )
  return waiting!.count
}

test('if a process is killed while it runs the rules, the next one takes over and finds everything once', async () => {
  await ask(database, 'delete from findings')
  await ask(database, `delete from app_state where key like 'attention-%'`)
  const release = await holdFindings()
  const killed = await start()
  while ((await rulesThatWait()) === 0) await sleep(20)
  const other = await start()
  const token = await tokenOf(other.url, 'admin1')
  const nothing = { total: 0, checkedAt: null }
  expect(await read<AttentionResponse>(other, '/api/attention', token)).toMatchObject(nothing)
  expect(await rulesThatWait()).toBe(1)
  apis.shift()
  await killed.stop('SIGKILL')
  await release()
  // its uncommitted findings are gone, and its turn lasts a full minute
  const turnIs = `select value #>> '{}' as at from app_state where key = 'attention-turn' for update`
  const [turn] = await ask<{ at: string }>(database, turnIs)
  expect(Date.parse(turn!.at)).toBeGreaterThan(Date.now() - 50_000)
  expect(await read<AttentionResponse>(other, '/api/attention', token)).toMatchObject(nothing)
  await ask(
    database,
    `update app_state set value = to_jsonb(now() - interval '1 minute') where key = 'attention-turn'`,
  )
  await start()
  let found = await read<AttentionResponse>(other, '/api/attention', token)
  while (found.checkedAt === null) {
    await sleep(50)
    found = await read(other, '/api/attention', token)
  }
  expect(found.total).toBeGreaterThan(3)
  const twice = `select kind, subject, event from findings group by 1, 2, 3 having count(*) > 1`
  expect(await ask(database, twice)).toEqual([])
  for (const api of apis) expect(await read(api, '/api/attention', token)).toEqual(found)
})
