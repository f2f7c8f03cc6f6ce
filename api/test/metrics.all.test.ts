import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { demoFolder } from '../testing/demo'
import { FACTOR_KEY } from '../testing/factors'
import { get, login, tokenOf, waitUntilReady } from '../testing/http'
import {
  isIn,
  isConditional,
  metricsUrl,
  namedIn,
  OPERATIONS,
  sample,
  scrape,
  wrongLabelsIn,
} from '../testing/metrics'
import { serversForEachTest, startProcesses, type Api } from '../testing/server'

const METRICS = { METRICS_PORT: '0' }
const TOKEN = 'a token for those who watch the server'
const requests = (method: string, route: string, status: number) =>
  `console_api_request_duration_seconds_count{listener="api",method="${method}",route="${route}",status="${status}"}`

describe('the metrics of a process', () => {
  let api: Api
  beforeAll(async () => {
    api = await startProcesses({ DATA_DIR: await demoFolder(), RATE_LIMIT: '40', ...METRICS }, 1)
    // calls are answered before the days since the demo data was made are rolled up
    await waitUntilReady(api.url)
  })
  afterAll(() => api?.stop())

  test('count requests by route and status, never by address', async () => {
    const token = await tokenOf(api.url, 'master')
    const before = await scrape(api)
    await get(`${api.url}/api/Users/current`, token)
    await get(`${api.url}/api/Users/current`, 'no token')
    await get(`${api.url}/api/secret-of-somebody`, token)
    const after = await scrape(api)
    const more = (series: string) => (sample(after, series) ?? 0) - (sample(before, series) ?? 0)
    expect(more(requests('GET', '/api/Users/current', 200))).toBe(1)
    expect(more(requests('GET', '/api/Users/current', 401))).toBe(1)
    expect(more(requests('GET', 'unknown', 404))).toBe(1)
    const answers = (status: number) => `console_api_answers_total{status="${status}"}`
    expect(more(answers(404))).toBe(1)
    for (const status of [500, 503, 504]) expect(sample(before, answers(status))).toBe(0)
    const answered = sample(after, answers(200))
    expect((await get(`${api.url}/healthz`)).status).toBe(200)
    expect(sample(await scrape(api), answers(200))).toBe(answered)
    expect(after).not.toContain('secret-of-somebody')
    expect(sample(after, 'console_api_requests_in_flight{listener="api"}')).toBe(0)
  })

  test('show the state of the process and of all processes', async () => {
    const text = await scrape(api)
    expect(sample(text, 'console_api_ready')).toBe(1)
    expect(sample(text, 'console_api_sessions')).toBeGreaterThan(0)
    // yesterday ended at the last midnight, however long it was
    const age = Date.now() / 1000 - sample(text, 'console_api_closed_until_timestamp_seconds')!
    expect(age).toBeGreaterThan(0)
    expect(age).toBeLessThan(26 * 3600)
    expect(Date.now() / 1000 - sample(text, 'console_api_roll_up_timestamp_seconds')!).toBeLessThan(300)
    expect(Date.now() / 1000 - sample(text, 'console_api_attention_timestamp_seconds')!).toBeLessThan(300)
    expect(sample(text, 'console_api_database_waiting{work="interactive"}')).toBe(0)
  })

  test('name the limit that rejected a request', async () => {
    const rejected = () => login(api.url, 'client1', 'wrong')
    while ((await rejected()).status === 401);
    expect(sample(await scrape(api), 'console_api_refusals_total{limit="sign-ins"}')).toBeGreaterThan(0)
    while ((await get(`${api.url}/api/Countries`)).status !== 429);
    expect(sample(await scrape(api), 'console_api_refusals_total{limit="requests"}')).toBeGreaterThan(0)
  })

  test('contain every metric, label and label value that an alert or the dashboard uses', async () => {
    await get(`${api.url}/healthz`)
    const text = await scrape(api)
    for (const file of ['alerts.yml', 'alerts.test.yml', 'alerts.days.test.yml', 'dashboard.json']) {
      const names = namedIn(file)
      expect(names.length).toBeGreaterThan(3)
      // replica.postgres tests those of a replica
      const missing = names.filter((name) => !isConditional(name) && !isIn(text, name))
      expect({ file, missing, wrong: wrongLabelsIn(file, text) }).toEqual({ file, missing: [], wrong: [] })
    }
    expect(wrongLabelsIn('README.md', text)).toEqual([])
    const listed = namedIn('README.md')
    const unlisted = [...text.matchAll(/^# TYPE (console_api_\w+)/gm)].map(([, name = '']) => name)
    expect(unlisted.filter((name) => !listed.includes(name))).toEqual([])
  })
})

describe('/metrics', () => {
  const start = serversForEachTest()

  test('counts no stream that a stopping process turns away', async () => {
    const api = await start({ DATA_DIR: await demoFolder(), STOP_DELAY: '3s', ...METRICS })
    const token = await tokenOf(api.url, 'master')
    const stopped = api.stop()
    const status = async () => (await get(`${api.url}/api/events`, token)).status
    while ((await fetch(`${api.url}/readyz`)).status === 200);
    expect(await status()).toBe(503)
    const text = await scrape(api)
    expect(sample(text, requests('GET', '/api/events', 503))).toBe(1)
    expect(sample(text, 'console_api_answers_total{status="503"}')).toBe(0)
    await stopped
  })

  test('counts correct passwords that lead to a second step', async () => {
    const env = { DATA_DIR: await demoFolder(), FACTOR_KEY, SECOND_FACTOR: '7' }
    const api = await start({ ...env, ...METRICS })
    const steps = async () => sample(await scrape(api), 'console_api_second_steps_total')
    expect(await steps()).toBe(0)
    await login(api.url, 'player1')
    expect(await steps()).toBe(1)
    await login(api.url, 'player1', 'wrong')
    await login(api.url, 'client1')
    expect(await steps()).toBe(1)
  })

  test('is missing unless it is switched on', async () => {
    const api = await start({ DATA_DIR: await demoFolder() })
    expect(metricsUrl(api)).toBeUndefined()
    expect((await get(`${api.url}/metrics`)).status).toBe(404)
  })

  test('has the figures of all processes on the first scrape', async () => {
    const api = await start({ DATA_DIR: await demoFolder(), ...METRICS })
    const text = await scrape(api)
    expect(sample(text, 'console_api_sessions')).toBeGreaterThanOrEqual(0)
    expect(sample(text, 'console_api_closed_until_timestamp_seconds')).toBeGreaterThan(0)
    expect(sample(text, 'console_api_refusals_total{limit="database"}')).toBe(0)
  })

  test('requires its token if one is set', async () => {
    const api = await start({ DATA_DIR: await demoFolder(), ...METRICS, METRICS_TOKEN: TOKEN })
    const statusWith = async (authorization: string) =>
      (await fetch(`${metricsUrl(api)}/metrics`, { headers: { authorization } })).status
    expect(await statusWith('')).toBe(401)
    expect(await statusWith(`Bearer ${TOKEN}x`)).toBe(401)
    expect(await statusWith(`Bearer ${TOKEN}`)).toBe(200)
  })
})

/** From Debian's prometheus package; nothing else here evaluates the rules. */
const PROMTOOL = '/usr/bin/promtool'

const describeWithPromtool = existsSync(PROMTOOL) ? describe : describe.skip

describeWithPromtool('promtool, if it is installed,', () => {
  test('accepts the alert rules', () => {
    const output = execFileSync(PROMTOOL, ['check', 'rules', join(OPERATIONS, 'alerts.yml')], {
      encoding: 'utf8',
    })
    expect(output).toMatch(/SUCCESS: \d+ rules found/)
  })

  test('confirms that alerts fire as their test cases expect', () => {
    const files = ['alerts.test.yml', 'alerts.days.test.yml'].map((name) => join(OPERATIONS, name))
    const output = execFileSync(PROMTOOL, ['test', 'rules', ...files], { encoding: 'utf8' })
    expect(output.match(/SUCCESS/g)).toHaveLength(2)
  })
})

const AMTOOL = '/usr/bin/amtool'

;(existsSync(AMTOOL) ? test : test.skip)('amtool, if it is installed, accepts the example', () => {
  const output = execFileSync(AMTOOL, ['check-config', join(OPERATIONS, 'alertmanager.yml')], {
    encoding: 'utf8',
  })
  expect(output).toMatch(/SUCCESS[\s\S]* 2 receivers/)
})
