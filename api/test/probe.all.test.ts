import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PASSWORD } from '../src/foundation/demoAccounts'
import { API_FOLDER } from '../testing/build'
import { demoFolder } from '../testing/demo'
import { login } from '../testing/http'
import { sample, scrape } from '../testing/metrics'
import { startApi, type Api } from '../testing/server'
import { sql } from '../testing/sql'

let api: Api
let folder: string
beforeAll(async () => {
  folder = await demoFolder()
  api = await startApi({ DATA_DIR: folder, METRICS_PORT: '0' })
})
afterAll(() => api?.stop())

const probe = (password: string) =>
  new Promise<[code: number, out: string]>((done) => {
    const program = join(API_FOLDER, '..', 'delivery', 'bin', 'console-probe.mjs')
    const env = { ...process.env, CONSOLE_PROBE_PASSWORD: password }
    execFile(process.execPath, [program, '--api', api.url, '--user', 'client1'], { env }, (error, out) =>
      done([Number(error?.code ?? 0), out]),
    )
  })

test('console-probe runs all its checks against the real server, and signs out', async () => {
  const [code, out] = await probe(PASSWORD)
  expect(out).toMatch(
    /^sign-in: ok, \d+ ms\ncurrent: ok.*\nlist: ok.*\nreport: ok.*\nsign-out: ok, \d+ ms\n$/,
  )
  expect(code).toBe(0)
  expect(await probe('not the password')).toEqual([
    1,
    expect.stringMatching(/^sign-in: status 401, \d+ ms\n$/),
  ])
  // alerts watch sign-ins by people, so only the probe's failures are counted
  const signIns = async (status: number) =>
    sample(
      await scrape(api),
      `console_api_request_duration_seconds_count{listener="api",method="POST",route="/api/Auth/login",status="${status}"}`,
    )
  expect([await signIns(200), await signIns(401)]).toEqual([0, 1])
  await login(api.url, 'client1')
  expect(await signIns(200)).toBe(1)
  await api.stop()
  const kinds = sql<{ action: string }>(
    folder,
    `select action from audit where action like 'session.%' order by id`,
  )
  expect(kinds.slice(-4, -1).map(({ action }) => action)).toEqual([
    'session.start',
    'session.end',
    'session.refuse',
  ])
})
