import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { main } from './consoleProbe'

let folder: string
let server: Server
let asked: string[]
let output: string[]

/** Status and body by path; other paths get the API's usual answers. */
type Answers = Partial<Record<string, [status: number, body: string]>>

const GOOD: Record<string, [number, string]> = {
  '/api/Auth/login': [200, '{"token":"a.b.c"}'],
  '/api/Users/current': [200, '{"userName":"probe"}'],
  '/api/Machines': [200, '[]'],
  '/api/internal/query': [200, '[]'],
  '/api/Auth/logout': [204, ''],
}

async function serve(answers: Answers = {}): Promise<string> {
  const answer: RequestListener = (request, response) => {
    request.resume()
    const [path = ''] = (request.url ?? '').split('?')
    asked.push(`${request.method} ${path}${request.headers.authorization ? ' signed in' : ''}`)
    const [status, body] = answers[path] ?? GOOD[path] ?? [404, '']
    response.writeHead(status).end(body)
  }
  server = createServer(answer)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-probe-'))
  asked = []
  output = []
  process.env['CONSOLE_PROBE_PASSWORD'] = 'secret of the probe'
  for (const stream of ['log', 'error'] as const)
    jest.spyOn(console, stream).mockImplementation((line: string) => void output.push(line))
})
afterEach(() => {
  jest.restoreAllMocks()
  delete process.env['CONSOLE_PROBE_PASSWORD']
  server?.close()
  rmSync(folder, { recursive: true })
})

const ALL = [
  'POST /api/Auth/login',
  'GET /api/Users/current signed in',
  'GET /api/Machines signed in',
  'GET /api/internal/query signed in',
  'POST /api/Auth/logout signed in',
]

async function run(answers: Answers = {}) {
  const file = join(folder, 'probe.prom')
  const code = await main(['--api', `${await serve(answers)}/`, '--user', 'probe', '--metrics', file])
  return { code, metrics: readFileSync(file, 'utf8') }
}

test('all steps run, and the metrics report success', async () => {
  const { code, metrics } = await run()
  expect([code, asked]).toEqual([0, ALL])
  expect(metrics).toContain('console_probe_success 1\n')
  expect(metrics).toMatch(/^console_probe_timestamp_seconds \d{10}$/m)
  for (const step of ['sign-in', 'current', 'list', 'report', 'sign-out'])
    expect(metrics).toMatch(
      new RegExp(`^console_probe_duration_seconds\\{step="${step}"\\} \\d+\\.\\d{3}$`, 'm'),
    )
  expect(output).toHaveLength(5)
})

test.each<{ title: string; path: string; answer: [number, string]; line: string; calls: number }>([
  {
    title: 'the sign-in',
    path: '/api/Auth/login',
    answer: [401, '{}'],
    line: 'sign-in: status 401',
    calls: 1,
  },
  {
    title: 'a sign-in without a token',
    path: '/api/Auth/login',
    answer: [200, '{}'],
    line: 'sign-in: not the answer of an API',
    calls: 1,
  },
  {
    title: 'the current user',
    path: '/api/Users/current',
    answer: [503, ''],
    line: 'current: status 503',
    calls: 3,
  },
  {
    title: 'a page in place of the list',
    path: '/api/Machines',
    answer: [200, '<html>'],
    line: 'list: not the answer of an API',
    calls: 4,
  },
  {
    title: 'the report',
    path: '/api/internal/query',
    answer: [500, '{}'],
    line: 'report: status 500',
    calls: 5,
  },
  {
    title: 'the sign-out',
    path: '/api/Auth/logout',
    answer: [500, '{}'],
    line: 'sign-out: status 500',
    calls: 5,
  },
])(
  'a failure of $title is printed, skips all later steps except the sign-out, and appears in the metrics',
  async ({ path, answer, line, calls }) => {
    const { code, metrics } = await run({ [path]: answer })
    expect([code, asked.length]).toEqual([1, calls])
    expect(output.join('\n')).toContain(line)
    expect(metrics).toContain('console_probe_success 0\n')
    expect(output.join()).not.toContain('secret of the probe')
  },
)

test('an unreachable API is a failure', async () => {
  const url = await serve()
  server.close()
  expect(await main(['--api', url, '--user', 'probe'])).toBe(1)
  expect(output).toEqual([expect.stringMatching(/^sign-in: .*ECONNREFUSED/)])
})

test.each([
  [['--api', 'nowhere', '--user', 'x']],
  [['--user', 'x']],
  [['--unknown']],
  [['--api', 'http://a.test']],
])('%j is a usage error', async (args) => {
  expect(await main(args)).toBe(2)
  expect(output.join()).toContain('console-probe --api URL')
})

test('without a password no request is sent', async () => {
  delete process.env['CONSOLE_PROBE_PASSWORD']
  expect(await main(['--api', await serve(), '--user', 'probe'])).toBe(2)
  expect([asked, output.join()]).toEqual([[], expect.stringContaining('CONSOLE_PROBE_PASSWORD is missing')])
})
