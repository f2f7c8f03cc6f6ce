import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { todayIn } from '@console/shared-kernel/rules'
import { addDays } from '@console/shared-kernel/domain'
import { allUsers, rawRequest, tokensOf } from '../testing/http'
import { findUser } from '../testing/people'
import type { Urls } from '../testing/server'
import { sharedDemoApi } from '../testing/sharedServer'

const LINES = 'application/x-ndjson'
let api: Urls
let tokens: Record<string, string>
let admin: number

beforeAll(async () => {
  api = await sharedDemoApi()
  tokens = await tokensOf(api.url)
  admin = findUser(await allUsers(api.url), 'admin1').userId
})

const PERIOD = 'dateFrom=2000-01-01&dateTo=2090-12-31&timeFrom=00:00&timeTo=23:59'
const DAY = () => {
  const day = addDays(todayIn('Europe/Madrid'), -1)
  return `dateFrom=${day}&dateTo=${day}&timeFrom=00:00&timeTo=23:59`
}
const LISTS: readonly (readonly [name: string, path: () => string])[] = [
  ['Users', () => '/api/Users'],
  ['all-hierarchy', () => '/api/Users/all-hierarchy'],
  ['children', () => '/api/Users/children'],
  ['children of a user', () => `/api/Users/children/${admin}`],
  ['Machines', () => '/api/Machines'],
  ['internal report', () => `/api/internal/query?queryType=Total&${PERIOD}`],
  ['external report', () => `/api/external/query?queryType=Total&${PERIOD}`],
  ['external Detail', () => `/api/external/query?queryType=Detail&${DAY()}`],
  ['external Tickets', () => `/api/external/query?queryType=Tickets&${PERIOD}`],
]

interface Raw {
  status: number
  headers: Readonly<Record<string, unknown>>
  bytes: Buffer
}

/** Returns the answer as it was sent: fetch would decompress it. */
function read(path: string, headers: Record<string, string> = {}, name = 'master'): Promise<Raw> {
  const base = path.startsWith('/api/external') ? api.externalUrl : api.url
  const authorization = `Bearer ${tokens[name]}`
  return new Promise((resolve, reject) => {
    request(`${base}${path}`, { headers: { authorization, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}

function rowsOfLines(text: string): unknown[] {
  if (text === '') return []
  expect(text.endsWith('\n')).toBe(true)
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
}

describe.each(LISTS)('%s', (_name, path) => {
  test('has the same rows as JSON and as NDJSON, compressed or not', async () => {
    const plain = await read(path())
    const rows = JSON.parse(plain.bytes.toString()) as unknown[]
    expect(rows.length).toBeGreaterThan(1)
    expect(plain.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' })
    expect(plain.headers['content-encoding']).toBeUndefined()

    const lines = await read(path(), { accept: LINES })
    expect(lines.headers).toMatchObject({ 'content-type': 'application/x-ndjson; charset=utf-8' })
    expect(rowsOfLines(lines.bytes.toString())).toEqual(rows)

    const gzip = { 'accept-encoding': 'gzip, deflate, br' }
    const small = await read(path(), gzip)
    expect(small.headers['content-encoding']).toBe('gzip')
    expect(small.bytes.length).toBeLessThan(plain.bytes.length)
    expect(gunzipSync(small.bytes).equals(plain.bytes)).toBe(true)

    const smallLines = await read(path(), { accept: LINES, ...gzip })
    expect(gunzipSync(smallLines.bytes).equals(lines.bytes)).toBe(true)
    for (const { headers } of [plain, lines, small, smallLines]) {
      expect(headers['vary']).toMatch(/(^|, )Accept, Accept-Encoding$/)
    }
  })
})

test('an empty list has no lines as NDJSON, and is an empty array as JSON', async () => {
  expect((await read('/api/Users/children', {}, 'player1')).bytes.toString()).toBe('[]')
  const lines = await read('/api/Users/children', { accept: LINES }, 'player1')
  expect([lines.status, lines.bytes.length]).toEqual([200, 0])
  const gzip = { 'accept-encoding': 'gzip', accept: LINES }
  expect(gunzipSync((await read('/api/Users/children', gzip, 'player1')).bytes).length).toBe(0)
})

test('each form has its own entity tag, and a 304 only for that one', async () => {
  const FORMS: Record<string, string>[] = [
    {},
    { accept: LINES },
    { 'accept-encoding': 'gzip' },
    { accept: LINES, 'accept-encoding': 'gzip' },
  ]
  const path = '/api/Users/all-hierarchy'
  const tags = await Promise.all(FORMS.map(async (form) => String((await read(path, form)).headers['etag'])))
  expect(new Set(tags).size).toBe(FORMS.length)
  for (const [index, form] of FORMS.entries()) {
    for (const [other, tag] of tags.entries()) {
      const { status, headers, bytes } = await read(path, { ...form, 'if-none-match': tag })
      expect(status).toBe(index === other ? 304 : 200)
      expect(bytes.length > 0).toBe(index !== other)
      expect(headers['vary']).toMatch(/(^|, )Accept, Accept-Encoding$/)
      if (status === 304) expect(headers['content-encoding']).toBeUndefined()
    }
  }
})

test('a rejection is uncompressed JSON, whatever was requested', async () => {
  const headers = { accept: LINES, 'accept-encoding': 'gzip' }
  const rejected = await rawRequest(api.url, { path: '/api/Users', headers })
  expect(rejected).toMatchObject({
    status: 401,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    text: JSON.stringify({ message: 'La sesión no es válida o ha caducado' }),
  })
})
