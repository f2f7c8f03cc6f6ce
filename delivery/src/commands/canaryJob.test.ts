import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'

/* Runs docs/operations/raise-canary.sh against a fake Prometheus with the answers of each test. */

const DOCS = join(__dirname, '../../../docs')
const script = readFileSync(join(DOCS, 'operations/raise-canary.sh'), 'utf8')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'canary-job-'))
  for (const [name, text] of [
    ['npx', `echo "$2 $3 $4 $5" >> ${folder}/calls`],
    ['sleep', 'exit 0'],
  ])
    writeFileSync(join(folder, name!), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
})
afterEach(() => rmSync(folder, { recursive: true }))

/** @param answers what Prometheus answers, in order; the last one is repeated */
async function play(...answers: [status: number, body: string][]) {
  let asked = 0
  const prometheus = createServer((request, response) => {
    request.resume()
    const [status, body] = answers[Math.min(asked, answers.length - 1)]!
    asked += 1
    response.writeHead(status).end(body)
  })
  await new Promise<void>((done) => prometheus.listen(0, '127.0.0.1', done))
  const { port } = prometheus.address() as AddressInfo
  const env = { PATH: `${folder}:${process.env['PATH']}`, PROMETHEUS_URL: `http://127.0.0.1:${port}` }
  const code = await new Promise((done) =>
    execFile('/bin/sh', ['-c', script], { env }, (error) => done(error?.code ?? 0)),
  )
  prometheus.close()
  return [code, ...readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')]
}

const answer = (...result: object[]): [number, string] => [
  200,
  JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }),
]
const WELL = answer({ metric: { release: 'users/1.5.0-3f9c2a1b' }, value: [1, '60'] })
const CANARIES = [1, 10, 50].map((percent) => `canary users@1.5.0 --percent ${percent}`)

test('a healthy canary is raised in steps and then promoted', async () =>
  expect(await play(WELL)).toEqual([0, ...CANARIES, 'promote users@1.5.0 --env production']))

test.each([
  ['the alert fires', answer()],
  ['Prometheus fails', [503, 'starting']],
  ['the answer is an error', [200, '{"status":"error"}']],
] as const)('the job stops and rolls nothing back if %s', async (_, [status, body]) =>
  expect(await play(WELL, [status, body])).toEqual([1, ...CANARIES.slice(0, 2)]),
)

const PROMTOOL = '/usr/bin/promtool'
const QUERY = /query=([^"]+)"/.exec(script)?.[1]?.trim() ?? ''
const SERIES = `console_delivery_sessions{environment='production',release='users/1.5.0-b',state=`

const testWithPromtool = existsSync(PROMTOOL) ? test : test.skip

testWithPromtool.each([
  ['does well', 60, 0, [60]],
  ['fails', 60, 3, []],
  ['has run in few sessions', 49, 0, []],
] as const)(
  'the query, run by promtool if it is installed, returns only a healthy canary: this one %s',
  (_, seen, failed, found) => {
    const labels = `{environment="production",release="users/1.5.0-b",stable="users/1.4.0-a"}`
    const cases = {
      rule_files: [join(DOCS, 'operations/alerts.yml')],
      tests: [
        {
          interval: '1m',
          input_series: [
            { series: `console_delivery_canary_percent${labels}`, values: '10x20' },
            { series: `${SERIES}'seen'}`, values: `${seen}x20` },
            { series: `${SERIES}'failed'}`, values: `${failed}x20` },
          ],
          promql_expr_test: [
            {
              expr: QUERY,
              eval_time: '10m',
              exp_samples: found.map((value) => ({ labels: `${SERIES}'seen'}`, value })),
            },
          ],
        },
      ],
    }
    const file = join(folder, 'query.yml')
    // JSON is YAML
    writeFileSync(file, JSON.stringify(cases))
    expect(execFileSync(PROMTOOL, ['test', 'rules', file], { encoding: 'utf8' })).toContain('SUCCESS')
  },
)
