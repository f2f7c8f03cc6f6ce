import { Agent, request } from 'node:http'
import { nowIn } from '@console/shared-kernel/rules'
import { PASSWORD } from '../src/foundation/demoAccounts'

export interface Timed {
  status: number
  /** Milliseconds to the first byte of the body (or to the end, if it is empty), and to the last. */
  firstByte: number
  total: number
  bytes: number
  tag: string
  text: string
}

interface Call {
  /** Defaults to POST with a body, and to GET without one. */
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

const agent = new Agent({ keepAlive: true })

/** One call on a kept-alive connection. The body is read, but returned only on request, because it may be long. */
export const call = (url: string, { method, headers, body }: Call = {}, keep = false): Promise<Timed> =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    const options = { agent, headers, method: method ?? (body === undefined ? 'GET' : 'POST') }
    const sent = request(url, options, (response) => {
      let [bytes, firstByte] = [0, 0]
      const kept: Buffer[] = []
      response.on('data', (chunk: Buffer) => {
        firstByte ||= performance.now() - start
        bytes += chunk.length
        if (keep) kept.push(chunk)
      })
      // the server cuts off a list or report that fails after its first rows
      response.on('error', reject)
      response.on('end', () => {
        const total = performance.now() - start
        const text = Buffer.concat(kept).toString()
        const { statusCode: status = 0, headers: answered } = response
        resolve({ status, firstByte: firstByte || total, total, bytes, tag: answered.etag ?? '', text })
      })
    })
    sent.on('error', reject).end(body)
  })

export async function signIn(url: string, Username: string): Promise<Record<string, string>> {
  const body = JSON.stringify({ Username, Password: PASSWORD })
  const headers = { 'content-type': 'application/json' }
  const { status, text } = await call(`${url}/api/Auth/login`, { headers, body }, true)
  if (status !== 200) throw new Error(`${Username} cannot sign in: ${status} ${text}`)
  return { authorization: `Bearer ${(JSON.parse(text) as { token: string }).token}` }
}

/** Runs of a task per second at this concurrency. */
export async function perSecond(
  concurrency: number,
  seconds: number,
  task: () => Promise<unknown>,
): Promise<number> {
  const start = performance.now()
  const end = start + seconds * 1000
  let done = 0
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      await task()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return done / ((performance.now() - start) / 1000)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`

export const printLine = (what: string, value: string): boolean =>
  process.stdout.write(`${what.padEnd(58)}${value}\n`)

export const TIME_ZONE = 'Europe/Madrid'
const DAY_MS = 86_400_000

/** @param lastDay in days ago; not 0, because today is not over */
export function reportQuery(days: number, lastDay = 1): Record<string, string> {
  const dayBefore = (count: number) => nowIn(TIME_ZONE, new Date(Date.now() - count * DAY_MS)).day
  const times = { timeFrom: '00:00', timeTo: '23:59' }
  const [dateFrom, dateTo] = [dayBefore(days + lastDay - 1), dayBefore(lastDay)]
  return { queryType: 'Total', dateFrom, dateTo, ...times, tipoMovs: '2,3' }
}
