import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { createDatabase, type Database } from '../src/db/connection/database'
import type { Db } from '../src/db/schema'
import { machineList } from '../src/services/lists'
import { insertMachines } from '../testing/database'
import { temporaryFolder } from '../testing/cleanUp'
import { ask, placeOf } from '../testing/engine'
import { ownReplica } from '../testing/ownReplica'
import { allOf, snapshotsOf } from '../testing/snapshots'

/** Lists and reports from a real streaming replica that is paused, frozen and stopped. */
const { replica } = ownReplica()

let database: Database
/** The `onReplica` calls in order: why the replica is not used, or null when it is. */
let reasons: (string | null)[]
/** The statements of lists and reports, on primary and replica. */
let statements: string[]

const open = (databaseUrl: string, replicaUrl: string): Database =>
  createDatabase(
    { dataDir: '', databaseUrl, databaseDirectUrl: null, databaseConnections: 10 },
    () => undefined,
    {
      replicaUrl,
      onReplica: (unusedBecause) => reasons.push(unusedBecause),
      onQuery: ({ query }) => statements.push(query.sql),
    },
  )

/** The query for the replica's position, before a list or a report waits for it. */
const asksReplica = (statement: string): boolean => statement.includes('as replayed')

const isUsed = (): boolean => database.replicaFigures!().isUsed

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(10)
}

beforeEach(async () => {
  reasons = []
  statements = []
  const folder = temporaryFolder()
  const { DATABASE_URL = '' } = await placeOf({ DATA_DIR: folder })
  await replica().caughtUp()
  database = open(DATABASE_URL, replica().urlOfData(folder))
  await database.open()
  await database.migrate(() => undefined)
  await sql`create table committed (note text)`.execute(primary())
  await waitFor(isUsed)
})
afterEach(async () => {
  await database.close()
  replica().thaw()
  await replica().resume()
})

const primary = (): Db => database.dbs.interactive
const write = (note: string) => sql`insert into committed values (${note})`.execute(primary())

interface Answer {
  notes: number
  fromReplica: boolean
}

const readNotes = async (trx: Db): Promise<Answer> => {
  const { rows } = await sql<Answer>`
    select count(*) as notes, pg_is_in_recovery() as "fromReplica" from committed`.execute(trx)
  return rows[0]!
}

const read = (work: 'lists' | 'reports' = 'lists') => database.transactFor(work)(readNotes)

/** Takes longer on the replica than a list is allowed to, and no time at all on the primary. */
const slowOnReplica = (trx: Db, seconds: number) =>
  sql`select case when pg_is_in_recovery() then pg_sleep(${seconds}) end`.execute(trx)

test('lists and reports come from the replica, each with everything committed before', async () => {
  const answers: Answer[] = []
  for (let notes = 1; notes <= 50; notes += 1) {
    await write('one more')
    answers.push(await read(notes % 2 ? 'lists' : 'reports'))
  }
  expect(answers.map(({ notes }) => notes)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  const { bytesBehind, secondsBehind, answers: counts } = database.replicaFigures!()
  expect(counts.replica).toBe(answers.filter(({ fromReplica }) => fromReplica).length)
  expect(counts.replica).toBeGreaterThan(40)
  expect([bytesBehind, secondsBehind! < 1]).toEqual([0, true])
  expect(reasons).toEqual([null])
})

test('while replay is paused, the primary answers; later the replica does again', async () => {
  await replica().pause()
  // before any check can have found that the replica is behind
  await write('while it is paused')
  expect(await read()).toEqual({ notes: 1, fromReplica: false })
  await waitFor(() => !isUsed())
  expect(statements.filter(asksReplica)).not.toEqual([])
  statements = []
  // the replica is not even queried
  expect(await read('reports')).toEqual({ notes: 1, fromReplica: false })
  expect(statements.filter(asksReplica)).toEqual([])
  const { bytesBehind, secondsBehind } = database.replicaFigures!()
  expect(bytesBehind).toBeGreaterThan(0)
  expect(secondsBehind).toBeGreaterThan(0)
  expect(reasons).toEqual([null, expect.stringMatching(/^it is \d+ bytes of the write-ahead log behind$/)])
  await replica().resume()
  await waitFor(isUsed)
  expect(await read()).toEqual({ notes: 1, fromReplica: true })
  expect(reasons).toHaveLength(3)
})

test('reads wait for a replica that catches up within half a second', async () => {
  await replica().pause()
  await write('while it is paused')
  const answer = read()
  await waitFor(() => statements.some(asksReplica))
  await replica().resume()
  expect(await answer).toEqual({ notes: 1, fromReplica: true })
})

test('a list that the primary has begun to answer stays there when the replica recovers', async () => {
  const transact = database.transactFor('lists')
  await replica().pause()
  await write('while it is paused')
  expect((await transact(readNotes)).fromReplica).toBe(false)
  await replica().resume()
  expect((await transact(readNotes)).fromReplica).toBe(false)
  await waitFor(isUsed)
  expect((await read()).fromReplica).toBe(true)
})

test('a statement that is cancelled by a replay conflict runs on the primary instead', async () => {
  await write('will be removed')
  let runs = 0
  const answer = database.transactFor('reports')(async (trx) => {
    await readNotes(trx)
    runs += 1
    await slowOnReplica(trx, 10)
    return readNotes(trx)
  })
  await waitFor(() => runs === 1)
  await sleep(300)
  await sql`delete from committed`.execute(primary())
  await sql`vacuum committed`.execute(primary())
  expect(await answer).toEqual({ notes: 0, fromReplica: false })
  expect(runs).toBe(2)
  expect(reasons).toEqual([null])
})

test('a statement that takes too long on the replica is run on the primary, and the replica is unused for a while', async () => {
  const answer = await database.transactFor('lists')(async (trx) => {
    await slowOnReplica(trx, 20)
    return readNotes(trx)
  })
  expect(answer.fromReplica).toBe(false)
  expect(isUsed()).toBe(false)
  expect(reasons).toEqual([null, expect.stringContaining('a statement took too long there')])
  await sleep(7_000)
  expect(isUsed()).toBe(false)
})

test('a client that disconnects cancels the statement on the replica, and the primary is not queried', async () => {
  const disconnected = new AbortController()
  let runs = 0
  const answer = database.transactFor(
    'reports',
    disconnected.signal,
  )(async (trx) => {
    runs += 1
    await sql`select pg_sleep(60)`.execute(trx)
  })
  const running = `select from pg_stat_activity where query = 'select pg_sleep(60)'`
  while ((await ask(replica().url, running)).length === 0) await sleep(10)
  disconnected.abort()
  await expect(answer).rejects.toThrow('canceling statement due to user request')
  expect(runs).toBe(1)
  expect(reasons).toEqual([null])
})

test('a task that itself throws an error is not retried on the primary', async () => {
  let runs = 0
  const answer = database.transactFor('lists')(async () => {
    runs += 1
    throw new Error('not yours')
  })
  await expect(answer).rejects.toThrow('not yours')
  expect(runs).toBe(1)
})

test('a statement on a replica that freezes is answered by the primary', async () => {
  let runs = 0
  const answer = database.transactFor('reports')(async (trx) => {
    runs += 1
    await slowOnReplica(trx, 10)
    return readNotes(trx)
  })
  await waitFor(() => runs === 1)
  replica().freeze()
  // a frozen replica never answers by itself
  expect((await answer).fromReplica).toBe(false)
  expect(reasons).toHaveLength(2)
  expect((await read()).fromReplica).toBe(false)
  replica().thaw()
  await waitFor(isUsed)
  expect((await read()).fromReplica).toBe(true)
})

describe('a replica that is stopped', () => {
  test('in the middle of a list: the primary continues the list, and it is complete', async () => {
    await insertMachines(primary(), 6_000)
    const caller = { userId: 1, level: 1, path: 'a' }
    const chunks = await machineList(database.transactFor('lists'), caller)
    const parts: string[] = []
    for await (const chunk of chunks) {
      parts.push(chunk)
      if (parts.length === 2) await replica().end()
    }
    await replica().restart()
    const whole = await machineList(snapshotsOf(primary()), caller)
    expect(parts).toEqual(await allOf(whole))
    expect(database.replicaFigures!().answers).toEqual({ replica: 3, primary: 2 })
  })

  test('and restarted is used again, with everything written meanwhile', async () => {
    await replica().end()
    await write('while it is stopped')
    expect(await read()).toEqual({ notes: 1, fromReplica: false })
    await waitFor(() => !isUsed())
    expect(database.replicaFigures!()).toMatchObject({ bytesBehind: null, secondsBehind: null })
    expect(reasons).toHaveLength(2)
    await replica().restart()
    await waitFor(isUsed)
    expect(await read()).toEqual({ notes: 1, fromReplica: true })
  })
})

test.each([
  ['the primary itself', (own: string) => own, 'it is not a replica: it accepts writes'],
  [
    'a replica of another database',
    () => replica().urlOfData('template'),
    'it is a replica of another database',
  ],
])('%s is not used as a replica', async (_what, urlFor, reason) => {
  await placeOf({ DATA_DIR: 'template' })
  const { DATABASE_URL = '' } = await placeOf({ DATA_DIR: temporaryFolder() })
  await read()
  reasons = []
  statements = []
  const other = open(DATABASE_URL, urlFor(DATABASE_URL))
  try {
    await other.open()
    await waitFor(() => reasons.length > 0)
    expect(reasons).toEqual([reason])
    expect(await other.transactFor('lists')(async () => 'answered')).toBe('answered')
  } finally {
    await other.close()
  }
})
