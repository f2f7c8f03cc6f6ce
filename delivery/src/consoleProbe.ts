import { renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { readArguments, readVariables, runProgram, UsageError } from '@console/shared-kernel/command'

const USAGE = `console-probe --api URL --user NAME [--metrics FILE]
Signs in, reads its own user, a list and a report, and signs out: as often as an alert needs, e.g. every five
minutes. The password is in CONSOLE_PROBE_PASSWORD. Use an account of its own that has few users below it.
--metrics FILE writes the result for Prometheus (node_exporter's textfile collector).
Exit codes: 0 all steps succeeded, 1 one failed, 2 wrong usage.`

/** By this name, the API's metrics distinguish the probe's calls from those of users. */
const NAME = 'console-probe'

const STEP_TIMEOUT_MS = 10_000
/** Longer, because a report may have to wait for other reports in the API. */
const REPORT_TIMEOUT_MS = 50_000

const VARIABLES = z.object({ CONSOLE_PROBE_PASSWORD: z.string().nullable().default(null) })

interface Step {
  name: string
  seconds: number
  /** Why it failed; null for a success. */
  problem: string | null
}

interface Account {
  api: string
  user: string
  password: string
}

/** @param now decides which day's report is read. @returns the exit code */
export const main = (args: string[], now = new Date()): Promise<number> =>
  runProgram({ args, usage: USAGE, usageExitCode: 2 }, async () => {
    const { values } = readArguments({
      args,
      options: { api: { type: 'string' }, user: { type: 'string' }, metrics: { type: 'string' } },
    })
    const { api, user, metrics } = values
    if (!api || !user || !URL.canParse(api)) throw new UsageError('--api URL and --user NAME are needed.')
    const { CONSOLE_PROBE_PASSWORD: password } = readVariables(VARIABLES, process.env)
    if (password === null) throw new UsageError('CONSOLE_PROBE_PASSWORD is missing.')
    const steps = await probe({ api: api.replace(/\/+$/, ''), user, password }, now)
    for (const { name, seconds, problem } of steps)
      console.log(`${name}: ${problem ?? 'ok'}, ${Math.round(seconds * 1000)} ms`)
    if (metrics !== undefined) writeMetrics(metrics, steps, now)
    return isSuccess(steps) ? 0 : 1
  })

const isSuccess = (steps: readonly Step[]): boolean => steps.every(({ problem }) => problem === null)

interface Call {
  name: string
  path: string
  check: (answer: unknown) => boolean
  /** The call is a POST with this body. */
  body?: object
  timeoutMs?: number
}

/** Stops at the first step that fails, but always signs out once it has signed in. */
async function probe({ api, user, password }: Account, now: Date): Promise<Step[]> {
  const steps: Step[] = []
  let token = ''
  const step = async (call: Call): Promise<boolean> => {
    const start = performance.now()
    const problem = await ask(api, call, token)
    steps.push({ name: call.name, seconds: (performance.now() - start) / 1000, problem })
    return problem === null
  }
  const signedIn = await step({
    name: 'sign-in',
    path: '/api/Auth/login',
    check: (answer) => (token = textIn(answer, 'token')) !== '',
    body: { Username: user, Password: password },
  })
  if (!signedIn) return steps
  const day = now.toLocaleDateString('sv-SE', { timeZone: 'UTC' })
  const report = `queryType=Total&dateFrom=${day}&timeFrom=00:00&dateTo=${day}&timeTo=23:59`
  const isList = (answer: unknown): boolean => Array.isArray(answer)
  const reads: Call[] = [
    { name: 'current', path: '/api/Users/current', check: (answer) => textIn(answer, 'userName') !== '' },
    { name: 'list', path: '/api/Machines', check: isList },
    {
      name: 'report',
      path: `/api/internal/query?${report}`,
      check: isList,
      timeoutMs: REPORT_TIMEOUT_MS,
    },
  ]
  for (const read of reads) if (!(await step(read))) break
  await step({ name: 'sign-out', path: '/api/Auth/logout', check: () => true, body: {} })
  return steps
}

/** @returns why the call failed, or null */
async function ask(
  api: string,
  { path, check, body, timeoutMs = STEP_TIMEOUT_MS }: Call,
  token: string,
): Promise<string | null> {
  try {
    const answer = await fetch(api + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        'user-agent': NAME,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await answer.text()
    if (!answer.ok) return `status ${answer.status}`
    return check(text === '' ? null : (JSON.parse(text) as unknown)) ? null : 'not the answer of an API'
  } catch (error) {
    if (error instanceof SyntaxError) return 'not the answer of an API'
    const { name, message, cause } = error as Error
    if (name === 'TimeoutError') return `no answer in ${timeoutMs / 1000} s`
    return (cause as Error | undefined)?.message || message
  }
}

function textIn(answer: unknown, field: string): string {
  const value = (answer as Record<string, unknown> | null)?.[field]
  return typeof value === 'string' ? value : ''
}

/** Written atomically, because the exporter may read the file at any moment. */
function writeMetrics(file: string, steps: readonly Step[], now: Date): void {
  const lines = [
    '# TYPE console_probe_success gauge',
    `console_probe_success ${isSuccess(steps) ? 1 : 0}`,
    '# TYPE console_probe_timestamp_seconds gauge',
    `console_probe_timestamp_seconds ${Math.floor(now.getTime() / 1000)}`,
    '# TYPE console_probe_duration_seconds gauge',
    ...steps.map(
      ({ name, seconds }) => `console_probe_duration_seconds{step="${name}"} ${seconds.toFixed(3)}`,
    ),
  ]
  writeFileSync(`${file}.part`, `${lines.join('\n')}\n`, { mode: 0o644 })
  renameSync(`${file}.part`, file)
}
