import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import fastify from 'fastify'
import { type KyselyPlugin, sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { EventStreams } from '../src/services/events/eventStreams'
import type { SessionUser } from '../src/services/tree'
import { withDatabase } from '../testing/database'

/* The streams of one process, and their reads, which clients do not see. The tests make the notifications. */

let db: Db
const reads: string[] = []
let isDown = false
const recorder: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (isDown) throw new Error('the database is down')
    reads.push(JSON.stringify(node))
    return node
  },
  transformResult: async ({ result }) => result,
}
withDatabase(async (opened) => {
  db = opened.withPlugin(recorder)
  // another Master
  await sql`
    insert into users (user_id, user_name, name_key, name_folded, password_hash, level, country_id, path, tree_names, name_client)
    values (2, 'other', 'other', 'other', '', 1, 1, 'b', 'other', 'other')`.execute(db)
}, 1)

/** The number of reads that look for changes since a snapshot. */
const looks = () => reads.filter((text) => text.includes('pg_snapshot_xmax')).length
/** The number of reads of the changes that were found. */
const readings = () => reads.filter((text) => text.includes('unnest(')).length
const machineReads = () => reads.filter((text) => text.includes('from machines')).length

const IDLE_SECONDS = 600

let streams: EventStreams
beforeEach(() => {
  streams = new EventStreams(db, () => fastify().log, IDLE_SECONDS)
  streams.onSessions.onListening()
})
afterEach(() => streams.endAll())

/** Times are in seconds. @returns a viewer for each new session */
async function signIn(
  userId: 1 | 2,
  sessions = 1,
  { usedBefore = 0, expiresIn = 3600 } = {},
): Promise<[SessionUser, ...SessionUser[]]> {
  const ids = Array.from({ length: sessions }, () => randomUUID())
  await sql`
    insert into sessions select unnest(${ids}::uuid[]), ${userId},
      now() - make_interval(secs => ${usedBefore}), now() + make_interval(secs => ${expiresIn})`.execute(db)
  const toViewer = (sessionId: string) => ({ userId, level: 1, path: userId === 1 ? 'a' : 'b', sessionId })
  return ids.map(toViewer) as [SessionUser, ...SessionUser[]]
}

function open(viewer: SessionUser, position: string | null = null) {
  const client = {
    text: '',
    hasEnded: false,
    names: () => [...client.text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name),
  }
  const end = () => void (client.hasEnded = true)
  streams.open(
    viewer,
    { send: (more) => void (client.text += more), waiting: () => 0, end, cutOff: end },
    position,
  )
  return client
}

const waitFor = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(5)
}

const now = async (): Promise<string> =>
  (await sql<{ now: string }>`select pg_current_snapshot()::text as now`.execute(db)).rows[0]!.now

/** Makes credit changes of the machine. */
async function change(count = 1): Promise<void> {
  // another Master
  await sql`
    insert into audit (actor_id, actor_path, action, subject, subject_machine_id, subject_path, request_id)
    select 2, 'b', 'machine.credit', 'machine ' || id, id, 'b', gen_random_uuid()
    from machines, generate_series(1, ${count})`.execute(db)
  streams.onChanges.onNotified()
}

test('a change is read once for all streams', async () => {
  const viewers = await signIn(1, 50)
  const clients = viewers.flatMap((viewer) => [open(viewer), open(viewer)])
  await waitFor(() => clients.every(({ names }) => names().includes('start')))
  reads.length = 0
  await change()
  await waitFor(() => clients.every(({ names }) => names().includes('activity')))
  expect([readings(), machineReads()]).toEqual([1, 1])
})

test('changes in quick succession are read together', async () => {
  const [viewer] = await signIn(1)
  const client = open(viewer)
  await waitFor(() => client.names().includes('start'))
  reads.length = 0
  const began = performance.now()
  while (performance.now() - began < 1_000) {
    streams.onChanges.onNotified()
    await sleep(5)
  }
  expect(looks()).toBeGreaterThan(0)
  expect(looks()).toBeLessThanOrEqual((performance.now() - began) / 50 + 1)
})

test('a read that finds no changes still advances the position at which new streams begin', async () => {
  const [viewer] = await signIn(1)
  const beginning = async () => {
    const client = open(viewer)
    await waitFor(() => client.names().includes('start'))
    return client.text
  }
  const before = await beginning()
  await sql`select pg_current_xact_id()`.execute(db)
  while ((await beginning()) === before) await sleep(20)
})

test('streams end if changes cannot be read for some seconds, and later ones stay open', async () => {
  const [viewer] = await signIn(1)
  const before = open(viewer)
  await waitFor(() => before.names().includes('start'))
  const clock = performance.now.bind(performance)
  isDown = true
  streams.onChanges.onNotified()
  await sleep(200)
  expect(before.hasEnded).toBe(false)
  jest.spyOn(performance, 'now').mockImplementation(() => clock() + 5_000)
  await waitFor(() => before.hasEnded)
  isDown = false
  const after = open(viewer)
  await waitFor(() => after.names().includes('start'))
  await sleep(1_500)
  expect(after.hasEnded).toBe(false)
  jest.restoreAllMocks()
})

test.each([
  { end: 'expires', times: { expiresIn: 2 } },
  { end: 'was not used for too long', times: { usedBefore: IDLE_SECONDS - 2 } },
])('a stream ends as soon as its session $end, not at the next check of all sessions', async ({ times }) => {
  const [viewer] = await signIn(1, 1, times)
  const ended = open(viewer)
  const [stranger] = await signIn(2)
  const other = open(stranger)
  await waitFor(() => ended.names().includes('start'))
  const began = performance.now()
  await waitFor(() => ended.hasEnded)
  expect(performance.now() - began).toBeLessThan(8_000)
  expect(other.hasEnded).toBe(false)
})

test('500 streams of one session that resume from an old position read next to nothing, and delay no other stream', async () => {
  const [[viewer], [stranger]] = [await signIn(1), await signIn(2)]
  const other = open(stranger)
  await waitFor(() => other.names().includes('start'))
  const position = await now()
  await change(1_000)
  await waitFor(() => other.names().includes('activity'))
  reads.length = 0
  const clients = Array.from({ length: 500 }, () => open(viewer, position))
  expect(clients.filter(({ hasEnded }) => !hasEnded)).toHaveLength(2)
  other.text = ''
  await change()
  await waitFor(() => other.names().includes('activity'))
  await waitFor(() => clients.slice(-2).every(({ names }) => names().includes('activity')))
  // for the two open streams, and for the change
  expect(readings()).toBeLessThanOrEqual(4)
})

test('500 streams of one user that resume from an old position leave room for others', async () => {
  const viewers = await signIn(1, 250)
  const [stranger] = await signIn(2)
  const position = await now()
  await change(100)
  const clients = viewers.flatMap((viewer) => [open(viewer, position), open(viewer, position)])
  const other = open(stranger, position)
  await waitFor(() => other.names().includes('activity'))
  expect(clients.filter(({ names }) => names().includes('activity')).length).toBeLessThan(50)
})

test('a stream that has missed nothing gets its position at once', async () => {
  const position = await now()
  const [viewer] = await signIn(1)
  const client = open(viewer, position)
  const began = performance.now()
  await waitFor(() => client.names().length > 0)
  expect(client.names()).toEqual(['position'])
  // not only when it has been silent for long
  expect(performance.now() - began).toBeLessThan(10_000)
})
