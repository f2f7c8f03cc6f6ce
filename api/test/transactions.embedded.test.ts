import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { Kysely, sql } from 'kysely'
import type { PgliteClient } from '../src/db/pglite/client'
import { pgliteDialect } from '../src/db/pglite/dialect'
import { Semaphore } from '../src/semaphore'

let sent: string[]
let db: Kysely<unknown>

beforeEach(() => {
  sent = []
  const client: Pick<PgliteClient, 'query' | 'close'> = {
    query: async (text) => {
      sent.push(text)
      await sleep(2)
      if (text === 'fail') throw new Error('refused')
      return { rows: [], affectedRows: 0 }
    },
    close: async () => void sent.push('closed'),
  }
  db = new Kysely({ dialect: pgliteDialect(client as PgliteClient) })
})

const statement = (text: string, on: Kysely<unknown> = db) => sql.raw(text).execute(on)
const transaction = (...texts: string[]) =>
  db.transaction().execute(async (trx) => {
    for (const text of texts) await statement(text, trx)
  })

describe('the one session of the embedded engine', () => {
  test('nothing from outside gets into an open transaction', async () => {
    await Promise.all([transaction('a1', 'a2'), statement('alone'), transaction('b1', 'b2')])
    expect(sent).toEqual(['begin', 'a1', 'a2', 'commit', 'alone', 'begin', 'b1', 'b2', 'commit'])
  })

  test('a transaction that fails is rolled back alone', async () => {
    const [failed] = await Promise.allSettled([transaction('a1', 'fail'), statement('alone')])
    expect(failed.status).toBe('rejected')
    expect(sent).toEqual(['begin', 'a1', 'fail', 'rollback', 'alone'])
  })

  test('it is closed when those before have finished', async () => {
    const running = transaction('a1')
    await sleep(1)
    await Promise.all([running, db.destroy()])
    expect(sent).toEqual(['begin', 'a1', 'commit', 'closed'])
  })
})

test('a semaphore lets so many run and passes the turn on after a failure', async () => {
  const semaphore = new Semaphore(2)
  let running = 0
  let most = 0
  const task = async (number: number) => {
    running += 1
    most = Math.max(most, running)
    await sleep(2)
    running -= 1
    if (number % 3 === 0) throw new Error('failed')
  }
  await Promise.allSettled([1, 2, 3, 4, 5, 6].map((number) => semaphore.run(() => task(number))))
  expect(most).toBe(2)
  expect(semaphore.idle).toBe(true)
})
