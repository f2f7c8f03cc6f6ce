import { once } from 'node:events'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoginResponse, UserResponse } from '@console/shared-kernel/schemas'
import { ACCOUNTS, PASSWORD } from '../src/foundation/demoAccounts'

export { ACCOUNTS }

export interface Answer<T = unknown> {
  status: number
  headers: Headers
  text: string
  body: T
}

/**
 * Longer than any test waits on purpose, and shorter than fetch's timeout (300 s), whose error names no call.
 */
const GIVE_UP_MS = 100_000

/** @throws an error that names the call when there is no answer within timeoutMs */
async function send<T>(url: string, init: RequestInit, timeoutMs = GIVE_UP_MS): Promise<Answer<T>> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await toAnswer<T>(await fetch(url, { ...init, signal }))
  } catch (error) {
    if (!signal.aborted) throw error
    throw new Error(`${init.method ?? 'GET'} ${url} has no answer after ${timeoutMs} ms`, { cause: error })
  }
}

async function toAnswer<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson ? JSON.parse(text) : undefined) as T,
  }
}

export async function get<T>(
  url: string,
  token?: string,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const bearer: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return send<T>(url, { headers: { ...bearer, ...headers } })
}

export async function post<T>(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const json = { 'content-type': 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return send<T>(url, { method: 'POST', headers: { ...json, ...headers }, body: text })
}

interface Call {
  token?: string | undefined
  /** A string is sent as it is. */
  body?: unknown
  headers?: Record<string, string>
  /** No answer within this time is an error. */
  timeoutMs?: number
}

/** A call by its row of the access table: 'PUT /api/Users/7'. */
export async function call<T>(
  url: string,
  row: string,
  { token, body, headers, timeoutMs }: Call = {},
): Promise<Answer<T>> {
  const [method = '', path = ''] = row.split(' ')
  const bearer: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const init = { method, headers: { ...bearer, ...json, ...headers } }
  return send<T>(url + path, text === undefined ? init : { ...init, body: text }, timeoutMs)
}

/** @param from the client address to claim, trusted if TRUST_PROXY is 127.0.0.1 */
export const login = (api: string, Username: string, Password = PASSWORD, from?: string) =>
  post<LoginResponse>(
    `${api}/api/Auth/login`,
    { Username, Password },
    from ? { 'x-forwarded-for': from } : {},
  )

/** A server answers before its totals are complete. */
export async function waitUntilReady(url: string): Promise<void> {
  while ((await get(`${url}/readyz`)).status !== 200) await sleep(50)
}

const BUSY = 'El servidor está ocupado. Inténtalo de nuevo en unos segundos.'

/** Signs in, and retries while the server is busy with others. */
export async function signInWhenFree(...how: Parameters<typeof login>): Promise<Answer<LoginResponse>> {
  for (;;) {
    const answer = await login(...how)
    if (answer.status !== 503 || !answer.text.includes(BUSY)) return answer
    await sleep(100)
  }
}

export async function tokenOf(api: string, name: string): Promise<string> {
  const answer = await signInWhenFree(api, name)
  if (answer.status !== 200) throw new Error(`${name} cannot sign in: ${answer.status} ${answer.text}`)
  return answer.body.token
}

/** A token of each demo account, by its name. */
export async function tokensOf(api: string): Promise<Record<string, string>> {
  const tokens: Record<string, string> = {}
  for (const name of ACCOUNTS) tokens[name] = await tokenOf(api, name)
  return tokens
}

export const logout = async (api: string, token: string): Promise<number> => {
  const response = await fetch(`${api}/api/Auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  return response.status
}

export const allUsers = async (api: string): Promise<UserResponse[]> =>
  (await get<UserResponse[]>(`${api}/api/Users/all-hierarchy`, await tokenOf(api, 'master'))).body

export interface RawRequest {
  method?: string
  path?: string
  /** A list is sent as several headers with the same name. */
  headers?: Record<string, string | string[]>
}

/** Starts a call: the server has its headers when this resolves, and gets its body from `finish`. */
export async function beginCall(url: string, row: string, token: string, body: unknown) {
  const [method = '', path = ''] = row.split(' ')
  const { hostname, port } = new URL(url)
  const text = JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    // answered by the server as soon as it has read the headers
    expect: '100-continue',
  }
  const sending = request({ hostname, port, path, method, headers })
  const status = once(sending, 'response').then(([response]) => {
    const { statusCode = 0 } = (response as IncomingMessage).resume()
    return statusCode
  })
  sending.flushHeaders()
  await once(sending, 'continue')
  return {
    finish: (): Promise<number> => {
      sending.end(text)
      return status
    },
  }
}

/** A request as no browser would send it. */
export function rawRequest(
  url: string,
  options: RawRequest,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, ...options }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
      .on('error', reject)
      .end()
  })
}

export const WRONG = 'not the password'

/**
 * Tries a wrong password for each of many names at once, on all servers in turn, and then for more names, one
 * after the other, until the address has no attempts left: an attempt that a full queue turned away is not
 * counted, but may have caused others to be rejected meanwhile.
 * @returns the number of passwords checked, the other statuses, and how often the database was busy: such an attempt
 * may have been counted, and is repeated
 */
export async function guessManyNames(urls: readonly string[], count: number, from?: string) {
  let busyDatabase = 0
  const guess = async (index: number): Promise<number> => {
    const { status, headers } = await login(urls[index % urls.length]!, `guess ${index}`, WRONG, from)
    if (status !== 503) return status
    if (headers.get('retry-after') === '2') busyDatabase += 1
    await sleep(100)
    return guess(index)
  }
  const statuses = await Promise.all(Array.from({ length: count }, (_, index) => guess(index)))
  do statuses.push(await guess(statuses.length))
  while (statuses.at(-1) === 401)
  const checked = statuses.filter((status) => status === 401).length
  return { checked, busyDatabase, others: [...new Set(statuses)].filter((status) => status !== 401) }
}
