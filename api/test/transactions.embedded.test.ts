import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { Kysely, sql } from 'kysely'
import type { PgliteClient } from '../src/db/pglite/client'
import { pgliteDialect } from '../src/db/pglite/dialect'
import { Turns } from '../src/db/pglite/turns'
import { WORK_LIMITS, type WorkClass } from '../src/db/workClass'

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
  db = new Kysely({ dialect: pgliteDialect(() => client as PgliteClient, new Turns(), 'interactive') })
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

  test('rolls back a failed transaction alone', async () => {
    const [failed] = await Promise.allSettled([transaction('a1', 'fail'), statement('alone')])
    expect(failed.status).toBe('rejected')
    expect(sent).toEqual(['begin', 'a1', 'fail', 'rollback', 'alone'])
  })
})

describe('the queue of the embedded engine', () => {
  /** Of the queue's clock. A report that has waited 50 ms goes first, which a pause of the machine must not cause. */
  let nowMs: number

  beforeEach(() => {
    nowMs = 0
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs)
  })
  afterEach(() => {
    jest.useRealTimers()
    jest.restoreAllMocks()
  })

  /** Takes the turn; the others wait and note when it is theirs. */
  async function queue(...works: WorkClass[]) {
    const turns = new Turns()
    const order: string[] = []
    await turns.acquire('interactive')
    const waiting = works.map((work) =>
      turns.acquire(work).then(
        () => {
          order.push(work)
          turns.release()
        },
        (error: Error) => void order.push(`${work} ${error.name}`),
      ),
    )
    return { turns, order, waiting }
  }

  test('serves sign-ins and short calls before lists, and reports last', async () => {
    const { turns, order, waiting } = await queue('reports', 'lists', 'interactive', 'logins')
    turns.release()
    await Promise.all(waiting)
    expect(order).toEqual(['interactive', 'logins', 'lists', 'reports'])
  })

  test('serves the next statement of a call before a report that waits', async () => {
    const { turns, order, waiting } = await queue('reports')
    turns.release()
    await Promise.resolve()
    await turns.acquire('interactive').then(() => order.push('interactive'))
    turns.release()
    await Promise.all(waiting)
    expect(order).toEqual(['interactive', 'reports'])
  })

  /** Short calls, of which some always wait, take part until so many of the others have had their turn. */
  async function amongShortCalls(turns: Turns, order: string[], others: number): Promise<void> {
    const served = () => order.filter((work) => work !== 'interactive').length
    const caller = async () => {
      while (served() < others) {
        await turns.acquire('interactive')
        order.push('interactive')
        await sleep(1)
        nowMs += 4
        turns.release()
      }
    }
    const callers = [caller(), caller(), caller()]
    turns.release()
    await Promise.all(callers)
  }

  test('lets one report after the other run now and then despite an endless supply of short calls', async () => {
    const { turns, order, waiting } = await queue('reports', 'reports')
    await amongShortCalls(turns, order, 2)
    await Promise.all(waiting)
    const [first, second] = [order.indexOf('reports'), order.lastIndexOf('reports')]
    expect(first).toBeGreaterThan(5)
    expect(second - first).toBeGreaterThan(5)
  })

  test('lets sign-ins and lists run within some turns of short calls, although reports wait', async () => {
    const { turns, order, waiting } = await queue('reports', 'reports', 'logins', 'lists')
    await amongShortCalls(turns, order, 4)
    await Promise.all(waiting)
    expect(order.indexOf('logins')).toBeLessThan(20)
    expect(order.indexOf('lists')).toBeLessThan(20)
    expect(order.indexOf('reports')).toBeGreaterThan(order.indexOf('lists'))
  })

  test('refuses where too many wait, or where one waits too long', async () => {
    jest.useFakeTimers()
    const { turns, order } = await queue(...Array<WorkClass>(WORK_LIMITS.reports.queue + 1).fill('reports'))
    await Promise.resolve()
    expect(order).toEqual(['reports DatabaseBusy'])
    await jest.advanceTimersByTimeAsync(WORK_LIMITS.reports.waitMs)
    expect(order).toHaveLength(WORK_LIMITS.reports.queue + 1)
    turns.release()
    await expect(turns.acquire('lists')).resolves.toBeUndefined()
  })
})
