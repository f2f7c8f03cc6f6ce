import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Client } from 'pg'
import type { WorkClass } from '../src/db/workClass'
import { demoFolder } from '../testing/demo'
import { databaseOf, urlOf } from '../testing/engine'
import { get, tokenOf } from '../testing/http'
import { ALWAYS, reportPath } from '../testing/reports'
import { startApi, type Api } from '../testing/server'

/** Reports on this server wait for a lock that a test holds, which simulates slow reports. */
let api: Api
let watcher: Client
let holder: Client
let token: string
let folder: string

beforeAll(async () => {
  folder = await demoFolder()
  // two of the connections are for reports
  api = await startApi({ DATA_DIR: folder, DATABASE_CONNECTIONS: '20' })
  token = await tokenOf(api.url, 'master')
  ;[watcher, holder] = [databaseOf(folder), databaseOf(folder)].map(
    (name) => new Client({ connectionString: urlOf(name) }),
  ) as [Client, Client]
  await Promise.all([watcher.connect(), holder.connect()])
})
afterAll(async () => {
  await Promise.all([watcher?.end(), holder?.end()])
  await api?.stop()
})

async function whileReportsWait(task: () => Promise<void>): Promise<void> {
  await holder.query('begin; lock table machine_totals in access exclusive mode')
  try {
    await task()
  } finally {
    await holder.query('rollback')
  }
}

/** @returns the process ids of a work class's connections that wait for the locked table */
async function waiting(work: WorkClass): Promise<number[]> {
  const { rows } = await watcher.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = $1
      and datname = current_database() and wait_event_type = 'Lock'`,
    [`console-api ${work}`],
  )
  return rows.map(({ pid }) => pid)
}
const reportsWaiting = async () => (await waiting('reports')).length

/** Aborts the second request first: if both waited for the lock timeout, the first would end first. */
async function secondEndsFirst(work: WorkClass, askFor: (which: number) => () => Promise<void>) {
  const giveUpFirst = askFor(1)
  await waitFor(async () => (await waiting(work)).length === 1)
  const first = await waiting(work)
  const giveUpSecond = askFor(2)
  await waitFor(async () => (await waiting(work)).length === 2)
  await giveUpSecond()
  await waitFor(async () => (await waiting(work)).length < 2)
  expect(await waiting(work)).toEqual(first)
  await giveUpFirst()
  await waitFor(async () => (await waiting(work)).length === 0)
}

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20)
}

/** Requests a different report for each day. @returns a function that aborts the request */
function askReport(day: number, bearer = token): () => Promise<void> {
  const dateTo = `2089-01-${String(day).padStart(2, '0')}`
  return ask(`${api.externalUrl}${reportPath('external', { ...ALWAYS, dateTo })}`, bearer)
}

/** @returns a function that aborts the request */
function ask(url: string, bearer = token): () => Promise<void> {
  const sent = request(url, { headers: { authorization: `Bearer ${bearer}` } })
  sent.on('error', () => undefined).end()
  return async () => {
    const closed = new Promise((resolve) => sent.once('close', resolve))
    sent.destroy()
    await closed
  }
}

test('reports whose clients have disconnected are cancelled and free their slots', async () => {
  await whileReportsWait(() => secondEndsFirst('reports', (day) => askReport(day)))
  const whole = await get(`${api.externalUrl}${reportPath('external', ALWAYS)}`, token)
  expect(whole.status).toBe(200)
})

test('while reports wait, other calls are answered, and a report that waits too long gets 503 with Retry-After', async () => {
  const reports: ReturnType<typeof get>[] = []
  await whileReportsWait(async () => {
    for (let day = 1; day <= 4; day += 1) {
      const path = reportPath('external', { ...ALWAYS, dateTo: `2087-01-0${day}` })
      reports.push(get(`${api.externalUrl}${path}`, token))
    }
    await waitFor(async () => (await reportsWaiting()) === 2)
    for (const row of ['Users/current', 'Users', 'Games']) {
      expect((await get(`${api.url}/api/${row}`, token)).status).toBe(200)
    }
    expect(await tokenOf(api.url, 'client1')).not.toBe('')
    const first = await Promise.race(reports)
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '2'])
  })
  await Promise.all(reports)
})

test('a call that gets no connection in time reports a busy server, not an unreachable database', async () => {
  // one connection for each work class
  const small = await startApi({ DATA_DIR: folder, DATABASE_CONNECTIONS: '5' })
  const bearer = await tokenOf(small.url, 'master')
  const calls: ReturnType<typeof get<{ message: string }>>[] = []
  await holder.query('begin; lock table games in access exclusive mode')
  try {
    for (let count = 1; count <= 2; count += 1) calls.push(get(`${small.url}/api/Games`, bearer))
    const first = await Promise.race(calls)
    expect(first).toMatchObject({
      status: 503,
      body: { message: 'El servidor está ocupado. Inténtalo de nuevo en unos segundos.' },
    })
    expect(first.headers.get('retry-after')).toBe('2')
    expect(small.stderr()).toContain('No connection was free in time')
  } finally {
    await holder.query('rollback')
    await Promise.all(calls)
    await small.stop()
  }
})

test('two identical concurrent requests run one statement, and both get the report', async () => {
  const path = `${api.externalUrl}${reportPath('external', { ...ALWAYS, dateTo: '2088-01-01' })}`
  const answers: ReturnType<typeof get>[] = []
  await whileReportsWait(async () => {
    answers.push(get(path, token), get(path, token))
    await waitFor(async () => (await reportsWaiting()) >= 1)
    await sleep(200)
    expect(await reportsWaiting()).toBe(1)
  })
  const [one, other] = await Promise.all(answers)
  expect([one?.status, other?.status]).toEqual([200, 200])
  expect(one?.text).toBe(other?.text)
})

test('one user can run only a few reports at a time, and other users keep their share', async () => {
  const another = await tokenOf(api.url, 'admin1')
  const asked: ReturnType<typeof get>[] = []
  await whileReportsWait(async () => {
    for (let day = 11; day <= 15; day += 1) {
      asked.push(
        get(`${api.externalUrl}${reportPath('external', { ...ALWAYS, dateTo: `2089-01-${day}` })}`, token),
      )
    }
    const rejected = await Promise.race(asked)
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '1'])
  })
  const theirs = await get(`${api.externalUrl}${reportPath('external', ALWAYS)}`, another)
  expect(theirs.status).toBe(200)
  const rejections = (await Promise.all(asked)).filter((answer) => answer.status === 429)
  expect(rejections).toHaveLength(1)
})
