import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { Kysely, sql } from 'kysely'
import type { PgliteClient } from '../src/db/pglite/client'
import { OneSession, pgliteDialect } from '../src/db/pglite/dialect'
import { WORK_LIMITS } from '../src/db/workClass'

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
  db = new Kysely({ dialect: pgliteDialect(() => client as PgliteClient, new OneSession(), 'interactive') })
})

const statement = (text: string, on: Kysely<unknown> = db) => sql.raw(text).execute(on)
const transaction = (...texts: string[]) =>
  db.transaction().execute(async (trx) => {
    for (const text of texts) await statement(text, trx)
  })

describe('the one session of the embedded engine', () => {
  test('lets no other statement into an open transaction', async () => {
    await Promise.all([transaction('a1', 'a2'), statement('alone'), transaction('b1', 'b2')])
    expect(sent).toEqual(['begin', 'a1', 'a2', 'commit', 'alone', 'begin', 'b1', 'b2', 'commit'])
  })

  test('rolls back only the failed transaction', async () => {
    const [failed] = await Promise.allSettled([transaction('a1', 'fail'), statement('alone')])
    expect(failed.status).toBe('rejected')
    expect(sent).toEqual(['begin', 'a1', 'fail', 'rollback', 'alone'])
  })
})

describe('the queue of the embedded engine', () => {
  afterEach(() => void jest.useRealTimers())

  test('rejects a caller if too many wait, or if it waits too long', async () => {
    jest.useFakeTimers()
    const session = new OneSession()
    await session.acquire('interactive')
    const rejected: string[] = []
    const waiting = Array.from({ length: WORK_LIMITS.reports.queue + 1 }, () =>
      session.acquire('reports').catch((error: Error) => void rejected.push(error.name)),
    )
    await Promise.resolve()
    expect(rejected).toEqual(['DatabaseBusy'])
    await jest.advanceTimersByTimeAsync(WORK_LIMITS.reports.waitMs)
    await Promise.all(waiting)
    expect(rejected).toHaveLength(WORK_LIMITS.reports.queue + 1)
    session.release()
    await expect(session.acquire('lists')).resolves.toBeUndefined()
  })
})
