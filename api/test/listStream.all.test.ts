import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { internalReportQuery } from '@console/shared-kernel/schemas'
import { sql, type KyselyPlugin } from 'kysely'
import { CHUNK_ROWS, machineList } from '../src/services/lists'
import { createApp } from '../src/http/app'
import { signalOnDisconnect } from '../src/foundation/app'
import { chooseFormat, negotiateFormat, sendList } from '../src/http/list'
import { createReports } from '../src/services/reports/reports'
import { readSettings } from '../src/settings/settings'
import { emptyDatabase, insertMachines } from '../testing/database'
import { snapshotsOf } from '../testing/snapshots'

const LINES = 'application/x-ndjson'
const CHUNKS = 20

const REPORT = internalReportQuery.parse({
  queryType: 'Total',
  dateFrom: '2024-01-01',
  timeFrom: '00:00',
  dateTo: '2024-12-31',
  timeTo: '23:59',
})

const FORMS: readonly (readonly [name: string, headers: Record<string, string>])[] = [
  ['JSON', {}],
  ['lines', { accept: LINES }],
  ['JSON, compressed', { 'accept-encoding': 'gzip' }],
  ['lines, compressed', { accept: LINES, 'accept-encoding': 'gzip' }],
]

/** The source of the list at /chunks, set by each test. */
let chunks: () => AsyncGenerator<string>
let statements = 0
let app: Awaited<ReturnType<typeof createApp>>
let url: string
let close: () => Promise<void>

beforeAll(async () => {
  const database = await emptyDatabase()
  await insertMachines(database, CHUNKS * CHUNK_ROWS)
  await sql`
    insert into movements (machine_id, type, occurred_at, in_cents, out_cents)
    select id, 1, '2024-05-05 12:00Z', 100, 90 from machines`.execute(database)
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = database.withPlugin(counting)
  const readiness = { isServingSoon: async () => true, isStopping: () => false }
  const settings = readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT: '0' })
  app = await createApp(settings, readiness, () => undefined, { note: () => true })
  app.get('/chunks', (incoming, reply) => sendList(reply, negotiateFormat(incoming, reply), chunks()))
  app.get('/machines', async (incoming, reply) =>
    sendList(
      reply,
      negotiateFormat(incoming, reply),
      await machineList(snapshotsOf(db, 'lists'), { userId: 1, level: 1, path: 'a' }),
    ),
  )
  const reports = createReports({ db, transactFor: () => snapshotsOf(db), hasOneSession: false }, 'UTC')
  app.get('/report', async (incoming, reply) =>
    sendList(
      reply,
      negotiateFormat(incoming, reply),
      await reports.internal({ userId: 1, level: 1, path: 'a' }, REPORT, signalOnDisconnect(reply)),
    ),
  )
  url = await app.listen({ host: '127.0.0.1', port: 0 })
  close = () => database.destroy()
})
afterAll(async () => {
  await app?.close()
  await close?.()
})

async function ask(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const sent = request(`${url}${path}`, { headers }).end()
  const [response] = await once(sent, 'response')
  // the connection of a list that fails is reset
  sent.on('error', () => undefined)
  return (response as IncomingMessage).on('error', () => undefined)
}

async function readAll(path: string, headers: Record<string, string>) {
  const response = await ask(path, headers)
  let bytes = 0
  response.on('data', (chunk: Buffer) => (bytes += chunk.length))
  await new Promise((resolve) => response.once('close', resolve))
  return { status: response.statusCode, complete: response.complete, headers: response.headers, bytes }
}

describe.each(FORMS)('a list as %s', (_name, headers) => {
  test('that fails before its first byte is an error', async () => {
    chunks = async function* () {
      throw new Error('The database is gone')
    }
    const answer = await readAll('/chunks', headers)
    expect(answer).toMatchObject({ status: 500, complete: true })
    expect(answer.headers['content-encoding']).toBeUndefined()
  })

  test('sends its first rows before the others are available', async () => {
    let go = (): void => undefined
    const others = new Promise<void>((resolve) => (go = resolve))
    chunks = async function* () {
      yield '{"a":1}'
      await others
      yield '{"a":2}'
    }
    const response = await ask('/chunks', headers)
    const text = response.headers['content-encoding'] ? response.pipe(createGunzip()) : response
    // would never come if the first row waited for the second, which waits for it
    const [first] = await once(text, 'data')
    expect(String(first)).toContain('{"a":1}')
    go()
    text.resume()
    await once(text, 'end')
    expect(response.complete).toBe(true)
  })

  test('is not read further after its client has left', async () => {
    statements = 0
    expect((await readAll('/machines', headers)).complete).toBe(true)
    // the chunks, the blocked branches before them, and an empty chunk after them
    expect(statements).toBe(CHUNKS + 2)
    statements = 0
    const response = await ask('/machines', headers)
    await once(response, 'data')
    response.destroy()
    const afterwards = await settled()
    expect(afterwards).toBeLessThan(CHUNKS / 2)
  })

  test('of a report is sent as the database returns it, and ends when its client leaves', async () => {
    statements = 0
    const { complete, bytes } = await readAll('/report', headers)
    expect(complete).toBe(true)
    expect(bytes).toBeGreaterThan(headers['accept-encoding'] ? 500_000 : 5_000_000)
    const all = statements
    statements = 0
    const response = await ask('/report', headers)
    await once(response, 'data')
    response.destroy()
    // of ten chunks of some statements each, only the first and one that had begun
    expect(await settled()).toBeLessThan(all * 0.6)
  })

  test('ends its source when its client leaves', async () => {
    let ended = false
    chunks = async function* () {
      try {
        for (;;) {
          yield `{"a":"${'x'.repeat(100_000)}"}`
          await sleep(5)
        }
      } finally {
        ended = true
      }
    }
    const response = await ask('/chunks', headers)
    await once(response, 'data')
    expect(ended).toBe(false)
    response.destroy()
    while (!ended) await sleep(20)
  })
})

/** The number of statements, once it stops growing. */
async function settled(): Promise<number> {
  for (let before = -1; before !== statements; await sleep(500)) before = statements
  return statements
}

test.each<[accept: string | undefined, encoding: string | undefined, name: string]>([
  [undefined, undefined, 'json'],
  ['*/*', undefined, 'json'],
  ['application/*', undefined, 'json'],
  ['application/json', undefined, 'json'],
  ['text/html', undefined, 'json'],
  [LINES, undefined, 'ndjson'],
  ['Application/X-NDJSON', undefined, 'ndjson'],
  [`${LINES}, */*`, undefined, 'ndjson'],
  [`*/*, ${LINES}`, undefined, 'ndjson'],
  [`${LINES}, application/json`, undefined, 'ndjson'],
  [`application/json, ${LINES}`, undefined, 'json'],
  [`${LINES}, application/json;q=0.9`, undefined, 'ndjson'],
  [`${LINES};q=0.9, application/json`, undefined, 'json'],
  [`${LINES};q=0.5, */*;q=0.1`, undefined, 'ndjson'],
  [`${LINES};q=0.5, */*`, undefined, 'json'],
  [`${LINES};q=0`, undefined, 'json'],
  ['*/*, application/json;q=0', undefined, 'json'],
  [undefined, 'gzip', 'json-gzip'],
  [undefined, 'gzip, deflate, br, zstd', 'json-gzip'],
  [undefined, '*', 'json-gzip'],
  [undefined, 'br', 'json'],
  [undefined, 'identity', 'json'],
  [undefined, 'gzip;q=0', 'json'],
  [undefined, 'gzip;q=0.5, identity', 'json'],
  [LINES, 'gzip;q=0.1', 'ndjson-gzip'],
  [`${LINES};complete=true`, undefined, 'ndjson-complete'],
  [`${LINES};Complete=TRUE, application/json;q=0.9`, 'gzip', 'ndjson-complete-gzip'],
  [`${LINES};complete=true, ${LINES};q=0.95, application/json;q=0.9`, undefined, 'ndjson-complete'],
  [`${LINES};complete=true;q=0.5, ${LINES}`, undefined, 'ndjson'],
  [`${LINES};complete=no, application/json;q=0.9`, undefined, 'json'],
])('Accept: %s, Accept-Encoding: %s is sent as %s', (accept, encoding, name) => {
  const headers = { accept, 'accept-encoding': encoding }
  expect(chooseFormat({ raw: { headers } as IncomingMessage }).name).toBe(name)
})
