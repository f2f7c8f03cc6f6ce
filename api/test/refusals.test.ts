import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema'
import { closeRefusals, writeFailedSignIn } from '../src/services/auth/refusals'
import { emptyDatabase, insertMachines } from '../testing/database'

const WINDOW = 900
let db: Db
beforeEach(async () => {
  db = await emptyDatabase()
  // with an owner, user 1
  await insertMachines(db, 1)
})
afterEach(() => db?.destroy())

type Counter = Parameters<typeof writeFailedSignIn>[3]['locked']

const failSignIn = (address: string, userId: number | null = 1, locked: Counter = null) =>
  writeFailedSignIn(db, WINDOW, { requestId: randomUUID(), address }, { userId, actorId: null, locked })
const times = async (count: number, work: (index: number) => Promise<void>) => {
  for (let index = 0; index < count; index += 1) await work(index)
}
const endWindows = () =>
  sql`update login_refusals set since = since - interval '901 seconds' where network = ''`.execute(db)
const audit = async () =>
  (
    await db.selectFrom('audit').select(['action', 'subject', 'actor_id', 'after']).orderBy('id').execute()
  ).map(({ action, subject, actor_id, after }) => {
    expect(actor_id).toBeNull()
    return { action, subject, ...(after as object) }
  })

const refused = { action: 'session.refuse', subject: 'user 1' }
const unknown = { action: 'session.refuse', subject: 'unknown user' }
const since = expect.stringMatching(/^20\d\d-.*Z$/)

test('the first refusal is written, further ones are counted, and one row closes the window', async () => {
  await times(254, (index) => failSignIn(`2001:db8:1:${(index % 100).toString(16)}::1`))
  const first = { ...refused, address: '2001:db8:1:0::1' }
  expect(await audit()).toEqual([first])
  await closeRefusals(db, WINDOW)
  expect(await audit()).toEqual([first])
  await endWindows()
  await closeRefusals(db, WINDOW)
  await closeRefusals(db, WINDOW)
  expect(await audit()).toEqual([first, { ...refused, refusals: 254, networks: 100, since }])
  expect(await db.selectFrom('login_refusals').selectAll().execute()).toEqual([])
})

test('a single refusal has its own row and no closing row', async () => {
  await failSignIn('203.0.113.1')
  await endWindows()
  await closeRefusals(db, WINDOW)
  expect(await audit()).toEqual([{ ...refused, address: '203.0.113.1' }])
})

test('the next refusal closes a window that has ended, and begins another', async () => {
  await times(3, () => failSignIn('203.0.113.1'))
  await endWindows()
  await failSignIn('203.0.113.2')
  expect(await audit()).toEqual([
    { ...refused, address: '203.0.113.1' },
    { ...refused, refusals: 3, networks: 1, since },
    { ...refused, address: '203.0.113.2' },
  ])
})

test('unknown names are counted together, per network', async () => {
  await times(3, (index) => failSignIn(`2001:db8:1:${index}00::1`, null))
  await failSignIn('198.51.100.1', null)
  await endWindows()
  await closeRefusals(db, WINDOW)
  expect(await audit()).toEqual([
    { ...unknown, address: '2001:db8:1:000::1' },
    { ...unknown, address: '198.51.100.1' },
    { ...unknown, refusals: 3, networks: 3, since, network: '2001:db8:1::/48' },
  ])
})

test('each locked counter has one row per window', async () => {
  const lock = (key: string) => ({ kind: 'pair', key, limit: 10, parts: null }) as const
  await failSignIn('203.0.113.1')
  for (const key of ['a x', 'a x', 'b x']) await failSignIn('203.0.113.1', 1, lock(key))
  expect(await audit()).toEqual([
    { ...refused, address: '203.0.113.1' },
    { ...refused, action: 'session.lock', address: '203.0.113.1' },
    { ...refused, action: 'session.lock', address: '203.0.113.1' },
  ])
})

describe('concurrent refusals', () => {
  test('have exactly one first row, and all are counted', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, index) => failSignIn(`203.0.113.${index % 20}`)))
    await endWindows()
    await Promise.all(Array.from({ length: 5 }, () => closeRefusals(db, WINDOW)))
    expect(await audit()).toMatchObject([refused, { ...refused, refusals: 60, networks: 20 }])
  })

  test('are not lost while windows end', async () => {
    const make = (index: number) => {
      if (index % 20 === 7) return endWindows().then(() => undefined)
      return index % 10 === 3 ? closeRefusals(db, WINDOW) : failSignIn(`203.0.113.${index % 20}`)
    }
    // as many at a time as may wait for a connection
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: 40 }, (_, index) => make(index)))
    await endWindows()
    await closeRefusals(db, WINDOW)
    const rows = (await audit()) as { refusals?: number }[]
    // each window has a first row, and a last one if there were further refusals
    const counted = rows.reduce((sum, { refusals = 0 }) => sum + refusals, 0)
    const [firsts, lasts] = [rows.filter((row) => !row.refusals), rows.filter((row) => row.refusals)]
    expect(counted + firsts.length - lasts.length).toBe(102)
  })
})
