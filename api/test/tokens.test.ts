import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startDemoApi } from './support/demo'
import { get, rawRequest, tokenOf, type RawRequest } from './support/http'
import type { Api } from './support/server'

const SECRET = 'a secret that only this test and its server know'
let api: Api
let token: string

beforeAll(async () => {
  api = await startDemoApi({ TOKEN_SECRET: SECRET, TOKEN_TTL: '5s' })
  token = await tokenOf(api.url, 'admin1')
})
afterAll(() => api?.stop())

type Claims = Record<string, unknown>

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part: string): Claims => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims
const partsOf = (text: string): [string, string, string] => text.split('.') as [string, string, string]

function forge(change: Claims, header: Claims = { alg: 'HS256', typ: 'JWT' }, secret = SECRET): string {
  const signed = `${encode(header)}.${encode({ ...decode(partsOf(token)[1]), ...change })}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

async function isAccepted(candidate: string): Promise<boolean> {
  const { status } = await get(`${api.url}/api/Users/current`, candidate)
  const { body } = await get<boolean>(`${api.url}/api/Auth/validate`, candidate)
  expect(body).toBe(status === 200)
  return status === 200
}

const now = (): number => Math.floor(Date.now() / 1000)

test('a token made by these means is accepted, so that the refusals below are for their own reasons', async () => {
  token = await tokenOf(api.url, 'admin1')
  expect(await isAccepted(token)).toBe(true)
  expect(await isAccepted(forge({}))).toBe(true)
})

test.each<[string, () => string]>([
  ['algorithm none', () => `${encode({ alg: 'none' })}.${partsOf(token)[1]}.`],
  [
    'algorithm none with the signature kept',
    () => [encode({ alg: 'none' }), ...partsOf(token).slice(1)].join('.'),
  ],
  ['signature stripped', () => `${partsOf(token)[0]}.${partsOf(token)[1]}.`],
  ['only two parts', () => partsOf(token).slice(0, 2).join('.')],
  ['four parts', () => `${token}.x`],
  ['another key', () => forge({}, undefined, 'another secret of a good and proper length')],
  ['an empty key', () => forge({}, undefined, '')],
  ['another algorithm named', () => forge({}, { alg: 'HS512' })],
  ['a critical header nobody knows', () => forge({}, { alg: 'HS256', crit: ['x'], x: 1 })],
  ['expired', () => forge({ exp: now() - 1 })],
  ['no expiry', () => forge({ exp: undefined })],
  ['not yet valid', () => forge({ nbf: now() + 60 })],
  ['another audience', () => forge({ aud: 'elsewhere' })],
  ['another issuer', () => forge({ iss: 'elsewhere' })],
  ['a session that never was', () => forge({ sid: randomUUID() })],
  ['no session', () => forge({ sid: undefined })],
  ['a session that is no id', () => forge({ sid: "' or true --" })],
  ["somebody else's name on one's own session", () => forge({ sub: '1' })],
  ['a user that is no number', () => forge({ sub: 'master' })],
  ['a payload changed', () => [partsOf(token)[0], encode({ sub: '1' }), partsOf(token)[2]].join('.')],
  ['garbage', () => 'garbage'],
  ['very long', () => `${token}${'x'.repeat(10_000)}`],
])('[ROLE-11] a token is refused: %s', async (_name, make) => {
  token = await tokenOf(api.url, 'admin1')
  expect(await isAccepted(make())).toBe(false)
})

test('[ROLE-11] a token counts in the bearer header only', async () => {
  token = await tokenOf(api.url, 'admin1')
  const path = '/api/Users/current'
  const attempts: RawRequest[] = [
    { path: `${path}?token=${token}&access_token=${token}` },
    { path, headers: { authorization: token } },
    { path, headers: { authorization: `Basic ${token}` } },
    { path, headers: { cookie: `token=${token}` } },
    { path, headers: { 'x-authorization': `Bearer ${token}` } },
  ]
  for (const attempt of attempts) expect((await rawRequest(api.url, attempt)).status).toBe(401)
})

test('a token stops by itself when its time is over', async () => {
  const short = await tokenOf(api.url, 'admin1')
  expect(await isAccepted(short)).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 5_100))
  expect(await isAccepted(short)).toBe(false)
})

test('no token, password or secret is written to the log', async () => {
  const log = `${api.stdout()}${api.stderr()}`
  expect(log).toContain('"route":"/api/Users/current"')
  for (const secret of [token, partsOf(token)[2], 'demo1234', SECRET, '$argon2'])
    expect(log).not.toContain(secret)
})
