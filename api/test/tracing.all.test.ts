import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { PASSWORD } from '../src/foundation/demoAccounts'
import { API_FOLDER, ensureBuilt } from '../testing/build'
import { attribute, startCollector, type Collector } from '../testing/collector'
import { demoFolder } from '../testing/demo'
import { call, get, login } from '../testing/http'
import { meetPeople } from '../testing/people'
import { ALWAYS, report } from '../testing/reports'
import { startApi } from '../testing/server'

let collector: Collector
beforeEach(async () => {
  collector = await startCollector()
})
afterEach(() => collector.close())

const start = async (env = {}) => startApi({ DATA_DIR: await demoFolder(), ...env })

test('a request has a trace with its request id, and its queries are child spans', async () => {
  const api = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'one of two' })
  const { createClient, master: token } = await meetPeople(api.url)
  const { machine } = await createClient()
  const row = `PUT /api/Machines/${machine.idMachine}/credit`
  const parent = '00-11111111111111111111111111111111-2222222222222222-01'
  const changed = await call(api.url, row, { token, body: { amount: 5 }, headers: { traceparent: parent } })
  const unknown = await get(`${api.url}/api/nowhere/with-a-name`)
  await api.stop()

  const spans = collector.spans()
  expect(new Set(collector.received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']))
  const [request, ...others] = collector.requestsOf(changed)
  expect(others).toEqual([])
  expect(request?.name).toBe('PUT /api/Machines/:machineId/credit')
  expect(attribute(request!, 'http.response.status_code')).toBe(200)
  expect([request?.parentSpanId ?? '', request?.traceId === '1'.repeat(32)]).toEqual(['', false])
  const queries = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(new Set(queries.map(({ traceId }) => traceId))).toEqual(new Set([request?.traceId]))
  const statements = collector.statementsBelow(request)
  expect(statements).toContainEqual(expect.stringMatching(/^update "machines" set "credit_cents" = \$1/))
  expect(statements).toContainEqual(expect.stringMatching(/^insert into "audit"/))
  expect(collector.requestsOf(unknown)[0]?.name).toBe('GET unknown')
  // a query outside a request is in no trace
  const ids = new Set(spans.map(({ spanId }) => spanId))
  expect(spans.filter(({ name, parentSpanId }) => !/ /.test(name) && !ids.has(parentSpanId ?? ''))).toEqual(
    [],
  )
  expect(collector.received[0]?.text).toContain('one of two')
})

test('all queries of a list and of a report with several chunks are child spans', async () => {
  const api = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const { master: token } = await meetPeople(api.url)
  const list = await get(`${api.url}/api/Machines`, token)
  const movements = await report<unknown[]>(api, token, 'external', { ...ALWAYS, queryType: 'Detail' })
  expect(movements.body.length).toBeGreaterThan(10_000)
  await api.stop()

  const traceOf = (answer: { headers: Headers }) => {
    const [request] = collector.requestsOf(answer)
    return {
      name: request?.name,
      rows: collector.statementsBelow(request).filter((sql) => sql.includes('string_agg')),
    }
  }
  expect(traceOf(list)).toEqual({
    name: 'GET /api/Machines',
    rows: [expect.stringContaining('from machines')],
  })
  const { name, rows } = traceOf(movements)
  expect(name).toBe('GET /api/external/query')
  // 5,000 movements a chunk
  expect(rows.length).toBeGreaterThanOrEqual(Math.ceil(movements.body.length / 5_000))
})

test('no span contains a password, token, name or other input', async () => {
  const api = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const { create, master: token } = await meetPeople(api.url)
  const secrets = [
    'wrong-password-1',
    'client1',
    'name-of-a-client',
    'text-to-search',
    'key-of-a-write',
    PASSWORD,
  ]
  await login(api.url, 'client1', 'wrong-password-1')
  const { userId, userName } = await create('subdistributor1', 6, {
    userName: 'taken name',
    nameClient: 'name-of-a-client',
  })
  // rejected by the database, whose error contains the name
  await expect(create('subdistributor1', 6, { userName })).rejects.toThrow('409')
  await call(api.url, `PUT /api/Users/${userId}`, {
    token,
    body: { nameClient: 'text-to-search' },
    headers: { 'idempotency-key': 'key-of-a-write' },
  })
  await get(`${api.url}/api/Users/current?name=client1`, token)
  await api.stop()
  const all = collector.received.map((one) => one.text).join('')
  expect(collector.spans().length).toBeGreaterThan(20)
  expect(
    [...secrets, userName, token, token.split('.')[2]!].filter((secret) => all.includes(secret)),
  ).toEqual([])
})

test('a collector that rejects traces is logged, and requests are still answered', async () => {
  collector.status = 400
  const api = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100' })
  expect((await get(`${api.url}/healthz`)).status).toBe(200)
  while (!api.stderr().includes('traces cannot be sent')) await sleep(20)
  expect(api.stderr()).toMatch(/"reason":"[^"{]+","msg":"traces cannot be sent"/)
  expect((await get(`${api.url}/healthz`)).status).toBe(200)
  expect(await api.stop()).toBe(0)
})

test('a setting that the OpenTelemetry packages reject is logged, and the server starts', async () => {
  const api = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_TIMEOUT: 'soon',
  })
  expect(api.stderr()).toMatch(/"reason":"[^"]*OTEL_EXPORTER_OTLP_TIMEOUT.*"msg":"traces cannot be sent"/)
  expect(await api.stop()).toBe(0)
})

test('no request waits for a collector that never answers', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  let isAsked = false
  silent.once('request', () => (isAsked = true))
  const { port } = silent.address() as AddressInfo
  const api = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_EXPORTER_OTLP_TIMEOUT: '600000',
  })
  const ask = async () => (await get(`${api.url}/healthz`)).status
  while (!isAsked) expect(await ask()).toBe(200)
  // the export of the first traces is still waiting
  for (let request = 0; request < 20; request += 1) expect(await ask()).toBe(200)
  silent.closeAllConnections()
  silent.close()
  await api.stop()
})

test('without the setting nothing is sent or loaded', async () => {
  await ensureBuilt()
  const bundle = readFileSync(join(API_FOLDER, 'dist', 'main.js'), 'utf8')
  expect(bundle).toMatch(/\bimport\("@opentelemetry\/api"\)/)
  expect(bundle).not.toMatch(/^import .*@opentelemetry|require\("@opentelemetry/m)
  const api = await start({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` })
  await get(`${api.url}/healthz`)
  await api.stop()
  expect(collector.received).toEqual([])
})

test('an invalid address is rejected', async () => {
  await expect(start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).rejects.toThrow(
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318',
  )
})
