import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startDemoApi } from '../testing/demo'
import { get, logout, rawRequest, tokenOf, type RawRequest } from '../testing/http'
import type { Api } from '../testing/server'
import { PASSWORD } from '../src/foundation/demoAccounts'

const SECRET = 'a secret that only this test and its server know'
let api: Api
let token: string
/** The token of another signed-in user. */
let neighbour: string

beforeAll(async () => {
  api = await startDemoApi({ TOKEN_SECRET: SECRET, TOKEN_TTL: '10m' })
  token = await tokenOf(api.url, 'admin1')
  neighbour = await tokenOf(api.url, 'subdistributor1')
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

function forgeRaw(payload: string): string {
  const signed = `${encode({ alg: 'HS256' })}.${Buffer.from(payload).toString('base64url')}`
  return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`
}

const claimsOf = (text: string): Claims => decode(partsOf(text)[1])

/** Signed with the attacker's own key pair; `header` may include the public key. */
function forgeAsymmetric(header: (jwk: unknown) => Claims): string {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const signed = `${encode(header(publicKey.export({ format: 'jwk' })))}.${partsOf(token)[1]}`
  return `${signed}.${createSign('sha256').update(signed).sign(privateKey, 'base64url')}`
}

async function isAccepted(candidate: string): Promise<boolean> {
  const { status } = await get(`${api.url}/api/Users/current`, candidate)
  const { body } = await get<boolean>(`${api.url}/api/Auth/validate`, candidate)
  expect(body).toBe(status === 200)
  return status === 200
}

const now = (): number => Math.floor(Date.now() / 1000)

test('a valid token made with the same helpers is accepted, so the rejections below have other reasons', async () => {
  expect(await isAccepted(token)).toBe(true)
  expect(await isAccepted(forge({}))).toBe(true)
})

test.each<[string, () => string]>([
  ['algorithm none', () => `${encode({ alg: 'none' })}.${partsOf(token)[1]}.`],
  ['algorithm nOnE', () => `${encode({ alg: 'nOnE' })}.${partsOf(token)[1]}.`],
  [
    'algorithm none with the signature kept',
    () => [encode({ alg: 'none' }), ...partsOf(token).slice(1)].join('.'),
  ],
  ['no algorithm', () => forge({}, { typ: 'JWT' })],
  ['signature stripped', () => `${partsOf(token)[0]}.${partsOf(token)[1]}.`],
  ['signature of another token', () => [...partsOf(token).slice(0, 2), partsOf(neighbour)[2]].join('.')],
  ['only two parts', () => partsOf(token).slice(0, 2).join('.')],
  ['four parts', () => `${token}.x`],
  ['another key', () => forge({}, undefined, 'another secret of a good and proper length')],
  ['an empty key', () => forge({}, undefined, '')],
  ['the stored key with a line end', () => forge({}, undefined, `${SECRET}\n`)],
  ['another algorithm named', () => forge({}, { alg: 'HS512' })],
  ['a key pair, RS256', () => forgeAsymmetric(() => ({ alg: 'RS256' }))],
  ['a key pair, its key sent along', () => forgeAsymmetric((jwk) => ({ alg: 'RS256', jwk }))],
  [
    'a key at an address',
    () => forge({}, { alg: 'HS256', jku: 'https://evil.example/keys' }, 'x'.repeat(40)),
  ],
  ['a key by path', () => forge({}, { alg: 'HS256', kid: '../../../../dev/null' }, '')],
  ['a key by injection', () => forge({}, { alg: 'HS256', kid: "x' union select 'key" }, 'key')],
  ['an unknown critical header', () => forge({}, { alg: 'HS256', crit: ['x'], x: 1 })],
  ['expired', () => forge({ exp: now() - 1 })],
  ['no expiry', () => forge({ exp: undefined })],
  ['an expiry that is no number', () => forge({ exp: '9999999999' })],
  ['not yet valid', () => forge({ nbf: now() + 60 })],
  ['another audience', () => forge({ aud: 'elsewhere' })],
  ['another issuer', () => forge({ iss: 'elsewhere' })],
  ['a session that never was', () => forge({ sid: randomUUID() })],
  ['no session', () => forge({ sid: undefined })],
  ['a session that is no id', () => forge({ sid: "' or true --" })],
  ["somebody else's session under one's own name", () => forge({ sid: claimsOf(neighbour)['sid'] })],
  ["somebody else's name on one's own session", () => forge({ sub: claimsOf(neighbour)['sub'] })],
  ['a user that is no number', () => forge({ sub: 'master' })],
  ['a user beyond every number', () => forge({ sub: '9'.repeat(400) })],
  ['a payload changed', () => [partsOf(token)[0], encode({ sub: '1' }), partsOf(token)[2]].join('.')],
  ['a payload that is no object', () => forgeRaw('7')],
  ['a payload that is no JSON', () => forgeRaw('{"sub"')],
  ['garbage', () => 'garbage'],
  ['very long', () => `${token}${'x'.repeat(10_000)}`],
  ['of 100 KB', () => `${token}${'x'.repeat(100_000)}`],
])('[ROLE-11] a token is rejected: %s', async (_name, make) => {
  expect(await isAccepted(make())).toBe(false)
})

test('[ROLE-11] a signed-out token is rejected, even if signed again', async () => {
  const gone = await tokenOf(api.url, 'admin1')
  expect(await logout(api.url, gone)).toBe(204)
  expect(await isAccepted(gone)).toBe(false)
  expect(await isAccepted(forge(claimsOf(gone)))).toBe(false)
})

test('[ROLE-11] a token is read from the bearer header only', async () => {
  const path = '/api/Users/current'
  const attempts: RawRequest[] = [
    { path: `${path}?token=${token}&access_token=${token}` },
    { path, headers: { authorization: token } },
    { path, headers: { authorization: `Basic ${token}` } },
    { path, headers: { cookie: `token=${token}` } },
    { path, headers: { 'x-authorization': `Bearer ${token}` } },
    { path, headers: { authorization: `Bearer  ${token}` } },
    { path, headers: { authorization: `Bearer ${token} x` } },
    { path, headers: { authorization: `Bearer "${token}"` } },
    { path, headers: { authorization: `Bearer ${token}, Bearer ${token}` } },
    { path, headers: { authorization: [`Bearer ${token}`, `Bearer ${neighbour}`] } },
    { path, headers: { authorization: ['Bearer garbage', `Bearer ${token}`] } },
  ]
  for (const attempt of attempts) expect((await rawRequest(api.url, attempt)).status).toBe(401)
})

test('[ROLE-11] the word Bearer is case-insensitive, and spaces around the value are allowed', async () => {
  for (const authorization of [`bearer ${token}`, `BEARER ${token}`, ` Bearer ${token} `]) {
    const answer = await rawRequest(api.url, { path: '/api/Users/current', headers: { authorization } })
    expect(answer.status).toBe(200)
  }
})

test('a token expires by itself', async () => {
  const short = await startDemoApi({ TOKEN_TTL: '2s' })
  const ends = await tokenOf(short.url, 'admin1')
  let status = 200
  while (status === 200) {
    await sleep(50)
    ;({ status } = await get(`${short.url}/api/Users/current`, ends))
  }
  expect(status).toBe(401)
  expect(Date.now() / 1000).toBeGreaterThanOrEqual(Number(claimsOf(ends)['exp']))
  await short.stop()
})

test('no token, password or secret is written to the log', async () => {
  const log = `${api.stdout()}${api.stderr()}`
  expect(log).toContain('"route":"/api/Users/current"')
  for (const secret of [token, partsOf(token)[2], PASSWORD, SECRET, '$argon2'])
    expect(log).not.toContain(secret)
})
